package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ran runs a command line in this process with standard input and no
// variables.
func ran(stdin string, args ...string) (code int, out, errs string) {
	var stdout, stderr strings.Builder
	code = run(unhurried(args), world{strings.NewReader(stdin), &stdout, &stderr, func(string) string { return "" }})
	return code, stdout.String(), stderr.String()
}

// unhurried is a command line whose request has the time that it needs: a busy
// machine must not decide what a node gives.
func unhurried(args []string) []string {
	if len(args) < 3 || args[0] != "run" || slices.Contains(args, "--server") {
		return args
	}
	return append(slices.Clone(args), "--unhurried")
}

// folder is a new one with files by their paths.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
