package main

import (
	"strings"
	"testing"
)

// The projects to learn from hold what they promise: no finding but hints, in
// the form of riffle fmt, and their tests pass.
func TestExamples(t *testing.T) {
	for dir, passed := range map[string]string{"../../examples/homefeed": "2 passed", "../../examples/books": "3 passed"} {
		t.Run(dir, func(t *testing.T) {
			for _, args := range [][]string{{"check", dir}, {"fmt", "--check", dir}, {"test", dir}, {"explain", dir}} {
				code, out, errs := ran("", args...)
				if code != 0 || strings.Contains(out, " error ") || strings.Contains(out, " warning ") {
					t.Errorf("%v: exit %d\n%s%s", args, code, out, errs)
				}
				if args[0] == "test" && !strings.Contains(out, passed) {
					t.Errorf("%v: no %q in\n%s", args, passed, out)
				}
			}
		})
	}
}
