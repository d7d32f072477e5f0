// Package diag is the one diagnostic type of Riffle, from the lexer to the
// console: severity, stable code, range, message, help, related places.
//
// Invariants: a stage returns the whole list, never only the first; every code
// is declared once in Codes with a bad and a good example, and the example is
// a test. Messages are lower case without a full stop, name the thing and both
// sides. The package imports the standard library and dsl/token.
package diag

import (
	"fmt"
	"sort"
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// Severity of a diagnostic. Only Error stops a compile.
type Severity string

// Severities, worst first.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Hint    Severity = "hint"
)

// Diagnostic is one finding. Its JSON form is the documented output of
// `riffle check --format json` and of the REST check call.
type Diagnostic struct {
	Severity  Severity  `json:"severity" enum:"error,warning,hint" doc:"error stops a compile"`
	Code      string    `json:"code" doc:"stable code such as E0301"`
	File      string    `json:"file"`
	Line      int       `json:"line" doc:"from 1"`
	Column    int       `json:"column" doc:"in characters, from 1"`
	EndLine   int       `json:"end_line"`
	EndColumn int       `json:"end_column" doc:"the column behind the last character"`
	Message   string    `json:"message"`
	Help      string    `json:"help,omitempty" doc:"what to write instead"`
	Related   []Related `json:"related,omitempty"`
	Fix       []Fix     `json:"fix,omitempty" doc:"edits of the same file that would mend it, made together"`

	Range token.Range `json:"-"` // byte offsets in File
}

// Related is another place that explains a diagnostic.
type Related struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// Fix is one edit: the text that should stand at a place of the file. Where the
// place is empty, text is put in; where Text is empty, it is taken out. Edits of
// one diagnostic do not overlap.
type Fix struct {
	Line      int    `json:"line"`
	Column    int    `json:"column" doc:"in characters, from 1"`
	EndLine   int    `json:"end_line"`
	EndColumn int    `json:"end_column" doc:"the column behind the last character that goes"`
	Text      string `json:"text"`

	Range token.Range `json:"-"` // byte offsets in the file
}

// NewFix makes an edit at a range of a file whose lines are given.
func NewFix(lines *token.Lines, at token.Range, text string) Fix {
	from, to := lines.Position(at.From), lines.Position(max(at.From, at.To))
	return Fix{Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column, Text: text, Range: at}
}

// Apply makes the edits in a text, the last first. It is nil when one of them
// is not of this text, or two of them overlap.
func Apply(src []byte, edits []Fix) []byte {
	sorted := append([]Fix(nil), edits...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Range.From > sorted[j].Range.From })
	out, end := append([]byte{}, src...), len(src)
	for _, e := range sorted {
		if e.Range.From < 0 || e.Range.To < e.Range.From || e.Range.To > end {
			return nil
		}
		end = e.Range.From
		out = append(out[:e.Range.From:e.Range.From], append([]byte(e.Text), out[e.Range.To:]...)...)
	}
	return out
}

// String is the one-line text form: file:line:col: code message (help).
func (d Diagnostic) String() string {
	s := fmt.Sprintf("%s:%d:%d: %s %s: %s", d.File, d.Line, d.Column, d.Severity, d.Code, d.Message)
	if d.Help != "" {
		s += " (" + d.Help + ")"
	}
	return s
}

// New makes a diagnostic of the severity its code begins with (E, W or H) at a
// range of a file whose lines are given.
func New(file string, lines *token.Lines, at token.Range, code, message, help string) Diagnostic {
	d := Diagnostic{Severity: Error, Code: code, File: file, Message: message, Help: help, Range: at}
	switch {
	case strings.HasPrefix(code, "W"):
		d.Severity = Warning
	case strings.HasPrefix(code, "H"):
		d.Severity = Hint
	}
	from, to := lines.Position(at.From), lines.Position(max(at.From, at.To))
	d.Line, d.Column, d.EndLine, d.EndColumn = from.Line, from.Column, to.Line, to.Column
	return d
}

// List of diagnostics.
type List []Diagnostic

// HasErrors tells whether any of them stops a compile.
func (l List) HasErrors() bool {
	for _, d := range l {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Sort orders by file, place, code, and drops exact repetitions in place.
func (l List) Sort() List {
	sort.SliceStable(l, func(i, j int) bool {
		a, b := l[i], l[j]
		switch {
		case a.File != b.File:
			return a.File < b.File
		case a.Range.From != b.Range.From:
			return a.Range.From < b.Range.From
		case a.Code != b.Code:
			return a.Code < b.Code
		}
		return a.Message < b.Message
	})
	out := l[:0]
	for i, d := range l {
		if i > 0 && d.File == l[i-1].File && d.Range == l[i-1].Range && d.Code == l[i-1].Code && d.Message == l[i-1].Message {
			continue
		}
		out = append(out, d)
	}
	return out
}
