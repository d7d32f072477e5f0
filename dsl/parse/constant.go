package parse

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// constant is a value without names of a pipeline in it.
func (p *parser) constant() ast.Value {
	t := p.peek(0)
	switch t.Kind {
	case token.Int, token.Float, token.Unit:
		return p.amount()
	case token.Operator:
		if t.Text == "-" && isNumber(p.peek(1).Kind) {
			return p.amount()
		}
	case token.String:
		return p.str("")
	case token.Name:
		if p.peek(1).Kind == token.LParen {
			return p.constantCall()
		}
		p.next()
		return &ast.Word{At: t.Range, Text: t.Text}
	case token.LBrack:
		return p.list(p.constantElement)
	case token.LBrace:
		return p.record(p.constantElement)
	}
	p.fail(t.Range, "E0211", "a constant wanted here, not "+describe(t), "a number, a string, a word, a list or a record")
	return nil
}

func (p *parser) constantElement() ast.Value {
	v := p.constant()
	p.endOfConstant()
	return v
}

func (p *parser) constantCall() ast.Value {
	from := p.here()
	c := &ast.Call{Name: p.anyName("")}
	p.next()
	p.args(c, p.constantElement)
	c.At = p.from(from)
	return c
}

// endOfConstant refuses an operator behind a constant.
func (p *parser) endOfConstant() {
	if t := p.peek(0); !p.halted && p.continuesExpr(p.at) {
		p.fail(t.Range, "E0211", "a constant wanted here, and "+describe(t)+" goes on", "computed values stand in pipelines")
	}
}

func isNumber(k token.Kind) bool { return k == token.Int || k == token.Float || k == token.Unit }

// number is one number with an optional minus.
func (p *parser) number(what string) *ast.NumberLit {
	from := p.here()
	minus := p.is(token.Operator) && p.peek(0).Text == "-" && isNumber(p.peek(1).Kind)
	if minus {
		p.next()
	}
	t := p.peek(0)
	if !isNumber(t.Kind) {
		p.wanted(what, "")
		return &ast.NumberLit{At: token.Range{From: from, To: from}}
	}
	p.next()
	n := numberLit(t.Token)
	if minus {
		n.Text, n.Num = "-"+n.Text, -n.Num
	}
	n.At = p.from(from)
	return n
}

// numberLit reads a number token.
func numberLit(t *token.Token) *ast.NumberLit {
	digits := t.Text
	n := &ast.NumberLit{At: t.Range, Text: t.Text, Int: t.Kind == token.Int}
	if t.Kind == token.Unit {
		digits = strings.TrimRightFunc(digits, func(r rune) bool { return (r < '0' || r > '9') && r != '_' })
		n.Unit = t.Text[len(digits):]
	}
	n.Num, _ = strconv.ParseFloat(strings.ReplaceAll(digits, "_", ""), 64) // too large is reported by the lexer
	return n
}

// amount is a number or a range of two.
func (p *parser) amount() ast.Value {
	from := p.here()
	lo := p.number("a number")
	if !p.accept(token.DotDot) {
		return lo
	}
	if t := p.peek(0); !isNumber(t.Kind) && !(t.Text == "-" && isNumber(p.peek(1).Kind)) {
		p.fail(t.Range, "E0225", "a range has a constant on each side", "such as 100..300")
		return lo
	}
	hi := p.number("a number")
	return &ast.RangeLit{At: p.from(from), Lo: lo, Hi: hi}
}

// str is a string constant; what says what it is for.
func (p *parser) str(what string) *ast.StringLit {
	t := p.expect(token.String, strings.TrimSpace(what+" a string"))
	return &ast.StringLit{At: t.Range, Value: unquote(t.Text)}
}

// unquote reads a string token; one with a reported mistake gives its inside.
func unquote(text string) string {
	if len(text) < 2 {
		return ""
	}
	_, open := utf8.DecodeRuneInString(text) // quotes of prose take several bytes
	_, closer := utf8.DecodeLastRuneInString(text)
	if open+closer > len(text) {
		return ""
	}
	inner := text[open : len(text)-closer]
	if text[0] == '`' {
		return strings.ReplaceAll(inner, "``", "`")
	}
	if s, err := strconv.Unquote(text); err == nil {
		return s
	}
	return inner
}
