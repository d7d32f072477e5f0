package enginetest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/engine/op"
)

// block is one ```riffle block of a page.
type block struct {
	file  string // of the tutorial: what the block is written to
	line  int
	body  bool     // lines of a pipeline
	check bool     // names and types too
	codes []string // of the diagnostics that must come
	text  string
}

// blocks of a page.
func blocks(t *testing.T, page string) []block {
	t.Helper()
	spec, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	around, err := os.ReadFile(cases + "/around.riffle")
	if err != nil {
		t.Fatal(err)
	}
	var out []block
	var cur *block
	for i, line := range strings.Split(string(spec), "\n") {
		switch {
		case cur == nil && strings.HasPrefix(line, "```riffle"):
			words := strings.Fields(strings.TrimPrefix(line, "```riffle"))
			cur = &block{line: i + 1}
			for _, w := range words {
				switch w {
				case "body":
					cur.body = true
				case "check", "run":
					cur.check = true
				case "bad":
				default:
					if strings.Contains(w, ".") {
						cur.file = w
					} else {
						cur.codes = append(cur.codes, w)
					}
				}
			}
		case cur != nil && line == "```":
			switch {
			case cur.body && cur.check:
				cur.text = strings.Replace(string(around), "  …\n", cur.text, 1)
			case cur.body:
				cur.text = "pipeline p(a: items, q: string, k: int, user: User) -> items {\n" + cur.text + "  return a\n}\n"
			}
			out = append(out, *cur)
			cur = nil
		case cur != nil:
			cur.text += line + "\n"
		}
	}
	return out
}

// diagnostics of a block, and their codes, but for hints.
func (b *block) diagnostics() ([]string, diag.List) {
	_, diags := parse.File("a.riffle", []byte(b.text))
	if b.check {
		_, diags = analysis.Project(map[string][]byte{"a.riffle": []byte(b.text)}, op.NewCatalogue())
	}
	var codes []string
	for _, d := range diags {
		if d.Severity != diag.Hint {
			codes = append(codes, d.Code)
		}
	}
	return codes, diags
}

func TestSpecBlocks(t *testing.T) {
	all := blocks(t, "../../dsl/SPEC.md")
	if len(all) < 60 {
		t.Fatalf("%d blocks found, want 60 at least", len(all))
	}
	for _, b := range all {
		t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
			codes, diags := b.diagnostics()
			if got, want := strings.Join(codes, " "), strings.Join(b.codes, " "); got != want {
				t.Fatalf("diagnostics %q, want %q\n%v\n%s", got, want, diags, b.text)
			}
			if len(codes) == 0 && !b.body {
				if out, _ := format.Source("SPEC.md", []byte(b.text)); string(out) != b.text {
					t.Errorf("the block is not canonical, which would be\n%s", out)
				}
			}
		})
	}
}

// The examples of docs/language check as their marks say.
func TestLanguageDocs(t *testing.T) {
	pages, err := filepath.Glob("../../docs/language/*.md")
	if err != nil || len(pages) < 3 {
		t.Fatalf("%d pages of docs/language (%v)", len(pages), err)
	}
	looked := 0
	for _, page := range pages {
		for _, b := range blocks(t, page) {
			if b.file != "" { // of the tutorial, which is run as a whole
				continue
			}
			looked++
			t.Run(fmt.Sprintf("%s line %d", filepath.Base(page), b.line), func(t *testing.T) {
				codes, diags := b.diagnostics()
				if got, want := strings.Join(codes, " "), strings.Join(b.codes, " "); got != want {
					t.Fatalf("diagnostics %q, want %q\n%v\n%s", got, want, diags, b.text)
				}
				if len(codes) == 0 {
					out, _ := format.Source(page, []byte(b.text))
					if d := cmp.Diff(b.text, string(out)); d != "" {
						t.Errorf("not canonical (-page +formatted):\n%s", d)
					}
				}
			})
		}
	}
	if looked < 15 {
		t.Errorf("only %d examples were looked at", looked)
	}
}
