package parse

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// signature is `(a: T = constant, …) -> T`.
func (p *parser) signature() *ast.Signature {
	from := p.here()
	s := &ast.Signature{}
	p.expect(token.LParen, "( with the parameters")
	for !p.halted && !p.is(token.RParen) {
		s.Params = append(s.Params, p.param(false))
		if !p.accept(token.Comma) {
			break
		}
	}
	p.expect(token.RParen, "a comma or )")
	p.expect(token.Arrow, "->")
	s.Result = p.typeExpr()
	s.At = p.from(from)
	return s
}

// param is a parameter, or a field of a record, which may be called what a
// statement or a modifier is called.
func (p *parser) param(field bool) *ast.Param {
	t := p.peek(0)
	n := &ast.Param{Doc: t.doc}
	if field && !isExprWord(t.Text) || t.Text == "item" {
		n.Name = p.anyName("a name such as title: text")
	} else {
		n.Name = p.ident("a name such as k: int")
	}
	p.expect(token.Colon, ": and a type behind "+n.Name.Text)
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
