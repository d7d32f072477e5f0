package parse

import (
	"strings"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/token"
)

// amend adds an edit to the finding reported last, if it stands at a place: fail
// may have said nothing.
func (p *parser) amend(of, at token.Range, text string) {
	if n := len(p.diags); n > 0 && p.diags[n-1].Range == of {
		p.diags[n-1].Fix = append(p.diags[n-1].Fix, diag.NewFix(p.lines, at, text))
	}
}

// lexical reports what the lexer finds; the help of a string in other quotes is
// the string as it should stand.
func (p *parser) lexical(at token.Range, code, message, help string) {
	p.report(at, code, message, help)
	switch code {
	case "E0103":
		p.amend(at, at, help)
	case "E0104":
		if text, ok := strings.CutPrefix(help, "write "); ok {
			p.amend(at, at, text)
		}
	}
}
