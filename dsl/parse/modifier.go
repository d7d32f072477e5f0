package parse

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// ahead is how many tokens away the first one is that is no line end.
func (p *parser) ahead() int {
	n := 0
	for p.peek(n).Kind == token.Newline {
		n++
	}
	return n
}

// isModifier tells whether a modifier begins n tokens behind the cursor; a
// name = or name: there is something else.
func (p *parser) isModifier(n int) bool {
	t, behind := p.peek(n), p.peek(n+1).Kind
	return t.Kind == token.Name && token.IsModifier(t.Text) && behind != token.Assign && behind != token.Colon
}

// aheadOfModifier is ahead where a modifier continues the line above, else 0.
func (p *parser) aheadOfModifier() int {
	if n := p.ahead(); p.isModifier(n) {
		return n
	}
	return 0
}

func (p *parser) modifiers() []*ast.Modifier {
	var out []*ast.Modifier
	seen := map[string]bool{}
	for p.isModifier(p.aheadOfModifier()) {
		p.join()
		t := p.peek(0)
		if seen[t.Text] {
			p.report(t.Range, "E0224", t.Text+" is given twice", "keep one of them")
		}
		seen[t.Text] = true
		out = append(out, p.modifier())
	}
	return out
}

func (p *parser) modifier() *ast.Modifier {
	t := p.next()
	m := &ast.Modifier{Word: t.Text}
	switch t.Text {
	case "gain":
		m.Value = p.amount()
		if p.is(token.LBrace) {
			p.braced("{", true, func() {
				g := &ast.TierGain{}
				begin := p.here()
				g.Tier = p.ident("the name of a tier")
				p.expect(token.Colon, ": and a gain")
				g.Value = p.amount()
				g.At = p.from(begin)
				m.Tiers = append(m.Tiers, g)
			})
		}
	case "when":
		m.Value = p.expr()
	case "timeout", "hedge":
		m.Value = p.number("a duration such as 30ms")
	case "retry":
		m.Value = p.number("how often")
	case "cache":
		m.Value = p.number("a duration such as 5s")
		if p.acceptWord("by") {
			m.By = p.value()
		}
	case "fallback":
		m.Value = p.value()
	}
	m.At = p.from(t.Range.From)
	return m
}
