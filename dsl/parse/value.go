package parse

import (
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// value is a range, a call, a list, a record or an expression. What begins as
// a call, list or record is one if nothing behind its closing bracket goes on
// an expression.
func (p *parser) value() ast.Value {
	if p.is(token.Newline) && !p.endsBehind(p.at, true) {
		p.join()
	}
	t := p.peek(0)
	switch {
	case isNumber(t.Kind) && p.peek(1).Kind == token.DotDot,
		t.Text == "-" && isNumber(p.peek(1).Kind) && p.peek(2).Kind == token.DotDot:
		return p.amount()
	case t.Kind == token.Name && p.peek(1).Kind == token.LParen:
		if !token.IsReserved(t.Text) && !token.IsClosure(t.Text) && !p.continuesExpr(int(p.toks[p.at+1].partner)+1) {
			return p.call()
		}
	case t.Kind == token.LBrack && !p.continuesExpr(int(t.partner)+1):
		return p.list(p.value)
	case t.Kind == token.LBrace && !p.continuesExpr(int(t.partner)+1):
		return p.record(p.value)
	}
	return p.expr()
}

func (p *parser) call() *ast.Call {
	from := p.here()
	c := &ast.Call{Name: p.ident("the name of what is called")}
	p.next()
	p.args(c, p.value)
	c.At = p.from(from)
	return c
}

// args reads arguments up to ), which it takes.
func (p *parser) args(c *ast.Call, value func() ast.Value) {
	p.inside++
	named := false
	for !p.halted && !p.is(token.RParen) {
		from := p.here()
		a := &ast.Arg{}
		if p.is(token.Name) && p.peek(1).Kind == token.Colon {
			a.Name = p.anyName("")
			p.next()
			named = true
		} else if named {
			p.report(p.peek(0).Range, "E0226", "a positional argument behind a named one", "give it a name, or put it first")
		}
		a.Value = value()
		a.At = p.from(from)
		c.Args = append(c.Args, a)
		if !p.accept(token.Comma) {
			break
		}
	}
	p.inside--
	p.closing(token.RParen, "a comma or )")
}

// closing takes the bracket that ends a list of values.
func (p *parser) closing(kind token.Kind, what string) {
	t := p.peek(0)
	switch {
	case t.Kind == kind:
		p.next()
	case t.Kind == token.DotDot:
		p.fail(t.Range, "E0225", "a range has a constant on each side", "such as 100..300")
	case t.Kind == token.Assign:
		p.fail(t.Range, "E0203", what+" wanted, not =", "arguments are written name: value; == compares")
	default:
		p.misspelt(what)
	}
}

// misspelt says what is wanted at the cursor, with the help for an operator in
// large letters there or, as for NOT, before it.
func (p *parser) misspelt(what string) {
	if p.shouted() {
		t := p.toks[p.at-1]
		p.fail(t.Range, "E0227", "an expression wanted, not "+t.Text, smallWord(t))
		p.amend(t.Range, t.Range, strings.ToLower(t.Text))
		return
	}
	t := p.peek(0)
	help := smallWord(t)
	p.wanted(what, help)
	if word, ok := strings.CutPrefix(help, "write "); ok {
		p.amend(t.Range, t.Range, word)
	}
}

// shouted tells whether the token before the cursor is a NOT.
func (p *parser) shouted() bool {
	return !p.halted && p.at > 0 && p.toks[p.at-1].Kind == token.Name && p.toks[p.at-1].Text != "not" && strings.EqualFold(p.toks[p.at-1].Text, "not")
}

// smallWord is the help for an operator in large letters.
func smallWord(t tok) string {
	switch word := strings.ToLower(t.Text); {
	case t.Kind == token.Name && word != t.Text && (isBinaryWord(word) || word == "not"):
		return "write " + word
	case t.Text == "is" && t.Kind == token.Name:
		return "== compares, with nil too"
	}
	return ""
}

func (p *parser) list(value func() ast.Value) *ast.List {
	from := p.here()
	l := &ast.List{}
	p.next()
	p.inside++
	for !p.halted && !p.is(token.RBrack) {
		l.Elems = append(l.Elems, value())
		if !p.accept(token.Comma) {
			break
		}
	}
	p.inside--
	p.closing(token.RBrack, "a comma or ]")
	l.At = p.from(from)
	return l
}

func (p *parser) record(value func() ast.Value) *ast.Record {
	from := p.here()
	r := &ast.Record{}
	p.inside++
	p.braced("{", true, func() {
		t := p.peek(0)
		f := &ast.RecordField{}
		if p.is(token.String) {
			p.next()
			f.Key = &ast.Name{Text: unquote(t.Text), At: t.Range}
		} else {
			f.Key = p.anyName("a key such as name: value")
		}
		p.expect(token.Colon, ": behind "+describe(t))
		f.Value = value()
		f.At = p.from(t.Range.From)
		r.Fields = append(r.Fields, f)
	})
	p.inside--
	r.At = p.from(from)
	return r
}
