package check_test

import (
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/diag"
)

func project(src string) diag.List {
	_, list := analysis.Project(map[string][]byte{"a.riffle": []byte(src)}, checktest.Catalogue())
	return list
}

func listing(l diag.List) string {
	var b strings.Builder
	for _, d := range l {
		b.WriteString(d.String() + "\n")
	}
	return b.String()
}

// Every declared code fires on its bad example, at the marked line, and its
// good example is clean.
func TestCodes(t *testing.T) {
	for _, c := range diag.CheckCodes() {
		t.Run(c.Code, func(t *testing.T) {
			wrong := 0
			for i, line := range strings.Split(c.Bad, "\n") {
				if strings.HasSuffix(line, "// here") {
					wrong = i + 1
				}
			}
			found := false
			list := project(c.Bad)
			for _, d := range list {
				if d.Code == c.Code && d.Line == wrong {
					found = true
				} else if d.Severity == diag.Error && d.Code != c.Code {
					t.Errorf("the bad example gives more: %s", d)
				}
			}
			if !found {
				t.Errorf("line %d gives no %s:\n%s%s", wrong, c.Code, listing(list), c.Bad)
			}
			for _, d := range project(c.Good) {
				if d.Code != "H0901" || c.Code == "H0901" { // what has no effect yet may stand in it
					t.Errorf("the good example gives %s\n%s", d, c.Good)
				}
			}
		})
	}
}

// A message is lower case, ends without a full stop and carries no code that
// is not declared.
func TestMessages(t *testing.T) {
	for _, c := range diag.CheckCodes() {
		for _, d := range project(c.Bad) {
			if _, ok := diag.Explain(d.Code); !ok {
				t.Errorf("%s is not declared", d.Code)
			}
			if strings.HasSuffix(d.Message, ".") || d.Message == "" || d.Message[0] >= 'A' && d.Message[0] <= 'Z' {
				t.Errorf("message %q", d.Message)
			}
		}
	}
}
