package overload

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// Waits are summed over threads; one that ended takes nothing back, what cannot
// be read counts nothing, and a second question within a tick reads nothing.
func TestDelays(t *testing.T) {
	tasks := t.TempDir()
	write := func(thread, text string) {
		t.Helper()
		dir := filepath.Join(tasks, thread)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "schedstat"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var d delays
	now := time.Unix(1_700_000_000, 0)
	sum := func(after time.Duration) time.Duration {
		now = now.Add(after)
		return d.sum(now, tasks)
	}
	write("1", "100 5000 3\n")
	write("2", "100 7000 3\n")
	write("broken", "x")
	if got := sum(0); got != 0 {
		t.Errorf("%v at the first reading: what was before is not ours", got)
	}
	write("1", "200 6000 4\n")
	write("3", "1 90000 1\n") // it began meanwhile
	if got := sum(100 * time.Millisecond); got != 1000 {
		t.Errorf("%v, want 1µs", got)
	}
	write("1", "200 9000 4\n")
	if got := sum(10 * time.Millisecond); got != 1000 {
		t.Errorf("%v within a tick, want what was read before", got)
	}
	if err := os.RemoveAll(filepath.Join(tasks, "2")); err != nil {
		t.Fatal(err)
	}
	write("3", "1 90500 1\n")
	if got := sum(100 * time.Millisecond); got != 4500 {
		t.Errorf("%v, want 4.5µs", got)
	}
	if got := d.sum(now.Add(time.Second), filepath.Join(tasks, "nowhere")); got != 4500 {
		t.Errorf("%v where nothing is told", got)
	}
}
