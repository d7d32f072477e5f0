package postgres

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// runsOn tells whether the process is a Postgres at work on the data: every
// one of them has it as its working folder. A process that has ended and was
// not reaped has none.
func runsOn(pid int, data string) bool {
	proc := filepath.Join("/proc", strconv.Itoa(pid))
	cwd, err := os.Readlink(filepath.Join(proc, "cwd"))
	if err != nil || !sameFile(cwd, data) {
		return false
	}
	comm, err := os.ReadFile(filepath.Join(proc, "comm"))
	return err == nil && strings.HasPrefix(string(comm), "postgres")
}

func sameFile(a, b string) bool {
	if a == b {
		return true
	}
	sa, err1 := os.Stat(a)
	sb, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(sa, sb)
}

// stragglers lists every Postgres process at work on the data.
func stragglers(data string) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil && runsOn(pid, data) {
			pids = append(pids, pid)
		}
	}
	return pids
}
