package check

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// unitValue is a number with its unit applied: duration in ns and size in
// bytes as int64, percent and rate (a second) as float64.
func unitValue(n *ast.NumberLit) (any, sig.Type) {
	if f := token.Nanoseconds(n.Unit); f > 0 {
		return clampInt(n.Num * f), sig.Type{Kind: sig.Duration}
	}
	if f := token.Bytes(n.Unit); f > 0 {
		return clampInt(n.Num * f), sig.Type{Kind: sig.Int}
	}
	if f := token.PerSecond(n.Unit); f > 0 {
		return n.Num * f, sig.Type{Kind: sig.Float}
	}
	if n.Unit == "%" {
		return n.Num / 100, sig.Type{Kind: sig.Float}
	}
	if n.Int {
		return wholeNumber(n), sig.Type{Kind: sig.Int}
	}
	return n.Num, sig.Type{Kind: sig.Float}
}

// wholeNumber is an int as written: a float64 holds only those up to 2^53.
func wholeNumber(n *ast.NumberLit) int64 {
	if v, err := strconv.ParseInt(strings.ReplaceAll(n.Text, "_", ""), 10, 64); err == nil {
		return v
	}
	return clampInt(n.Num)
}

func clampInt(f float64) int64 {
	switch {
	case math.IsNaN(f):
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	case f <= math.MinInt64:
		return math.MinInt64
	}
	return int64(math.Round(f))
}

// number is a constant with its unit applied, as a float.
func number(n *ast.NumberLit) float64 {
	switch v, _ := unitValue(n); v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return n.Num
}

// ConstOf is the canonical value and type of a constant: int64 (also of a
// duration in ns), float64, bool, string, nil, []any, map[string]any. ok is
// false for what is none.
func ConstOf(v ast.Value) (value any, t sig.Type, ok bool) {
	switch v := v.(type) {
	case *ast.NumberLit:
		value, t = unitValue(v)
		return value, t, true
	case *ast.StringLit:
		return v.Value, sig.Type{Kind: sig.String}, true
	case *ast.Word:
		switch v.Text {
		case "true", "false":
			return v.Text == "true", sig.Type{Kind: sig.Bool}, true
		case "nil":
			return nil, sig.Type{Kind: sig.Nil}, true
		}
	case *ast.List:
		return listConst(v)
	case *ast.Record:
		out, t := map[string]any{}, sig.Type{Kind: sig.Record}
		for _, f := range v.Fields {
			if f == nil || f.Key == nil {
				continue
			}
			x, ft, ok := ConstOf(f.Value)
			if !ok {
				return nil, sig.Type{}, false
			}
			out[f.Key.Text] = x
			t.Fields = append(t.Fields, sig.Field{Name: f.Key.Text, Type: ft})
		}
		return out, t, true
	case *ast.Expr:
		return exprConst(v, v.Tree)
	}
	return nil, sig.Type{}, false
}

func listConst(v *ast.List) (any, sig.Type, bool) {
	out, elem := []any{}, sig.Type{}
	for _, e := range v.Elems {
		x, et, ok := ConstOf(e)
		if !ok {
			return nil, sig.Type{}, false
		}
		if elem, ok = sig.Common(elem, et); !ok {
			return nil, sig.Type{}, false
		}
		out = append(out, x)
	}
	return out, sig.Type{Kind: sig.List, Elem: &elem}, true
}

func exprConst(e *ast.Expr, n exprast.Node) (any, sig.Type, bool) {
	switch n := n.(type) {
	case *exprast.IntegerNode:
		return int64(n.Value), sig.Type{Kind: sig.Int}, true
	case *exprast.FloatNode:
		return n.Value, sig.Type{Kind: sig.Float}, true
	case *exprast.BoolNode:
		return n.Value, sig.Type{Kind: sig.Bool}, true
	case *exprast.StringNode:
		return n.Value, sig.Type{Kind: sig.String}, true
	case *exprast.NilNode:
		return nil, sig.Type{Kind: sig.Nil}, true
	case *exprast.IdentifierNode:
		if u := e.Unit[n.Value]; u != nil {
			v, t := unitValue(u)
			return v, t, true
		}
	case *exprast.UnaryNode:
		if n.Operator != "-" {
			break
		}
		switch v, t, _ := exprConst(e, n.Node); v := v.(type) {
		case int64:
			return -v, t, true
		case float64:
			return -v, t, true
		}
	}
	return nil, sig.Type{}, false
}

// wholeConst is the int a constant is, or that sums, differences and products of
// ints come to. What would wrap around is none.
func wholeConst(v ast.Value) (int64, bool) {
	if e, ok := v.(*ast.Expr); ok && e != nil {
		return wholeExpr(e, e.Tree, 0)
	}
	x, _, _ := ConstOf(v)
	n, ok := x.(int64)
	return n, ok
}

// maxFolded bounds how deep constants are folded, and how large they get.
const (
	maxFolded = 32
	maxWhole  = 1 << 31
)

func wholeExpr(e *ast.Expr, n exprast.Node, depth int) (int64, bool) {
	op, ok := n.(*exprast.BinaryNode)
	if !ok {
		x, t, _ := exprConst(e, n)
		whole, ok := x.(int64)
		return whole, ok && t.Kind == sig.Int
	}
	if depth > maxFolded {
		return 0, false
	}
	a, okA := wholeExpr(e, op.Left, depth+1)
	b, okB := wholeExpr(e, op.Right, depth+1)
	if !okA || !okB || max(a, -a, b, -b) > maxWhole {
		return 0, false
	}
	switch op.Operator {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		return a * b, true
	}
	return 0, false
}

// difference is a value that is one whole number less another.
func difference(v ast.Value) (a, b int64, ok bool) {
	e, isExpr := v.(*ast.Expr)
	if !isExpr || e == nil {
		return 0, 0, false
	}
	op, isBinary := e.Tree.(*exprast.BinaryNode)
	if !isBinary || op.Operator != "-" {
		return 0, 0, false
	}
	left, okA := op.Left.(*exprast.IntegerNode)
	right, okB := op.Right.(*exprast.IntegerNode)
	if !okA || !okB {
		return 0, 0, false
	}
	return int64(left.Value), int64(right.Value), true
}

// constant checks that v is a constant which fits a wanted type.
func (c *checker) constant(v ast.Value, want sig.Type, name string) {
	if v == nil {
		return
	}
	c.secretValue(v, false)
	x, have, ok := ConstOf(v)
	if !ok {
		if w, isWord := v.(*ast.Word); isWord {
			c.report(w.At, "E0401", fmt.Sprintf("%s is %s, %s is a bare word", show(name), want, show(w.Text)), "strings stand in double quotes")
			return
		}
		if !c.mixedList(v) {
			c.report(v.Span(), "E0211", "a constant wanted here", "")
		}
		return
	}
	c.info.Values[v] = have
	c.constFits(v, x, have, want, name)
}

// mixedList reports the first element of a constant list that is of another
// type than those before it.
func (c *checker) mixedList(v ast.Value) bool {
	list, ok := v.(*ast.List)
	if !ok {
		return false
	}
	elem := sig.Type{}
	for _, e := range list.Elems {
		_, t, ok := ConstOf(e)
		if !ok {
			return false
		}
		both, ok := sig.Common(elem, t)
		if !ok {
			c.report(e.Span(), "E0401", fmt.Sprintf("this list holds %s, this is %s", elem, t), "a list holds one type")
			return true
		}
		elem = both
	}
	return false
}

// constFits reports a constant of another type, or outside the bounds.
func (c *checker) constFits(v ast.Value, x any, have, want sig.Type, name string) {
	if want.Kind == sig.Invalid {
		return
	}
	if !sig.Fits(have, want) {
		if want.Kind == sig.Duration && (have.Kind == sig.Int || have.Kind == sig.Float) {
			c.report(v.Span(), "E0404", fmt.Sprintf("%s wants a duration such as 30ms", show(name)), "add the unit: "+c.source(v.Span())+"ms")
			c.fix(token.Range{From: v.Span().To, To: v.Span().To}, "ms")
			return
		}
		help := c.whyNot(have, want)
		text, quoted := x.(string)
		if quoted = quoted && isNumeric(want) && isNumberText(text); quoted {
			help = "leave the quotes out: " + show(text)
		}
		c.report(v.Span(), "E0401", fmt.Sprintf("%s is %s, this is %s", show(name), want, have), help)
		if quoted {
			c.fix(v.Span(), text)
		}
		return
	}
	c.withinBounds(v, x, want, name)
}

// isNumberText tells a text that holds a plain number.
func isNumberText(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && len(s) <= maxName && strings.Trim(s, "0123456789.-") == ""
}

// withinBounds reports constants outside of the bounds of their type, those
// within lists and records too, each at its place.
func (c *checker) withinBounds(v ast.Value, x any, want sig.Type, name string) {
	switch x := x.(type) {
	case int64:
		c.inBounds(v, float64(x), want, name)
	case float64:
		c.inBounds(v, x, want, name)
	case string:
		if want.Bounds == nil {
			return
		}
		if words := want.Bounds.Words; len(words) > 0 && !contains(words, x) {
			c.reportNear(v.Span(), "E0804", fmt.Sprintf("%q is none of the words of %s: %s", show(x), show(name), listed(quoted(words))), x, "", words)
		}
	case []any:
		list, ok := v.(*ast.List)
		if !ok || want.Elem == nil || len(list.Elems) != len(x) {
			return
		}
		for i, e := range list.Elems { // each is a constant, else x would be none
			c.withinBounds(e, x[i], *want.Elem, "an element of "+name)
		}
	case map[string]any:
		rec, ok := v.(*ast.Record)
		if !ok {
			return
		}
		for _, f := range rec.Fields {
			if f == nil || f.Key == nil {
				continue
			}
			if wf, ok := want.Field(f.Key.Text); ok {
				c.withinBounds(f.Value, x[f.Key.Text], wf.Type, f.Key.Text)
			}
		}
	}
}

func (c *checker) inBounds(v ast.Value, x float64, want sig.Type, name string) {
	b := want.Bounds
	if b != nil && b.Words == nil && (x < b.Lo || x > b.Hi) {
		c.report(v.Span(), "E0804", fmt.Sprintf("%s is %s, outside %s..%s", show(name), plain(x), plain(b.Lo), plain(b.Hi)), "")
	}
}

// plain is a number as people write it: 1000000, not 1e+06.
func plain(x float64) string {
	if math.Abs(x) < 1e21 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

func contains(words []string, w string) bool {
	for _, x := range words {
		if x == w {
			return true
		}
	}
	return false
}

func quoted(words []string) []string {
	out := make([]string, 0, len(words))
	for _, w := range words {
		out = append(out, fmt.Sprintf("%q", show(w)))
	}
	return out
}
