package check

import (
	"fmt"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// want reports an operand that does not fit.
func (t *typer) want(n exprast.Node, have, want sig.Type, who string) {
	if have.Kind == sig.Invalid || want.Kind == sig.Invalid {
		return
	}
	if have.Nullable && !want.Nullable && have.Kind != sig.Nil {
		bare := have
		bare.Nullable = false
		if sig.Fits(bare, want) {
			t.notNil(n, have)
			return
		}
	}
	if !sig.Fits(have, want) {
		t.c.report(t.span(n), "E0401", fmt.Sprintf("%s wants %s, this is %s", who, want, have), "")
	}
}

// notNil reports an operand that may be nil, once, and goes on as if it were not.
func (t *typer) notNil(n exprast.Node, have sig.Type) sig.Type {
	if !have.Nullable || have.Kind == sig.Invalid {
		return have
	}
	if have.Kind == sig.Nil {
		t.c.report(t.span(n), "E0503", "nil can't be computed with", "")
		return sig.Type{}
	}
	t.c.mayBeNil(t.span(n), have)
	have.Nullable = false
	return have
}

// mayBeNil is the message of E0503 with the default that would do.
func (c *checker) mayBeNil(at token.Range, have sig.Type) {
	text := c.source(at)
	if !balanced(text) {
		text = ""
	}
	help := "give it a default with ??"
	if strings.Contains(text, " ? ") {
		text = "(" + text + ")"
	}
	if d := defaultText(have); d != "" && text != "" {
		help = fmt.Sprintf("write (%s ?? %s)", text, d)
	}
	if text == "" {
		text = "this"
	}
	c.report(at, "E0503", text+" may be nil here", help)
	if d := defaultText(have); d != "" && text != "this" {
		c.fix(at, "("+text+" ?? "+d+")")
	}
}

// text is a node as written, or its type when that is long.
func (t *typer) text(n exprast.Node, typ sig.Type) string {
	if s := t.c.source(t.span(n)); s != "" && balanced(s) {
		return s
	}
	return typ.String()
}

func defaultText(t sig.Type) string {
	switch t.Kind {
	case sig.Int, sig.Float:
		return "0"
	case sig.String:
		return `""`
	case sig.Bool:
		return "false"
	case sig.List:
		return "[]"
	case sig.Duration:
		return "0s"
	}
	return ""
}

func balanced(s string) bool {
	depth := 0
	for _, r := range s {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// noSets types two sides, and reports sets among them once.
func (t *typer) noSets(left, right exprast.Node) (a, b sig.Type) {
	a, b = t.typ(left), t.typ(right)
	if a.Kind == sig.Items && b.Kind == sig.Items {
		t.noSet(left, a)
		return sig.Type{}, sig.Type{}
	}
	return t.noSet(left, a), t.noSet(right, b)
}

// noSet reports a set, or a list of sets, where one scalar is computed.
func (t *typer) noSet(n exprast.Node, have sig.Type) sig.Type {
	switch {
	case have.Kind == sig.Items:
		t.c.report(t.span(n), "E0401", t.text(n, have)+" is a set, and no scalar", "count, any, map and their like read its items; if chooses between sets")
	case have.Kind == sig.List && have.Elem != nil && have.Elem.Kind == sig.Items:
		t.c.report(t.span(n), "E0401", t.text(n, have)+" is a list of sets, and no scalar", "merge takes it, each goes over it")
	default:
		return have
	}
	return sig.Type{}
}
