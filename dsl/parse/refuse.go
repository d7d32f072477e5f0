package parse

import (
	"strings"

	"riffle.dev/riffle/dsl/token"
)

// refused reports the first thing in an expression that the language leaves
// out of expr-lang's.
func (p *parser) refused(start, end int) bool {
	at, code, message, help := p.refuse(start, end)
	if code == "" {
		return false
	}
	p.report(at, code, message, help)
	switch code {
	case "E0104":
		p.amend(at, at, strings.TrimPrefix(help, "write "))
	case "E0228":
		p.amend(at, at, ".")
	case "E0235":
		p.amend(at, at, "==")
	}
	return true
}

// refuse finds it; code is empty if there is none.
func (p *parser) refuse(start, end int) (at token.Range, code, message, help string) {
	none := tok{Token: &token.Token{}}
	for i := start; i < end; i++ {
		t, next := p.toks[i], none
		if i+1 < end {
			next = p.toks[i+1]
		}
		switch {
		case t.Text == "|":
			return t.Range, "E0215", "| is not used", "write a call: lower(q)"
		case t.Text == ";":
			return t.Range, "E0216", "; is not used", "give a part a name in a statement of its own"
		case t.Text == "?.":
			return t.Range, "E0228", "?. is not used: a field of nil is nil", "write a plain dot"
		case t.Kind == token.Operator && t.Text[0] == '$':
			return t.Range, "E0229", t.Text + " is not used", "name a parameter or a statement"
		case t.Kind == token.DotDot:
			return t.Range, "E0231", "a range stands only as an argument of its own", "such as k: 100..300"
		case t.Kind == token.Assign:
			return t.Range, "E0235", "= gives a name to a statement", "== compares"
		case t.Kind == token.Colon && next.Kind == token.Colon && !next.Space:
			return t.Range, "E0230", ":: has no meaning here", ""
		case t.Kind == token.Dot && next.Kind == token.Name && i+2 < end && p.toks[i+2].Kind == token.LParen:
			return next.Range, "E0233", "methods are not used", "call a function: " + next.Text + "(x)"
		case t.Kind == token.Name && i > start && p.toks[i-1].Kind == token.Dot:
			// a field may be called anything
		case t.Text == "let" && t.Kind == token.Name:
			return t.Range, "E0214", "let is not used", "name a statement: x = …"
		case t.Text == "if" && t.Kind == token.Name && startsOperand(next):
			return t.Range, "E0232", "if stands only right of name =", "in an expression: cond ? a : b"
		case isBareNumber(t.Kind) && next.Kind == token.Name && token.IsUnit(next.Text):
			return t.Range.Union(next.Range), "E0104", "a unit touches its number", "write " + t.Text + next.Text
		case (t.Text == "b" || t.Text == "B") && next.Kind == token.String && !next.Space:
			return t.Range, "E0234", "byte strings are not used", "take the b away"
		}
	}
	return token.Range{}, "", "", ""
}

func startsOperand(t tok) bool {
	switch t.Kind {
	case token.Name:
		return !isBinaryWord(t.Text)
	case token.Int, token.Float, token.Unit, token.String, token.LParen:
		return true
	}
	return t.Text == "!"
}
