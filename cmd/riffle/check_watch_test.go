package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Watching says what it finds at once and after every change: of a file, of a
// new file, of one in a new folder; and ends with its context, without an error.
func TestCheckWatch(t *testing.T) {
	dir := folder(t, map[string]string{"a.riffle": cleanType})
	read, write := io.Pipe()
	c := &checker{world: world{out: write, err: io.Discard, getenv: func(string) string { return "" }}, format: "text"}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.watchAll(ctx, []string{dir}) }()
	lines := bufio.NewScanner(read)
	wait := func(want string) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() == want {
				return
			}
			if strings.Contains(lines.Text(), "\x1b") {
				t.Errorf("control characters into a pipe: %q", lines.Text())
			}
		}
		t.Fatalf("it ended before it said %q", want)
	}
	save := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		// As editors do: another file is put in its place.
		if err := os.WriteFile(path+"~", []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+"~", path); err != nil {
			t.Fatal(err)
		}
	}
	wait("no findings")
	save("a.riffle", brokenType)
	wait("1 error")
	save("b.riffle", "type X { y: Nothing }\n")
	wait("2 errors")
	save("a.riffle", cleanType)
	wait("1 error")
	save("b.riffle", "type Y { y: User }\n")
	wait("no findings")
	cancel()
	go func() { _, _ = io.Copy(io.Discard, read) }()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if code, _, errs := ran(cleanType, "check", "--watch", "-"); code != 2 || !strings.Contains(errs, "standard input does not change") {
		t.Errorf("exit %d, %s", code, errs)
	}
}
