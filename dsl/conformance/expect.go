package conformance

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/diag"
)

var marked = regexp.MustCompile(`### (below )?"([EWH]\d{4})"(?: at (\S+))?`)

// Expected diagnostic of a case.
type Expected struct {
	File string
	Line int // of the file
	Code string
	At   string // what stands at its place; "" when not said
}

// Expected lists what the comments of a case name, in order of file and line.
func (c *Case) Expected() []Expected {
	var out []Expected
	for _, f := range c.Files {
		for i, line := range strings.Split(f.Text, "\n") {
			for _, m := range marked.FindAllStringSubmatch(line, -1) {
				e := Expected{File: f.Name, Line: i + 1, Code: m[2], At: m[3]}
				if m[1] != "" {
					e.Line++
				}
				out = append(out, e)
			}
		}
	}
	return out
}

// Compare says how a list of diagnostics differs from what a case expects; nil
// when it does not. Hints that no comment names do not count: they say what has
// no effect yet. Lines are those of the archive where they are the case's.
func (c *Case) Compare(list diag.List) []string {
	var out []string
	want := c.Expected()
	for _, d := range list {
		i := slices.IndexFunc(want, func(e Expected) bool {
			return e.File == d.File && e.Line == d.Line && e.Code == d.Code
		})
		if i < 0 && d.Severity == diag.Hint {
			continue
		}
		if i < 0 {
			out = append(out, fmt.Sprintf("%s: not expected: %s", c.where(d.File, d.Line), d))
			continue
		}
		if at := want[i].At; at != "" && !strings.HasPrefix(c.from(d), at) {
			out = append(out, fmt.Sprintf("%s: %s stands at %.20q, want %q", c.where(d.File, d.Line), d.Code, c.from(d), at))
		}
		want = slices.Delete(want, i, i+1)
	}
	for _, e := range want {
		out = append(out, fmt.Sprintf("%s: no %s", c.where(e.File, e.Line), e.Code))
	}
	return out
}

// from is the text that begins where a diagnostic stands.
func (c *Case) from(d diag.Diagnostic) string {
	for _, f := range c.Files {
		if f.Name == d.File && d.Range.From <= len(f.Text) {
			return f.Text[d.Range.From:]
		}
	}
	return ""
}

func (c *Case) where(file string, line int) string {
	for i, f := range c.Files {
		if i == 0 && f.Name == file && len(c.Files) > 0 && !strings.HasPrefix(c.Text, opener) {
			return fmt.Sprintf("%s.txtar:%d", c.Archive, c.Line+line-1-f.Skip)
		}
	}
	return fmt.Sprintf("%s.txtar:%d: %s:%d", c.Archive, c.Line, file, line)
}
