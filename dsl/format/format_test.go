package format_test

import (
	"flag"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/token"
)

var update = flag.Bool("update", false, "write what the formatter gives into testdata")

func mustFormat(t *testing.T, name string, src []byte) string {
	t.Helper()
	out, diags := format.Source(name, src)
	if len(diags) > 0 {
		t.Fatalf("%s does not parse: %v", name, diags)
	}
	return string(out)
}

// The projects in testdata/canon are written in the canonical form.
func TestFixedPoints(t *testing.T) {
	names, err := filepath.Glob("testdata/canon/*.riffle")
	if err != nil || len(names) < 10 {
		t.Fatalf("want at least 10 files in testdata/canon, have %d (%v)", len(names), err)
	}
	for _, name := range names {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(src), mustFormat(t, name, src)); d != "" {
			t.Errorf("%s is no fixed point (-file +formatted):\n%s", name, d)
		}
	}
}

// Each testdata/pairs/*.txtar has an `in` and the `out` that it becomes.
func TestPairs(t *testing.T) {
	names, err := filepath.Glob("testdata/pairs/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no pairs (%v)", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil || len(a.Files) == 0 {
				t.Fatalf("no archive: %v", err)
			}
			in := a.Files[0].Data
			out := mustFormat(t, name, in)
			if *update {
				a.Files = []txtar.File{a.Files[0], {Name: "out", Data: []byte(out)}}
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(a.Files[1].Data), out); d != "" {
				t.Errorf("(-wanted +got):\n%s", d)
			}
			check(t, in)
		})
	}
}

// check fails unless formatting in keeps its meaning and its comments, and
// formatting twice changes nothing.
func check(t *testing.T, in []byte) {
	t.Helper()
	before, diags := parse.File("in", in)
	if diags.HasErrors() {
		return
	}
	out := format.File(before)
	after, diags := parse.File("out", out)
	if len(diags) > 0 {
		t.Fatalf("the formatted text does not parse: %v\n--- in\n%s\n--- out\n%s", diags, in, out)
	}
	if a, b := meaning(before), meaning(after); a != b {
		t.Fatalf("the meaning changed (-before +after):\n%s\n--- in\n%s\n--- out\n%s", cmp.Diff(a, b), in, out)
	}
	if d := cmp.Diff(comments(before), comments(after)); d != "" {
		t.Fatalf("comments changed (-before +after):\n%s\n--- in\n%s\n--- out\n%s", d, in, out)
	}
	if again := format.File(after); string(again) != string(out) {
		t.Fatalf("not stable (-once +twice):\n%s\n--- in\n%s", cmp.Diff(string(out), string(again)), in)
	}
}

// comments are the texts of a file's comments, sorted, without their slashes.
func comments(f *ast.File) []string {
	var out []string
	for _, t := range f.Tokens {
		if t.Kind == token.Comment || t.Kind == token.DocComment {
			out = append(out, strings.TrimRight(strings.TrimLeft(t.Text, "/"), " \t\r"))
		}
	}
	sort.Strings(out)
	return out
}

func TestFilesKeepTheirMeaning(t *testing.T) {
	for _, pattern := range []string{"testdata/canon/*.riffle", "../parse/testdata/good/*.riffle"} {
		names, _ := filepath.Glob(pattern)
		if len(names) == 0 {
			t.Fatalf("no files match %s", pattern)
		}
		for _, name := range names {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			check(t, src)
			check(t, []byte(strings.ReplaceAll(string(src), "\n", "\r\n")))
		}
	}
}

// A file with errors of syntax is left alone.
func TestBrokenFileIsNotFormatted(t *testing.T) {
	out, diags := format.Source("broken.riffle", []byte("scene home {\n  deadline: \n}\n"))
	if out != nil || !diags.HasErrors() {
		t.Errorf("got %q and %v, want no text and an error", out, diags)
	}
}
