package dsl_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/dsl/parse"
)

// block is one ```riffle block of SPEC.md.
type block struct {
	line  int
	body  bool     // lines of a pipeline
	codes []string // of the diagnostics that must come
	text  string
}

func blocks(t *testing.T) []block {
	t.Helper()
	spec, err := os.ReadFile("SPEC.md")
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
				switch {
				case w == "body":
					cur.body = true
				case w != "bad":
					cur.codes = append(cur.codes, w)
				}
			}
		case cur != nil && line == "```":
			if cur.body {
				cur.text = "pipeline p(a: items, q: string, k: int, user: User) -> items {\n" + cur.text + "  return a\n}\n"
			}
			out = append(out, *cur)
			cur = nil
		case cur != nil:
			cur.text += line + "\n"
		}
	}
	if len(out) < 20 {
		t.Fatalf("%d blocks found, want 20 at least", len(out))
	}
	return out
}

func TestSpecBlocks(t *testing.T) {
	for _, b := range blocks(t) {
		t.Run(fmt.Sprintf("line %d", b.line), func(t *testing.T) {
			_, diags := parse.File("SPEC.md", []byte(b.text))
			var codes []string
			for _, d := range diags {
				codes = append(codes, d.Code)
			}
			if got, want := strings.Join(codes, " "), strings.Join(b.codes, " "); got != want {
				t.Fatalf("diagnostics %q, want %q\n%v\n%s", got, want, diags, b.text)
			}
			if len(diags) == 0 && !b.body {
				if out, _ := format.Source("SPEC.md", []byte(b.text)); string(out) != b.text {
					t.Errorf("the block is not canonical, which would be\n%s", out)
				}
			}
		})
	}
}

var codeRow = regexp.MustCompile(`(?m)^\| (E\d{4}) \| (.*) \|$`)

// The table of codes says what diag declares.
func TestSpecCodes(t *testing.T) {
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, m := range codeRow.FindAllStringSubmatch(string(spec), -1) {
		rows[m[1]] = m[2]
	}
	for _, c := range diag.SyntaxCodes() {
		if want := strings.ReplaceAll(c.Summary, "|", `\|`); rows[c.Code] != want {
			t.Errorf("SPEC.md says %q of %s, diag says %q", rows[c.Code], c.Code, want)
		}
		delete(rows, c.Code)
	}
	for code := range rows {
		t.Errorf("SPEC.md has %s, which no one declares", code)
	}
}
