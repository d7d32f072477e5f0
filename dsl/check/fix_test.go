package check_test

import (
	"strings"
	"testing"

	"riffle.dev/riffle/dsl/diag"
)

// An edit that a diagnostic offers takes it away: tried on the bad example of
// every code. The codes listed always offer one.
func TestFixes(t *testing.T) {
	fixed := map[string]bool{
		"E0103": true, "E0104": false, "E0206": true, "E0208": true, "E0219": true, "E0223": true, "E0228": true, "E0235": true,
		"E0301": true, "E0308": false, "E0309": true, "E0310": true, "E0404": true, "E0502": true, "E0503": true, "W0504": true, "E0706": true, "W0711": true,
	}
	for _, c := range diag.Codes() {
		offered := false
		for _, d := range project(c.Bad) {
			if d.Code != c.Code || len(d.Fix) == 0 {
				continue
			}
			offered = true
			mended := diag.Apply([]byte(c.Bad), d.Fix)
			if mended == nil {
				t.Errorf("%s: edits %v are not of the text", c.Code, d.Fix)
				continue
			}
			for _, left := range project(string(mended)) {
				if left.Code == d.Code && left.Message == d.Message && left.Line == d.Line {
					t.Errorf("%s stays after\n%s", left, mended)
				}
			}
		}
		if fixed[c.Code] && !offered {
			t.Errorf("%s offers no edit", c.Code)
		}
	}
}

// Every edit offered anywhere in testdata/bad is of its text and changes it, and
// every name that was meant is offered as one.
func TestFixesOfFiles(t *testing.T) {
	for _, name := range files(t, "testdata/bad/*.riffle") {
		src := read(t, name)
		for _, d := range project(src) {
			if strings.HasPrefix(d.Help, "did you mean ") && len(d.Fix) != 1 {
				t.Errorf("%s: %s has the edits %v", name, d, d.Fix)
			}
			if len(d.Fix) == 0 {
				continue
			}
			if mended := diag.Apply([]byte(src), d.Fix); mended == nil || string(mended) == src {
				t.Errorf("%s: %s: the edits %v do not work", name, d, d.Fix)
			}
		}
	}
}

func TestApply(t *testing.T) {
	edit := func(from, to int, text string) diag.Fix {
		f := diag.Fix{Text: text}
		f.Range.From, f.Range.To = from, to
		return f
	}
	for _, c := range []struct {
		edits []diag.Fix
		want  string
	}{
		{nil, "abcdef"},
		{[]diag.Fix{edit(0, 1, "xx"), edit(3, 3, "-"), edit(5, 6, "")}, "xxbc-de"},
		{[]diag.Fix{edit(5, 6, ""), edit(0, 1, "xx")}, "xxbcde"},
		{[]diag.Fix{edit(0, 3, "x"), edit(2, 4, "y")}, ""},
		{[]diag.Fix{edit(5, 7, "x")}, ""},
		{[]diag.Fix{edit(3, 2, "x")}, ""},
	} {
		if got := diag.Apply([]byte("abcdef"), c.edits); string(got) != c.want {
			t.Errorf("%v: %q, want %q", c.edits, got, c.want)
		}
	}
}
