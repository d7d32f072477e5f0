package garbage

import (
	"bytes"
	"io/fs"
	"math"
	"strconv"
)

// memoryFiles say how much memory a process may use: a container's limit, of
// either version, else the machine's.
var memoryFiles = [...]struct {
	path string
	read func([]byte) (uint64, bool)
}{
	{"sys/fs/cgroup/memory.max", wholeNumber},
	{"sys/fs/cgroup/memory/memory.limit_in_bytes", wholeNumber},
	{"proc/meminfo", memTotal},
}

// Memory is how many bytes this process may use, by the files of a system; 0 when
// they do not tell.
func Memory(root fs.FS) uint64 {
	least := uint64(math.MaxUint64)
	for _, f := range memoryFiles {
		text, err := fs.ReadFile(root, f.path)
		if err != nil {
			continue
		}
		if n, ok := f.read(text); ok {
			least = min(least, n)
		}
	}
	if least == math.MaxUint64 {
		return 0
	}
	return least
}

func wholeNumber(text []byte) (uint64, bool) {
	n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil && n > 0 // "max" is no limit
}

// memTotal of /proc/meminfo, which counts in kB.
func memTotal(text []byte) (uint64, bool) {
	for line := range bytes.Lines(text) {
		rest, ok := bytes.CutPrefix(line, []byte("MemTotal:"))
		if !ok {
			continue
		}
		n, ok := wholeNumber(bytes.TrimSuffix(bytes.TrimSpace(rest), []byte(" kB")))
		return n << 10, ok && n < 1<<50
	}
	return 0, false
}
