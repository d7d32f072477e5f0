package parse

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

func (p *parser) test(from int, doc string) ast.Decl {
	d := &ast.Test{Doc: doc, Title: p.str("what is expected,")}
	p.expectWord("of")
	d.Of = p.ident("the name of a pipeline or scene")
	p.braced("{", true, func() { d.Entries = append(d.Entries, p.testEntry()) })
	d.At = p.from(from)
	return d
}

func (p *parser) testEntry() *ast.TestEntry {
	t := p.peek(0)
	e := &ast.TestEntry{Verb: t.Text}
	switch {
	case p.acceptWord("request"):
		if !p.is(token.LBrace) {
			p.wanted("{ and the request", "")
			break
		}
		e.Value = p.record(p.value)
	case p.acceptWord("expect"):
		e.Value = p.expr()
	case p.acceptWord("given"):
		p.given(e)
	default:
		p.wanted("given, request or expect", "")
	}
	e.At = p.from(t.Range.From)
	return e
}

func (p *parser) given(e *ast.TestEntry) {
	if p.word("now") && p.peek(1).Kind == token.String {
		p.next()
		e.How, e.Value = "now", p.str("")
		return
	}
	e.Target = append(e.Target, p.ident("the name of what is given"))
	for p.accept(token.Dot) {
		e.Target = append(e.Target, p.ident("a name behind the dot"))
	}
	t := p.peek(0)
	e.How = t.Text
	switch {
	case p.is(token.LBrack):
		e.How, e.Value = "rows", p.list(p.value)
	case p.acceptWord("from"):
		e.Value = p.str("the name of a file,")
	case p.acceptWord("gives"):
		e.Value = p.value()
	case p.acceptWord("fails"):
		w := p.peek(0)
		if !p.acceptWord("timeout") && !p.acceptWord("error") {
			p.wanted("timeout or error", "")
		}
		e.Value = &ast.Word{At: w.Range, Text: w.Text}
	case p.acceptWord("off"):
	case p.acceptWord("at"):
		w := p.ident("the name of an arm")
		e.Value = &ast.Word{At: w.At, Text: w.Text}
	default:
		p.wanted(`from, gives, fails, off, at or [ rows ]`, "")
	}
}
