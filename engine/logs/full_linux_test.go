package logs_test

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"riffle.dev/riffle/engine/logs"
)

// A place without room takes whole lines or none: what was written of a batch
// before the room ended would spoil the line behind it. The limit of this
// process stands for the end of a disk.
func TestAFullPlaceHoldsWholeLines(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	l := logs.New(logs.Options{Dir: dir})
	log := func(text string) {
		t.Helper()
		if err := l.Team("demo").Log("file:shown.jsonl", lines(text)); err != nil {
			t.Fatal(err)
		}
		wait(t, l)
	}
	log("first")
	limit := was
	limit.Cur = 4096
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	log(strings.Repeat("x", 5000))
	log("second")
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was); err != nil {
		t.Fatal(err)
	}
	log("third")
	got, err := os.ReadFile(filepath.Join(dir, "demo", "shown.jsonl"))
	if want := "first\nsecond\nthird\n"; err != nil || string(got) != want {
		t.Errorf("%.80q of %d bytes, %v, want %q", got, len(got), err, want)
	}
	if c := l.Counts(); c.Written != 3 || c.Failed != 1 {
		t.Errorf("counts %+v", c)
	}
}
