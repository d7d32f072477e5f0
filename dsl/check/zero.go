package check

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"
)

// isZero tells whether an operand always comes out 0: a constant, sums and
// products of constants, or a statement that is one.
func (t *typer) isZero(n exprast.Node) bool {
	v, ok := t.fold(n, 0)
	return ok && v == 0
}

// fold computes what is constant, as a float; ok is false for the rest.
func (t *typer) fold(n exprast.Node, depth int) (float64, bool) {
	if depth > 32 {
		return 0, false
	}
	switch v, _, _ := exprConst(t.homeOf(n), n); v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	switch n := n.(type) {
	case *exprast.IdentifierNode:
		return t.foldName(n.Value)
	case *exprast.UnaryNode:
		v, ok := t.fold(n.Node, depth+1)
		return -v, ok && n.Operator == "-"
	case *exprast.BinaryNode:
		a, ok := t.fold(n.Left, depth+1)
		if !ok {
			return 0, false
		}
		b, ok := t.fold(n.Right, depth+1)
		switch n.Operator {
		case "+":
			return a + b, ok
		case "-":
			return a - b, ok
		case "*":
			return a * b, ok
		}
	}
	return 0, false
}

// foldName is the value of a statement that is one constant, unless a column
// has its name.
func (t *typer) foldName(name string) (float64, bool) {
	if _, isColumn := t.column(name); isColumn || t.sc.body == nil {
		return 0, false
	}
	s := t.sc.body.p.stmts[name]
	if s == nil || s.stmt == nil || s.stmt.Value == nil {
		return 0, false
	}
	switch v, _, _ := ConstOf(s.stmt.Value); v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// noChoice reports ?: between two sets, once, with the if that says it.
func (t *typer) noChoice(n *exprast.ConditionalNode) {
	cond, a, b := t.c.source(t.span(n.Cond)), t.c.source(t.span(n.Exp1)), t.c.source(t.span(n.Exp2))
	help := "if chooses between sets"
	whole := cond != "" && a != "" && b != "" && balanced(cond) && balanced(a) && balanced(b)
	if whole {
		help = fmt.Sprintf("write if %s { %s } else { %s }", cond, a, b)
	}
	t.c.report(t.span(n), "E0401", "?: chooses between scalars, and these are sets", help)
	if whole && t.island.Tree == exprast.Node(n) {
		t.c.fix(t.island.At, fmt.Sprintf("if %s { %s } else { %s }", cond, a, b))
	}
}
