package parse

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

func (p *parser) pipeline(from int, doc string) ast.Decl {
	d := &ast.Pipeline{Doc: doc, Name: p.calledName("the name of the pipeline")}
	d.Signature = p.signature()
	returned, late := false, false
	before := len(p.diags)
	p.braced("{", false, func() {
		if returned && !late && !p.halted {
			late = true
			p.report(p.peek(0).Range, "E0213", "return is the last line", "move this line above it")
		}
		if !p.word("return") || p.peek(1).Kind == token.Assign {
			d.Stmts = append(d.Stmts, p.stmt())
			return
		}
		returned = true
		r := p.returnStmt()
		if d.Return == nil {
			d.Return = r
		}
	})
	if !returned && !p.halted && len(p.diags) == before && p.toks[p.at-1].Text != "" {
		p.report(p.toks[p.at-1].Range, "E0220", "the pipeline "+d.Name.Text+" ends without return", "return a set, or a record with one")
	}
	d.At = p.from(from)
	return d
}

func (p *parser) returnStmt() *ast.Return {
	from := p.next().Range.From
	r := &ast.Return{Value: p.value()}
	r.At = p.from(from)
	if t := p.peek(p.aheadOfModifier()); !p.halted && p.isModifier(p.aheadOfModifier()) {
		p.fail(t.Range, "E0212", "return takes no modifiers", "name the node: x = … "+t.Text+" …, then return x")
	}
	return r
}

// stmt is `name = value modifiers`, or `after { calls }`.
func (p *parser) stmt() *ast.Stmt {
	t := p.peek(0)
	s := &ast.Stmt{Doc: p.docs[t.raw]}
	switch {
	case p.word("after") && p.peek(1).Kind == token.LBrace:
		s.Value = p.after()
	case p.word("let") && p.peek(1).Kind == token.Name && p.peek(2).Kind == token.Assign:
		name := p.peek(1)
		p.report(t.Range, "E0214", "let is not used", "write "+name.Text+" = …")
		p.amend(t.Range, token.Range{From: t.Range.From, To: name.Range.From}, "")
		p.next()
		return p.stmt()
	case t.Kind == token.Name && p.peek(1).Kind == token.Assign:
		s.Name = p.ident("")
		p.next()
		s.Value = p.stmtValue()
		s.Mods = p.modifiers()
	default:
		p.noStmt(t)
	}
	s.At = p.from(t.Range.From)
	return s
}

// noStmt says what a line that is no statement should be.
func (p *parser) noStmt(t tok) {
	switch {
	case p.word("let"):
		p.fail(t.Range, "E0214", "let is not used", "a statement is name = value")
	case t.Kind == token.Name && p.peek(1).Kind == token.Colon:
		p.fail(t.Range, "E0218", "a statement is name = value, not name: value", t.Text+" = …")
	case t.Text == ";":
		p.fail(t.Range, "E0216", "; is not used", "one statement a line")
	default:
		p.fail(t.Range, "E0218", "a statement is name = value", "give what stands here a name")
	}
}

func (p *parser) stmtValue() ast.Value {
	if p.is(token.Newline) {
		switch p.peek(p.ahead()).Text {
		case "if", "loop", "each", "choose":
			p.join()
		}
	}
	switch {
	case p.word("if"):
		return p.ifValue()
	case p.word("loop"):
		return p.loop()
	case p.word("each"):
		return p.each()
	case p.word("choose"):
		return p.choose()
	}
	return p.value()
}

func (p *parser) after() *ast.After {
	from := p.next().Range.From
	a := &ast.After{}
	p.braced("{", false, func() {
		t := p.peek(0)
		c, ok := p.value().(*ast.Call)
		if !ok {
			p.fail(t.Range, "E0203", "a call wanted in after", `such as log(page, to: "file:shown.jsonl")`)
			return
		}
		a.Calls = append(a.Calls, c)
	})
	a.At = p.from(from)
	return a
}
