package main

import (
	"strings"
	"testing"
)

// The small project to learn from holds what it promises: no finding but hints,
// in the form of riffle fmt, and its tests pass.
func TestBooks(t *testing.T) {
	const dir = "../../examples/books"
	for _, args := range [][]string{{"check", dir}, {"fmt", "--check", dir}, {"test", dir}, {"explain", dir}} {
		code, out, errs := ran("", args...)
		if code != 0 || strings.Contains(out, " error ") || strings.Contains(out, " warning ") {
			t.Errorf("%v: exit %d\n%s%s", args, code, out, errs)
		}
		if args[0] == "test" && !strings.Contains(out, "3 passed") {
			t.Errorf("%v: not 3 passed\n%s", args, out)
		}
	}
}
