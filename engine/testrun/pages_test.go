package testrun_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/engine/testrun"
)

// The examples of the specification and of the language's pages that are marked
// `riffle run` have tests, and they hold.
func TestPagesRun(t *testing.T) {
	pages, err := filepath.Glob("../../docs/language/*.md")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, page := range append(pages, "../../dsl/SPEC.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for i, part := range strings.Split(string(text), "```") {
			if program, ok := strings.CutPrefix(part, "riffle run\n"); ok && i%2 == 1 {
				t.Run(fmt.Sprintf("%s:%d", filepath.Base(page), line), func(t *testing.T) { ran += runs(t, program) })
			}
			line += strings.Count(part, "\n")
		}
	}
	if ran < 15 {
		t.Errorf("only %d tests ran", ran)
	}
}

// runs the tests of a program and says how many there are.
func runs(t *testing.T, program string) int {
	s, tests, err := suite([]txtar.File{{Name: "page.riffle", Data: []byte(program)}})
	if err != nil {
		t.Fatal(err)
	}
	if len(tests) == 0 {
		t.Error("no tests")
	}
	for _, test := range tests {
		r := s.Run(context.Background(), test)
		if r.Status == testrun.Pass {
			continue
		}
		t.Errorf("%q: %s %v", test.Title, r.Status, r.Err)
		for _, f := range r.Failures {
			t.Errorf("  not so: %+v %v", f.Values, f.Err)
		}
	}
	return len(tests)
}
