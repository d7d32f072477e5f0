package overload

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// What others had is what the allowed cores did, without what the process itself did,
// and what a quota held back. Idle time and other cores do not count.
func TestNeighbours(t *testing.T) {
	root := t.TempDir() + "/"
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(root+name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(root+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const stat = "cpu  9 9 9 9 9 9 9 9 9 9\n"
	write("proc/self/status", "Name:\tx\nCpus_allowed:\tffff\nCpus_allowed_list:\t0,2-3\nMems_allowed:\t1\n")
	write("proc/stat", stat+"cpu0 100 0 0 500 50 0 0 0 0 0\ncpu1 100 0 0 0 0 0 0 0 0 0\ncpu2 0 0 0 0 0 0 0 0 0 0\nintr 1 2 3\ncpu3 7 7 7 7 7 7 7 7 7 7\n")
	write("proc/self/cgroup", "12:cpuset:/\n3:cpu,cpuacct:/pod\n0::/pod\n")

	var n neighbours
	now := time.Unix(1_700_000_000, 0)
	begin := n.sum(now, time.Second, root)
	if begin <= 0 {
		t.Fatalf("%v at the first reading, which is for not known", begin)
	}
	sum := func(after, used time.Duration) time.Duration {
		now = now.Add(after)
		return n.sum(now, used, root) - begin
	}
	// 300 ms of cpu0 in all its ways, 200 of cpu2, of which 150 are ours.
	write("proc/stat", stat+"cpu0 110 5 5 900 90 5 2 3 0 0\ncpu1 999 0 0 0 0 0 0 0 0 0\ncpu2 0 0 20 0 0 0 0 0 0 0\nintr 1 2 3\n")
	if got := sum(100*time.Millisecond, 1150*time.Millisecond); got != 350*time.Millisecond {
		t.Errorf("others had %v, want 350ms", got)
	}
	if got := sum(10*time.Millisecond, 5*time.Second); got != 350*time.Millisecond {
		t.Errorf("%v within a tick, want what was read before", got)
	}
	write("sys/fs/cgroup/cpu,cpuacct/pod/cpu.stat", "nr_periods 5\nnr_throttled 1\nthrottled_time 40000000\n")
	if got := sum(100*time.Millisecond, 1150*time.Millisecond); got != 390*time.Millisecond {
		t.Errorf("others had %v after a quota held 40ms back, want 390ms", got)
	}
	write("proc/self/cgroup", "0::/pod\n")
	write("sys/fs/cgroup/pod/cpu.stat", "usage_usec 9\nthrottled_usec 50000\n")
	if got := sum(100*time.Millisecond, 1150*time.Millisecond); got != 400*time.Millisecond {
		t.Errorf("others had %v after a quota held 10ms more back, want 400ms", got)
	}
	// Coarse ticks: we used more than the cores are told to have done.
	if got := sum(100*time.Millisecond, 1200*time.Millisecond); got != 350*time.Millisecond {
		t.Errorf("others had %v, want 350ms: what was too much is taken back", got)
	}
}

// Where the kernel does not tell, nothing is known.
func TestNeighboursUnknown(t *testing.T) {
	for name, files := range map[string]map[string]string{
		"nothing":     {},
		"no status":   {"proc/stat": "cpu0 1 1 1 1 1 1 1 1 1 1\n"},
		"no list":     {"proc/self/status": "Name:\tx\n", "proc/stat": "cpu0 1 1 1 1 1 1 1 1 1 1\n"},
		"bad list":    {"proc/self/status": "Cpus_allowed_list:\t0-x\n", "proc/stat": "cpu0 1 1 1 1 1 1 1 1 1 1\n"},
		"no cores":    {"proc/self/status": "Cpus_allowed_list:\t0\n", "proc/stat": "intr 1 2 3\n"},
		"bad numbers": {"proc/self/status": "Cpus_allowed_list:\t0\n", "proc/stat": "cpu0 1 x 1 1 1 1 1 1 1 1\n"},
		"too few":     {"proc/self/status": "Cpus_allowed_list:\t0\n", "proc/stat": "cpu0 1 1\n"},
	} {
		root := t.TempDir() + "/"
		for file, text := range files {
			if err := os.MkdirAll(filepath.Dir(root+file), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(root+file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var n neighbours
		for i := range 3 {
			if got := n.sum(time.Unix(int64(i), 0), time.Second, root); got != 0 {
				t.Errorf("%s: %v, want 0", name, got)
			}
		}
	}
}
