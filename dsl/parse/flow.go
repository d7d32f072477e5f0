package parse

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// block is `{ statements… value }`.
func (p *parser) block() *ast.Block {
	from := p.here()
	b := &ast.Block{}
	before := len(p.diags)
	p.braced("{ and a block", false, func() {
		t := p.peek(0)
		if b.Value != nil {
			p.report(t.Range, "E0221", "the value is the last line of a block", "move this line above it")
		}
		if t.Kind == token.Name && p.peek(1).Kind == token.Assign {
			b.Stmts = append(b.Stmts, p.stmt())
			return
		}
		if p.word("after") && p.peek(1).Kind == token.LBrace {
			p.report(t.Range, "E0203", "after stands in the body of a pipeline, not in a block", "move it out")
			p.after()
			return
		}
		if p.word("return") {
			p.fail(t.Range, "E0221", "the value of a block stands without return", "")
			return
		}
		v := p.value()
		mods := p.modifiers()
		if b.Value == nil {
			b.Value, b.Mods = v, mods
		}
	})
	b.At = p.from(from)
	if b.Value == nil && !p.halted && len(p.diags) == before {
		p.report(b.At, "E0221", "the block has no value", "its last line is one without a name")
	}
	return b
}

// ifValue is an if; its chain of else if is bounded as brackets are.
func (p *parser) ifValue() ast.Value {
	first := p.oneIf()
	last := first
	for depth := 1; !p.halted; depth++ {
		if p.is(token.Newline) && p.peek(p.ahead()).Text == "else" {
			p.join()
		}
		if !p.word("else") {
			at := p.toks[p.at-1].Range
			p.fail(at, "E0219", "an if has an else", "else { and what it gives otherwise }")
			p.amend(at, token.Range{From: at.To, To: at.To}, " else { nil }")
			break
		}
		p.next()
		if !p.word("if") {
			last.Else = p.block()
			break
		}
		if depth == maxDepth {
			p.fail(p.peek(0).Range, "E0902", "more than 64 else if", "use a table: a resource or a function")
			break
		}
		next := p.oneIf()
		last.Else = next
		last = next
	}
	for n := ast.Value(first); n != nil; {
		i, ok := n.(*ast.If)
		if !ok {
			break
		}
		i.At = p.from(i.At.From)
		n = i.Else
	}
	return first
}

func (p *parser) oneIf() *ast.If {
	from := p.next().Range.From
	n := &ast.If{Cond: p.expr()}
	n.Then = p.block()
	n.At = p.from(from)
	return n
}

func (p *parser) loop() *ast.Loop {
	from := p.next().Range.From
	l := &ast.Loop{Init: p.binds()}
	p.expectWord("while")
	l.While = p.expr()
	if p.acceptWord("max") {
		l.Max = p.number("how often at most")
	}
	before := len(p.diags)
	seen := false
	p.braced("{ and the body of the loop", false, func() {
		t := p.peek(0)
		if seen {
			p.report(t.Range, "E0222", "next is the last line of a loop", "move this line above it")
		}
		if p.word("next") && p.peek(1).Kind == token.Name {
			seen = true
			p.next()
			l.Next = append(l.Next, p.binds()...)
			return
		}
		if p.peek(1).Kind != token.Assign && t.Kind == token.Name && !p.word("after") {
			p.fail(t.Range, "E0222", "the body of a loop ends with next", "next name = value")
			return
		}
		l.Stmts = append(l.Stmts, p.stmt())
	})
	l.At = p.from(from)
	if !seen && !p.halted && len(p.diags) == before {
		p.report(p.toks[p.at-1].Range, "E0222", "the body of a loop ends with next", "next name = value")
	}
	return l
}

func (p *parser) binds() []*ast.Bind {
	var out []*ast.Bind
	for !p.halted {
		from := p.here()
		b := &ast.Bind{Name: p.ident("a name of the loop")}
		p.expect(token.Assign, "= and a value")
		b.Value = p.value()
		b.At = p.from(from)
		out = append(out, b)
		if !p.accept(token.Comma) {
			break
		}
		p.join()
	}
	return out
}

func (p *parser) each() *ast.Each {
	from := p.next().Range.From
	e := &ast.Each{Name: p.ident("a name for the element")}
	p.expectWord("in")
	e.In = p.value()
	for !p.halted {
		word := p.peek(0)
		was := e.Max
		if p.acceptWord("max") {
			e.Max = p.number("how many at most")
		} else if p.acceptWord("parallel") {
			was, e.Parallel = e.Parallel, p.number("how many at once")
		} else {
			break
		}
		if was != nil {
			p.report(word.Range, "E0224", word.Text+" is given twice", "leave one of them out")
		}
	}
	e.Body = p.block()
	e.At = p.from(from)
	return e
}

func (p *parser) choose() *ast.Choose {
	from := p.next().Range.From
	c := &ast.Choose{}
	p.braced("{ and the arms", false, func() {
		a := &ast.Arm{}
		begin := p.here()
		a.Name = p.ident("an arm such as name: call")
		p.expect(token.Colon, ": behind the arm "+a.Name.Text)
		if p.is(token.LBrace) {
			a.Value = p.block()
		} else {
			a.Value = p.value()
		}
		a.Mods = p.modifiers()
		a.At = p.from(begin)
		c.Arms = append(c.Arms, a)
	})
	c.At = p.from(from)
	return c
}
