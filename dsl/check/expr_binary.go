package check

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// binary types an operator with two sides.
func (t *typer) binary(n *exprast.BinaryNode) sig.Type {
	a, b := t.noSets(n.Left, n.Right)
	switch n.Operator {
	case "??":
		return t.coalesce(n, a, b)
	case "==", "!=":
		return t.equal(n, a, b)
	case "<", "<=", ">", ">=":
		return t.order(n, a, b)
	case "and", "&&", "or", "||":
		t.want(n.Left, a, sig.Type{Kind: sig.Bool}, n.Operator)
		t.want(n.Right, b, sig.Type{Kind: sig.Bool}, n.Operator)
		return sig.Type{Kind: sig.Bool}
	case "in":
		return t.in(n, a, b)
	case "matches", "contains", "startsWith", "endsWith":
		t.want(n.Left, a, sig.Type{Kind: sig.String}, n.Operator)
		t.want(n.Right, b, sig.Type{Kind: sig.String}, n.Operator)
		if n.Operator == "matches" {
			t.pattern(n.Right)
		}
		return sig.Type{Kind: sig.Bool}
	case "+", "-", "*", "/", "%", "**", "^":
		return t.arithmetic(n, a, b)
	case "..":
		t.c.report(t.span(n), "E0231", "a range stands only as an argument of its own", "")
		return sig.Type{}
	}
	t.c.unsupported(t.span(n), "the operator "+n.Operator)
	return sig.Type{}
}

// coalesce is a ?? b: never nil when b is not.
func (t *typer) coalesce(n *exprast.BinaryNode, a, b sig.Type) sig.Type {
	if a.Kind == sig.Invalid || b.Kind == sig.Invalid {
		a.Nullable = a.Nullable && b.Nullable
		if a.Kind == sig.Invalid {
			return sig.Type{}
		}
		return a
	}
	if !a.Nullable {
		t.c.report(t.span(n.Left), "W0504", "the left side of ?? is never nil", "leave the default out")
		t.c.fix(token.Range{From: t.span(n.Left).To, To: t.span(n.Right).To}, "")
	}
	left := a
	if a.Kind != sig.Nil {
		left.Nullable = false
	}
	out, ok := sig.Common(left, b)
	if !ok {
		t.c.report(t.span(n.Right), "E0401", fmt.Sprintf("the left side of ?? is %s, the right one %s", left, b), "both sides have one type")
		return sig.Type{}
	}
	out.Nullable = b.Nullable
	return out
}

// equal is == and !=, which take nil.
func (t *typer) equal(n *exprast.BinaryNode, a, b sig.Type) sig.Type {
	out := sig.Type{Kind: sig.Bool}
	if a.Kind == sig.Invalid || b.Kind == sig.Invalid {
		return out
	}
	for _, side := range []struct {
		n      exprast.Node
		lit, t sig.Type
	}{{n.Left, b, a}, {n.Right, a, b}} {
		if side.lit.Kind == sig.Nil && side.t.Kind != sig.Nil && !side.t.Nullable {
			t.c.report(t.span(n), "W0505", fmt.Sprintf("%s is never nil, so this is always %v", t.text(side.n, side.t), n.Operator == "!="), "")
			return out
		}
	}
	if a.Kind == sig.Vector || b.Kind == sig.Vector {
		if a.Kind != sig.Nil && b.Kind != sig.Nil {
			t.c.report(t.span(n), "E0401", "vectors are not compared by "+n.Operator, "use dot or cosine")
		}
		return out
	}
	a.Nullable, b.Nullable = false, false
	if _, ok := sig.Common(a, b); !ok {
		t.c.report(t.span(n), "E0401", fmt.Sprintf("%s and %s are never equal", a, b), "")
	}
	return out
}

// order is < <= > >=, over two of one ordered kind.
func (t *typer) order(n *exprast.BinaryNode, a, b sig.Type) sig.Type {
	out := sig.Type{Kind: sig.Bool}
	a, b = t.notNil(n.Left, a), t.notNil(n.Right, b)
	if a.Kind == sig.Invalid || b.Kind == sig.Invalid {
		return out
	}
	if isNumeric(a) && isNumeric(b) || a.Kind == b.Kind && ordered(a) {
		return out
	}
	help := ""
	if a.Kind == sig.Duration && isNumeric(b) || b.Kind == sig.Duration && isNumeric(a) {
		help = "a duration has a unit, such as 3d"
	}
	t.c.report(t.span(n), "E0401", fmt.Sprintf("%s and %s have no order", a, b), help)
	return out
}

func isNumeric(t sig.Type) bool { return t.Kind == sig.Int || t.Kind == sig.Float }

func ordered(t sig.Type) bool {
	switch t.Kind {
	case sig.Int, sig.Float, sig.String, sig.Time, sig.Duration:
		return true
	}
	return false
}

// in looks for a scalar in a list.
func (t *typer) in(n *exprast.BinaryNode, a, b sig.Type) sig.Type {
	out := sig.Type{Kind: sig.Bool}
	a, b = t.notNil(n.Left, a), t.notNil(n.Right, b)
	if a.Kind == sig.Invalid || b.Kind == sig.Invalid {
		return out
	}
	if b.Kind != sig.List {
		t.c.report(t.span(n.Right), "E0401", fmt.Sprintf("in wants a list, this is %s", b), "")
		return out
	}
	if b.Elem == nil {
		return out
	}
	elem := *b.Elem
	elem.Nullable = false
	if _, ok := sig.Common(a, elem); !ok {
		t.c.report(t.span(n), "E0401", fmt.Sprintf("%s is never in %s", a, b), "")
	}
	return out
}

// arithmetic is + - * / % ** over numbers, + of strings, and times with durations.
func (t *typer) arithmetic(n *exprast.BinaryNode, a, b sig.Type) sig.Type {
	a, b = t.notNil(n.Left, a), t.notNil(n.Right, b)
	a.Bounds, b.Bounds = nil, nil
	if n.Operator == "/" || n.Operator == "%" {
		if t.isZero(n.Right) {
			t.c.report(t.span(n.Right), "E0419", "division by zero", "")
		}
	}
	if a.Kind == sig.Invalid || b.Kind == sig.Invalid {
		return sig.Type{}
	}
	if out, ok := arithmeticType(n.Operator, a, b); ok {
		return out
	}
	help := ""
	if a.Kind == sig.Time && isNumeric(b) {
		help = "a duration has a unit, such as 48h"
	}
	t.c.report(t.span(n), "E0401", fmt.Sprintf("%s %s %s has no meaning", a, n.Operator, b), help)
	return sig.Type{}
}

func arithmeticType(op string, a, b sig.Type) (sig.Type, bool) {
	kind := func(k sig.Kind) (sig.Type, bool) { return sig.Type{Kind: k}, true }
	switch {
	case isNumeric(a) && isNumeric(b):
		if op == "/" || op == "**" || op == "^" || a.Kind == sig.Float || b.Kind == sig.Float {
			return kind(sig.Float)
		}
		return kind(sig.Int)
	case a.Kind == sig.String && b.Kind == sig.String && op == "+":
		return kind(sig.String)
	case a.Kind == sig.Time && b.Kind == sig.Duration && (op == "+" || op == "-"),
		a.Kind == sig.Duration && b.Kind == sig.Time && op == "+":
		return kind(sig.Time)
	case a.Kind == sig.Time && b.Kind == sig.Time && op == "-",
		a.Kind == sig.Duration && b.Kind == sig.Duration && (op == "+" || op == "-"),
		a.Kind == sig.Duration && isNumeric(b) && (op == "*" || op == "/"),
		isNumeric(a) && b.Kind == sig.Duration && op == "*":
		return kind(sig.Duration)
	case a.Kind == sig.Duration && b.Kind == sig.Duration && op == "/":
		return kind(sig.Float)
	}
	return sig.Type{}, false
}
