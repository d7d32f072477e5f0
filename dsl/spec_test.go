package dsl_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/dsl/parse"
)

var update = flag.Bool("update", false, "write the table of codes into SPEC.md")

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
	around, err := os.ReadFile("conformance/testdata/around.riffle")
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
		_, diags = analysis.Project(map[string][]byte{"a.riffle": []byte(b.text)}, checktest.Language())
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
	all := blocks(t, "SPEC.md")
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

// The grammar of SPEC.md has a rule for every name it uses.
func TestSpecGrammarIsClosed(t *testing.T) {
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, grammar, ok := strings.Cut(string(spec), "```ebnf\n")
	if !ok {
		t.Fatal("no grammar")
	}
	grammar, _, _ = strings.Cut(grammar, "```")
	known := map[string]bool{"NL": true, "x": true, "name": true, "expr": true, "STRING": true, "INT": true, "FLOAT": true, "UNIT": true, "of": true, "constants": true, "only": true, "behind": true, "a": true, "number": true}
	for _, m := range regexp.MustCompile(`(?m)(?:^|\s{3,})(\w+)(?:\(x\))?\s*=`).FindAllStringSubmatch(grammar, -1) {
		known[m[1]] = true
	}
	text := regexp.MustCompile(`"[^"]*"`).ReplaceAllString(grammar, " ")
	for _, word := range regexp.MustCompile(`\w+`).FindAllString(text, -1) {
		if !known[word] {
			t.Errorf("the grammar uses %s and has no rule for it", word)
		}
	}
}

const from, to = "<!-- codes -->\n", "<!-- end -->"

// The table of codes says what diag declares; -update writes it.
func TestSpecCodes(t *testing.T) {
	spec, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	want.WriteString("\n| code | meaning |\n|---|---|\n")
	for _, c := range codes() {
		fmt.Fprintf(&want, "| %s | %s |\n", c.Code, strings.ReplaceAll(c.Summary, "|", `\|`))
	}
	want.WriteString("\n")
	head, rest, ok := strings.Cut(string(spec), from)
	table, tail, done := strings.Cut(rest, to)
	if !ok || !done {
		t.Fatalf("SPEC.md has no place for codes between %q and %q", from, to)
	}
	if table == want.String() {
		return
	}
	if !*update {
		t.Fatal("the codes in SPEC.md are not those of dsl/diag; go test ./dsl -update writes them")
	}
	if err := os.WriteFile("SPEC.md", []byte(head+from+want.String()+to+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
