package parse_test

import (
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"
)

func listing(l diag.List) string {
	var b strings.Builder
	for _, d := range l {
		b.WriteString(d.String() + "\n")
	}
	return b.String()
}

// Every declared code of syntax is provoked by its bad example, alone, and its
// good example is clean.
func TestCodes(t *testing.T) {
	for _, c := range diag.SyntaxCodes() {
		t.Run(c.Code, func(t *testing.T) {
			_, got := parse.File("bad.riffle", []byte(c.Bad))
			if len(got) != 1 || got[0].Code != c.Code {
				t.Errorf("bad example gives\n%swanted only %s\n%s", listing(got), c.Code, c.Bad)
			}
			if _, got := parse.File("good.riffle", []byte(c.Good)); len(got) > 0 {
				t.Errorf("good example gives\n%s%s", listing(got), c.Good)
			}
		})
	}
}

// A code is declared once, and a message follows the house's rules.
func TestCodesAreDeclaredOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range diag.Codes() {
		if seen[c.Code] {
			t.Errorf("%s is declared twice", c.Code)
		}
		seen[c.Code] = true
		if c.Summary == "" || strings.HasSuffix(c.Summary, ".") {
			t.Errorf("%s has the summary %q", c.Code, c.Summary)
		}
		if got, ok := diag.Explain(c.Code); !ok || got.Code != c.Code {
			t.Errorf("%s can't be explained", c.Code)
		}
	}
}
