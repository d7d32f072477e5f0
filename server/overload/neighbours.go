package overload

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// neighbours tell what others had of the cores that this process may run on: what was
// not idle of them and not its own, and what a quota of its own held back. Threads
// that wait for each other wait for nobody else; without this they would seem to be
// robbed. Where the kernel does not tell (Linux does), it is 0.
type neighbours struct {
	mu    sync.Mutex
	read  time.Time
	last  [3]time.Duration // in use of the cores, held back, used by this process
	any   bool
	total time.Duration
}

// hertz of the times in /proc, on every Linux.
const hertz = 100

// sum since the first reading, never 0 after it but where nothing is known. Used is
// the CPU time of this process since it began; root is where proc and sys are.
func (n *neighbours) sum(now time.Time, used time.Duration, root string) time.Duration {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.any && now.Sub(n.read) < fresh {
		return n.total
	}
	busy, ok := coresInUse(root)
	if !ok {
		return 0
	}
	next := [3]time.Duration{busy, heldBack(root), used}
	n.read = now
	if n.any {
		// Ticks are coarse: a little too much is taken back by the next reading.
		n.total = max(1, n.total+(next[0]-n.last[0])-(next[2]-n.last[2])+(next[1]-n.last[1]))
	} else {
		n.any, n.total = true, time.Hour // far from 0, whatever is taken back
	}
	n.last = next
	return n.total
}

// coresInUse is how long the cores that this process may run on were not idle since
// the machine began, for whomever: a hypervisor's other guests too.
func coresInUse(root string) (sum time.Duration, ok bool) {
	allowed, ok := allowedCores(root + "proc/self/status")
	if !ok {
		return 0, false
	}
	f, err := os.Open(root + "proc/stat")
	if err != nil {
		return 0, false
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	found := false
	for lines.Scan() {
		fields := bytes.Fields(lines.Bytes())
		if len(fields) < 9 || !bytes.HasPrefix(fields[0], []byte("cpu")) {
			break // cpus stand first
		}
		core, err := strconv.Atoi(string(fields[0][3:]))
		if err != nil || !allowed(core) {
			continue // the sum of all
		}
		for i, v := range fields[1:9] {
			if i == 3 || i == 4 { // idle, and idle with somebody waiting for a disk
				continue
			}
			ticks, err := strconv.ParseInt(string(v), 10, 64)
			if err != nil {
				return 0, false
			}
			sum += time.Duration(ticks) * time.Second / hertz
		}
		found = true
	}
	return sum, found
}

// allowedCores of a process: ranges such as 0-3,8.
func allowedCores(status string) (func(int) bool, bool) {
	text, err := os.ReadFile(status)
	if err != nil {
		return nil, false
	}
	_, rest, ok := strings.Cut(string(text), "Cpus_allowed_list:")
	if !ok {
		return nil, false
	}
	list, _, _ := strings.Cut(rest, "\n")
	var ranges [][2]int
	for _, part := range strings.Split(strings.TrimSpace(list), ",") {
		from, to, isRange := strings.Cut(part, "-")
		a, err := strconv.Atoi(from)
		b := a
		if isRange && err == nil {
			b, err = strconv.Atoi(to)
		}
		if err != nil {
			return nil, false
		}
		ranges = append(ranges, [2]int{a, b})
	}
	return func(core int) bool {
		for _, r := range ranges {
			if r[0] <= core && core <= r[1] {
				return true
			}
		}
		return false
	}, true
}

// heldBack is how long a quota of the process's group kept its threads from running;
// 0 where there is none.
func heldBack(root string) time.Duration {
	text, err := os.ReadFile(root + "proc/self/cgroup")
	if err != nil {
		return 0
	}
	for _, line := range strings.Split(string(text), "\n") {
		parts := strings.SplitN(line, ":", 3) // 0::/the/group, or 4:cpu,cpuacct:/the/group
		if len(parts) != 3 {
			continue
		}
		base := root + "sys/fs/cgroup"
		if parts[1] != "" {
			if !strings.Contains(","+parts[1]+",", ",cpu,") {
				continue
			}
			base += "/" + parts[1]
		}
		for _, file := range []string{base + parts[2] + "/cpu.stat", base + "/cpu.stat"} {
			if d, ok := throttled(file); ok {
				return d
			}
		}
	}
	return 0
}

// throttled time of a group, in microseconds or, as older kernels say it, nanoseconds.
func throttled(file string) (time.Duration, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	for _, line := range strings.Split(string(text), "\n") {
		name, value, _ := strings.Cut(line, " ")
		unit := map[string]time.Duration{"throttled_usec": time.Microsecond, "throttled_time": 1}[name]
		if unit == 0 {
			continue
		}
		n, err := strconv.ParseInt(value, 10, 64)
		return time.Duration(n) * unit, err == nil && n >= 0
	}
	return 0, false
}
