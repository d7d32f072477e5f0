package column

import (
	"context"
	"strings"
	"testing"
)

// elem, field and friends write trees shortly.
func elem(t Type) *Expr            { return &Expr{Op: "elem", Type: t} }
func param(n string, t Type) *Expr { return &Expr{Op: "param", Name: n, Type: t} }

func tree(op, name string, t Type, args ...*Expr) *Expr {
	return &Expr{Op: op, Name: name, Type: t, Args: args}
}

func ints(xs ...int64) []Value {
	out := []Value{}
	for _, x := range xs {
		out = append(out, x)
	}
	return out
}

func TestClosures(t *testing.T) {
	list := func(xs ...int64) *Expr { return constant(ints(xs...)) }
	over := func(name string, t Type, args ...*Expr) *Expr { return tree("over", name, t, args...) }
	above := func(n int64) *Expr { return tree(">", "", anyBool, elem(anyInt), constant(n)) }
	index := tree("elem", "index", anyInt)
	acc := tree("elem", "acc", anyInt)
	groups := listOf(Type{Kind: Record, Fields: []Field{{"key", anyInt}, {"items", listInts}}})
	odd := tree("%", "", anyInt, elem(anyInt), constant(int64(2)))
	for _, c := range []struct {
		name string
		e    *Expr
		want Value
	}{
		{"any", over("any", anyBool, list(1, 5), above(4)), true},
		{"any of none", over("any", anyBool, list(), above(4)), false},
		{"all", over("all", anyBool, list(5, 1), above(4)), false},
		{"all of none", over("all", anyBool, list(), above(4)), true},
		{"none", over("none", anyBool, list(1, 2), above(4)), true},
		{"none, but one", over("none", anyBool, list(1, 5), above(4)), false},
		{"one", over("one", anyBool, list(1, 5), above(4)), true},
		{"one of two", over("one", anyBool, list(6, 5, 1), above(4)), false},
		{"count", over("count", anyInt, list(1, 5, 6), above(4)), int64(2)},
		{"count of nil conditions", over("count", anyInt, list(1), constant(nil)), int64(0)},
		{"map", over("map", listInts, list(1, 2), tree("*", "", anyInt, elem(anyInt), index)), ints(0, 2)},
		{"map to floats", over("map", listFloats, list(1), elem(anyInt)), []Value{1.0}},
		{"sum", over("sum", anyInt, list(1, 2), elem(anyInt)), int64(3)},
		{"sum of floats", over("sum", anyFloat, list(1, 2), tree("/", "", anyFloat, elem(anyInt), constant(int64(2)))), 1.5},
		{"find", over("find", anyInt.Null(), list(1, 5, 6), above(4)), int64(5)},
		{"find none", over("find", anyInt.Null(), list(1), above(4)), nil},
		{"findLast", over("findLast", anyInt.Null(), list(5, 6, 1), above(4)), int64(6)},
		{"findIndex", over("findIndex", anyInt.Null(), list(1, 5, 6), above(4)), int64(1)},
		{"findLastIndex", over("findLastIndex", anyInt.Null(), list(5, 6, 1), above(4)), int64(1)},
		{"groupBy", over("groupBy", groups, list(3, 2, 1), odd), []Value{
			map[string]Value{"key": int64(1), "items": ints(3, 1)}, map[string]Value{"key": int64(0), "items": ints(2)}}},
		{"sortBy", over("sortBy", listInts, list(3, 2, 1), odd), ints(2, 3, 1)},
		{"sortBy nil last", over("sortBy", listInts, constant([]Value{nil, int64(2), int64(1)}), elem(anyInt)), []Value{int64(1), int64(2), nil}},
		{"sortByDesc nil last", over("sortByDesc", listInts, constant([]Value{nil, int64(1), int64(2)}), elem(anyInt)), []Value{int64(2), int64(1), nil}},
		{"reduce", over("reduce", anyInt, list(1, 2, 3), tree("-", "", anyInt, acc, elem(anyInt)), constant(int64(10))), int64(4)},
		{"reduce of none", over("reduce", anyInt, list(), acc, constant(int64(10))), int64(10)},
		{"nil", over("any", anyBool, tree("const", "", listInts), above(4)), nil},
		{"nested", over("map", listInts, list(1, 2), over("sum", anyInt, list(10, 20), tree("*", "", anyInt, elem(anyInt), param("p", anyInt)))), ints(90, 90)},
		{"flatten", tree("call", "flatten", listInts, tree("list", "", listOf(listInts), list(1), list(), list(2))), ints(1, 2)},
		{"record", tree("record", "", Type{Kind: Record, Fields: []Field{{"a", anyInt}, {"b", anyFloat}}}, constant(int64(1)), constant(int64(2))),
			map[string]Value{"a": int64(1), "b": 2.0}},
		{"slice", tree("slice", "", listInts, list(1, 2, 3), constant(int64(1)), constant(int64(2))), ints(2)},
		{"open slice", tree("slice", "", listInts, list(1, 2, 3), constant(int64(-2)), constant(nil)), ints(2, 3)},
		{"slice outside", tree("slice", "", listInts, list(1), constant(int64(4)), constant(int64(9))), ints()},
		{"slice the wrong way", tree("slice", "", listInts, list(1, 2), constant(int64(2)), constant(int64(1))), ints()},
		{"slice of a text", tree("slice", "", anyString, constant("下围棋"), constant(int64(1)), constant(nil)), "围棋"},
		{"slice of nil", tree("slice", "", listInts, tree("const", "", listInts), constant(nil), constant(nil)), nil},
	} {
		params := func(string) Value { return int64(3) }
		got, err := EvalRow(c.e, nil, params)
		if err != nil || !same(c.want, got) {
			t.Errorf("%s: want %v, got %v %v", c.name, c.want, got, err)
			continue
		}
		p, err := Compile(c.e, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		col, err := p.Eval(context.Background(), Input{Len: 2, Param: params})
		if err != nil || c.want != nil && !same(c.want, col.Row(1)) {
			t.Errorf("%s compiled: want %v, got %v %v", c.name, c.want, col, err)
		}
	}
}

func TestClosureErrors(t *testing.T) {
	ten := constant(ints(1, 2, 3))
	for want, e := range map[string]*Expr{
		"outside of one":          elem(anyInt),
		"unknown closure":         tree("over", "each", listInts, ten, elem(anyInt)),
		"takes 2 arguments":       tree("over", "any", anyBool, ten),
		"goes over a list":        tree("over", "any", anyBool, constant(int64(1)), constant(true)),
		"unknown part":            tree("over", "map", listInts, ten, tree("elem", "next", anyInt)),
		"a record of 1 field":     tree("record", "", Type{Kind: Record, Fields: []Field{{"a", anyInt}}}),
		"slice takes 3 arguments": tree("slice", "", listInts, ten),
	} {
		if _, err := EvalRow(e, nil, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if _, err := Compile(e, nil); err == nil {
			t.Errorf("%s: compiles", want)
		}
	}
}

// Nested closures multiply; a row may not hold up the rest.
func TestClosuresAreBounded(t *testing.T) {
	long := make([]Value, 1000)
	for i := range long {
		long[i] = int64(i)
	}
	deep := elem(anyInt)
	for range 3 {
		deep = tree("over", "sum", anyInt, param("p", listInts), deep)
	}
	params := func(string) Value { return long }
	if _, err := EvalRow(deep, nil, params); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a billion elements: %v", err)
	}
	p, err := Compile(deep, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Eval(context.Background(), Input{Len: 1, Param: params}); err == nil {
		t.Error("a billion elements are not refused by the program")
	}
}
