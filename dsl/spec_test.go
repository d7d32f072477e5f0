package dsl_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the table of codes into SPEC.md")

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
