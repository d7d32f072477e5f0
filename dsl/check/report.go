package check

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/token"
)

// Bounds of one Check; what lies beyond is one E0902.
const (
	maxFindings = 1000       // a file, hints left out
	maxHints    = 200        // a file; the rest is left out without a word
	maxNodes    = 10_000     // of one pipeline after expansion
	maxFields   = 1000       // of one record, resource, signature or call, as written
	maxSize     = 10_000     // fields of one type, those of records within included
	maxColumns  = 1_000_000  // of all sets of a project
	maxTypes    = 500        // types holding one another
	maxDepth    = 64         // pipelines calling pipelines
	maxNear     = 20_000_000 // cells computed for suggestions
	maxMessage  = 600        // bytes of a message or a help
	maxName     = 64         // characters of a name in a message
)

// report adds a finding at a place of the file at hand.
func (c *checker) report(at token.Range, code, message, help string) {
	if c.file == nil || c.file.Lines == nil {
		return
	}
	switch code {
	case "E0301", "E0312", "E0410":
		c.lost++
	}
	message, help = cut(message, maxMessage), cut(help, maxMessage)
	if strings.HasPrefix(code, "H") { // must not take the place of mistakes
		if c.hints[c.file.Name]++; c.hints[c.file.Name] <= maxHints {
			c.diags = append(c.diags, diag.New(c.file.Name, c.file.Lines, at, code, message, help))
		}
		return
	}
	n := c.perFile[c.file.Name] + 1
	c.perFile[c.file.Name] = n
	switch {
	case n == maxFindings+1:
		c.diags = append(c.diags, diag.New(c.file.Name, c.file.Lines, at, "E0902",
			fmt.Sprintf("more than %d findings in this file; the rest is left out", maxFindings), ""))
	case n <= maxFindings:
		c.diags = append(c.diags, diag.New(c.file.Name, c.file.Lines, at, code, message, help))
	}
}

// related adds another place to the finding reported last.
func (c *checker) related(file *ast.File, at token.Range, message string) {
	if len(c.diags) == 0 || file == nil || file.Lines == nil || c.perFile[c.file.Name] > maxFindings {
		return
	}
	p := file.Lines.Position(at.From)
	last := &c.diags[len(c.diags)-1]
	last.Related = append(last.Related, diag.Related{File: file.Name, Line: p.Line, Column: p.Column, Message: message})
}

// show is a name as messages print it: cut when it is absurdly long.
func show(name string) string { return cut(name, maxName) }

// cut shortens a text to so many bytes, at a character.
func cut(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// source is the text at a place, for help that repeats it; "" when it is long.
func (c *checker) source(at token.Range) string {
	if c.file == nil || at.From < 0 || at.To > len(c.file.Src) || at.From >= at.To || at.To-at.From > maxName {
		return ""
	}
	return strings.TrimSpace(string(c.file.Src[at.From:at.To]))
}

// listed names up to eight things: "id, title and 7 more".
func listed(names []string) string {
	const most = 8
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}
