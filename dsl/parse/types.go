package parse

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// signature is `(a: T = constant, …) -> T`.
func (p *parser) signature() *ast.Signature {
	from := p.here()
	s := &ast.Signature{}
	opened := p.is(token.LParen) || !(p.is(token.Name) && p.peek(1).Kind == token.Colon)
	if opened {
		p.expect(token.LParen, "( with the parameters")
	} else {
		p.missing("( with the parameters")
	}
	for !p.halted && !p.is(token.RParen) {
		s.Params = append(s.Params, p.param(false))
		if !p.accept(token.Comma) {
			break
		}
	}
	if opened {
		p.expect(token.RParen, "a comma or )")
	}
	s.Result = p.result()
	s.At = p.from(from)
	return s
}

// calledName is the name of what has a signature; one left out is reported
// without giving up what follows.
func (p *parser) calledName(what string) *ast.Name {
	if !p.is(token.LParen) {
		return p.ident(what)
	}
	p.missing(what)
	return &ast.Name{At: token.Range{From: p.here(), To: p.here()}}
}

// result is `-> T`. What is left out of it is reported without giving up the
// body behind it.
func (p *parser) result() *ast.TypeExpr {
	switch {
	case p.accept(token.Arrow):
		if p.is(token.LBrace) && p.beginsBody() {
			p.missing("the type of the answer")
			return nil
		}
	case p.is(token.LBrace):
		p.missing("-> and the type of the answer")
		return nil
	case p.is(token.Name):
		p.missing("->")
	default:
		p.expect(token.Arrow, "->")
	}
	return p.typeExpr()
}

// beginsBody tells whether the bracket { at the cursor opens the body of a
// pipeline and not a record type.
func (p *parser) beginsBody() bool {
	n := 1
	for p.peek(n).Kind == token.Newline {
		n++
	}
	return p.peek(n).Kind == token.Name && (p.peek(n+1).Kind == token.Assign || p.peek(n).Text == "return")
}

// missing reports with E0203 what should stand before the cursor and goes on
// as if it did, unless something on this line was reported already.
func (p *parser) missing(what string) {
	t := p.peek(0)
	line := p.lines.Line(t.Range.From)
	if p.halted || p.badFrom(p.lines.Start(line), max(t.Range.To, p.lines.Start(line+1))) {
		return
	}
	p.report(t.Range, "E0203", what+" wanted, not "+describe(t), "")
}

// param is a parameter, or a field of a record, which may be called what a
// statement or a modifier is called.
func (p *parser) param(field bool) *ast.Param {
	t := p.peek(0)
	n := &ast.Param{Doc: p.docs[t.raw]}
	if field && !isExprWord(t.Text) || t.Text == "item" {
		n.Name = p.anyName("a name such as title: text")
	} else {
		n.Name = p.ident("a name such as k: int")
	}
	if what := ": and a type behind " + n.Name.Text; p.is(token.Name) {
		p.missing(what)
	} else {
		p.expect(token.Colon, what)
	}
	n.Type = p.typeExpr()
	if p.accept(token.Assign) {
		n.Default = p.constant()
		p.endOfConstant()
	}
	n.At = p.from(t.Range.From)
	return n
}

// isExprWord tells whether expr reads the word as its own even in brackets.
func isExprWord(word string) bool {
	switch word {
	case "true", "false", "nil", "not", "let", "item":
		return true
	}
	return isBinaryWord(word)
}

func (p *parser) recordType() *ast.RecordType {
	from := p.here()
	r := &ast.RecordType{}
	p.braced("{", true, func() { r.Fields = append(r.Fields, p.param(true)) })
	r.At = p.from(from)
	return r
}

func (p *parser) typeExpr() *ast.TypeExpr {
	from := p.here()
	t := &ast.TypeExpr{}
	switch p.kind() {
	case token.LBrace:
		t.Record = p.recordType()
	case token.Name:
		t.Name = p.ident("a type")
		if p.accept(token.LParen) {
			p.typeArgs(t)
		}
	default:
		p.wanted("a type", "")
	}
	t.Nullable = p.accept(token.Question)
	t.At = p.from(from)
	return t
}

func (p *parser) typeArgs(t *ast.TypeExpr) {
	for !p.halted && !p.is(token.RParen) {
		from := p.here()
		a := &ast.TypeArg{}
		switch {
		case p.is(token.Name) && p.peek(1).Kind == token.Colon:
			a.Label = p.anyName("")
			p.next()
			a.Value = p.constant()
		case p.is(token.Name) || p.is(token.LBrace):
			a.Type = p.typeExpr()
		default:
			a.Value = p.constant()
		}
		a.At = p.from(from)
		t.Args = append(t.Args, a)
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen, "a comma or )")
}
