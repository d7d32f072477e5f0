package main

import (
	"io"

	"riffle.dev/riffle/dsl/diag"
)

// painter colours what is printed on a terminal; of the zero value the text
// stays as it is.
type painter struct{ on bool }

// painterFor colours on a terminal, unless NO_COLOR is set to anything
// (no-color.org).
func (w world) painterFor(out io.Writer) painter {
	return painter{isTerminal(out) && w.getenv("NO_COLOR") == ""}
}

// The colours that are used: those a terminal's own palette adapts to light
// and dark.
const (
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
	bold   = "1"
	faint  = "2"
)

func (p painter) paint(style, text string) string {
	if !p.on || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// severity colours a text as bad as the finding is.
func (p painter) severity(s diag.Severity, text string) string {
	switch s {
	case diag.Error:
		return p.paint(red, text)
	case diag.Warning:
		return p.paint(yellow, text)
	}
	return p.paint(cyan, text)
}
