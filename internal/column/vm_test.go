package column

import (
	"fmt"
	"math"
	"strconv"
	"testing"

	"github.com/expr-lang/expr"
	"pgregory.net/rapid"
)

// twin is one expression, for both machines.
type twin struct {
	tree *Expr
	text string
}

// genTwin draws from what expr-lang's VM and the row evaluator both define.
func genTwin(r *rapid.T, t Type, depth int) twin {
	if depth == 0 || rapid.IntRange(0, 4).Draw(r, "leaf") == 0 {
		return twinLeaf(r, t)
	}
	sub := func(t Type) twin { return genTwin(r, t, depth-1) }
	two := func(op string, arg, other Type) twin {
		a, b := sub(arg), sub(other)
		return twin{&Expr{Op: op, Type: t, Args: []*Expr{a.tree, b.tree}}, "(" + a.text + " " + op + " " + b.text + ")"}
	}
	call := func(arg Type, names ...string) twin {
		a := sub(arg)
		name := rapid.SampledFrom(names).Draw(r, "function")
		return twin{&Expr{Op: "call", Name: name, Type: t, Args: []*Expr{a.tree}}, name + "(" + a.text + ")"}
	}
	pick := func(ops ...string) string { return rapid.SampledFrom(ops).Draw(r, "op") }
	if rapid.IntRange(0, 6).Draw(r, "cond") == 0 {
		c, a, b := sub(anyBool), sub(t), sub(t)
		return twin{&Expr{Op: "cond", Type: t, Args: []*Expr{c.tree, a.tree, b.tree}}, "(" + c.text + " ? " + a.text + " : " + b.text + ")"}
	}
	over := func(body twin, op string, names ...string) twin {
		x, y, z := twinConst(r, anyInt), twinConst(r, anyInt), twinConst(r, anyInt)
		list := &Expr{Op: "list", Type: listOf(anyInt), Args: []*Expr{x.tree, y.tree, z.tree}}
		name := rapid.SampledFrom(names).Draw(r, "closure")
		inner := &Expr{Op: op, Type: anyInt, Args: []*Expr{{Op: "elem", Type: anyInt}, body.tree}}
		if op == "<" {
			inner.Type = anyBool
		}
		return twin{&Expr{Op: "over", Name: name, Type: t, Args: []*Expr{list, inner}},
			name + "([" + x.text + ", " + y.text + ", " + z.text + "], # " + op + " " + body.text + ")"}
	}
	switch t.Kind {
	case Int:
		if rapid.IntRange(0, 3).Draw(r, "over") == 0 {
			if rapid.Bool().Draw(r, "sum") {
				return over(sub(anyInt), "*", "sum")
			}
			return over(sub(anyInt), "<", "count")
		}
		switch rapid.IntRange(0, 4).Draw(r, "int") {
		case 0:
			a := sub(t)
			return twin{&Expr{Op: "neg", Type: t, Args: []*Expr{a.tree}}, "(-" + a.text + ")"}
		case 1:
			return call(anyString, "len")
		}
		return two(pick("+", "-", "*", "%"), t, t)
	case Float:
		switch rapid.IntRange(0, 5).Draw(r, "float") {
		case 0:
			return call(anyFloat, "floor", "ceil", "round", "abs")
		case 1:
			return two("/", rapid.SampledFrom([]Type{anyInt, anyFloat}).Draw(r, "side"), anyInt)
		case 2:
			return two("**", anyFloat, anyFloat)
		}
		return two(pick("+", "-", "*", "/"), anyFloat, rapid.SampledFrom([]Type{anyInt, anyFloat}).Draw(r, "side"))
	case Bool:
		if rapid.IntRange(0, 3).Draw(r, "over") == 0 {
			return over(sub(anyInt), "<", "any", "all", "none", "one")
		}
		switch rapid.IntRange(0, 4).Draw(r, "bool") {
		case 0:
			a := sub(t)
			return twin{&Expr{Op: "not", Type: t, Args: []*Expr{a.tree}}, "(not " + a.text + ")"}
		case 1:
			return two(pick("and", "or"), t, t)
		case 2:
			a, b := sub(anyString), sub(anyString)
			name := pick("contains", "startsWith", "endsWith")
			return twin{&Expr{Op: "call", Name: name, Type: t, Args: []*Expr{a.tree, b.tree}}, "(" + a.text + " " + name + " " + b.text + ")"}
		case 3:
			elem := rapid.SampledFrom([]Type{anyInt, anyString}).Draw(r, "elem")
			a, x, y := sub(elem), twinConst(r, elem), twinConst(r, elem)
			list := &Expr{Op: "list", Type: listOf(elem), Args: []*Expr{x.tree, y.tree}}
			return twin{&Expr{Op: "in", Type: t, Args: []*Expr{a.tree, list}}, "(" + a.text + " in [" + x.text + ", " + y.text + "])"}
		}
		arg := rapid.SampledFrom([]Type{anyInt, anyFloat, anyString}).Draw(r, "compared")
		return two(pick("==", "!=", "<", "<=", ">", ">="), arg, arg)
	case String:
		if rapid.Bool().Draw(r, "call") {
			return call(t, "lower", "upper")
		}
		return two("+", t, t)
	}
	return twinLeaf(r, t)
}

func twinLeaf(r *rapid.T, t Type) twin {
	if rapid.IntRange(0, 2).Draw(r, "const") == 0 {
		return twinConst(r, t)
	}
	names := map[Kind][]string{Int: {"i", "j"}, Float: {"f", "g"}, Bool: {"b", "c"}, String: {"s", "t"}}[t.Kind]
	name := rapid.SampledFrom(names).Draw(r, "name")
	return twin{&Expr{Op: "col", Name: name, Type: t}, name}
}

func twinConst(r *rapid.T, t Type) twin {
	e := &Expr{Op: "const", Type: t}
	switch t.Kind {
	case Int:
		e.Value = rapid.SampledFrom([]int64{0, 1, 2, 7, math.MaxInt64}).Draw(r, "int")
		return twin{e, fmt.Sprint(e.Value)}
	case Float:
		f := rapid.SampledFrom([]float64{0, 0.5, 2, 1e10}).Draw(r, "float")
		e.Value = f
		return twin{e, strconv.FormatFloat(f, 'f', 2, 64)}
	case Bool:
		e.Value = rapid.Bool().Draw(r, "bool")
		return twin{e, fmt.Sprint(e.Value)}
	}
	s := rapid.SampledFrom([]string{"", "a", "B", "棋"}).Draw(r, "text")
	e.Value = s
	return twin{e, strconv.Quote(s)}
}

// Rows agree with expr-lang's VM where both give a value: we have null where
// it has an infinity of x / 0 or ends in a panic of x % 0.
func TestRowsAgreeWithExpr(t *testing.T) {
	compared := 0
	rapid.Check(t, func(r *rapid.T) {
		for range 10 {
			kind := rapid.SampledFrom([]Type{anyInt, anyFloat, anyBool, anyString}).Draw(r, "kind")
			w := genTwin(r, kind, 4)
			row := map[string]any{}
			for _, name := range []string{"i", "j", "f", "g", "b", "c", "s", "t"} {
				row[name] = genValue(named()[name], false).Draw(r, name)
				if f, ok := row[name].(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
					row[name] = 1.25
				}
			}
			at := func(name string) Value { return row[name] }
			null := false
			w.tree.Walk(func(e *Expr) {
				if e.Op == "/" || e.Op == "%" {
					v, err := EvalRow(e, at, nil)
					null = null || v == nil || err != nil
				}
			})
			if null {
				continue
			}
			want, err := expr.Eval(w.text, row)
			if err != nil {
				r.Fatalf("%s: %v", w.text, err)
			}
			if n, ok := want.(int); ok {
				want = int64(n)
			}
			got, err := EvalRow(w.tree, at, nil)
			if err != nil {
				r.Fatalf("%s: %v", w.text, err)
			}
			f, isInt := want.(int64)
			if _, ok := got.(float64); ok && isInt {
				want = float64(f) // abs, say, of a whole float
			}
			if !same(want, got) && !Equal(want, got) { // the sign of zero is its own affair
				r.Fatalf("%s over %v: expr has %v (%T), rows have %v (%T)", w.text, row, want, want, got, got)
			}
			compared++
		}
	})
	if compared < 100 {
		t.Errorf("only %d expressions were comparable", compared)
	}
}
