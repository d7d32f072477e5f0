package column

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"
)

func constant(v Value) *Expr {
	switch x := v.(type) {
	case int64:
		return &Expr{Op: "const", Value: v, Type: anyInt}
	case float64:
		return &Expr{Op: "const", Value: v, Type: anyFloat}
	case string:
		return &Expr{Op: "const", Value: v, Type: anyString}
	case bool:
		return &Expr{Op: "const", Value: v, Type: anyBool}
	case time.Duration:
		return &Expr{Op: "const", Value: int64(x), Type: anyDuration}
	case time.Time:
		return &Expr{Op: "const", Value: x.UnixNano(), Type: anyTime}
	case []float32:
		return &Expr{Op: "const", Value: v, Type: Type{Kind: Vector, Dim: len(x)}}
	case []Value:
		t := listInts
		if len(x) > 0 {
			if _, ok := x[0].(float64); ok {
				t = listFloats
			}
		}
		return &Expr{Op: "const", Value: v, Type: t}
	}
	return &Expr{Op: "const", Type: anyInt.Null()}
}

func TestFunctions(t *testing.T) {
	now := time.Date(2024, 5, 6, 23, 30, 0, 0, time.UTC)
	week := 7 * 24 * time.Hour
	seen := map[string]bool{}
	for _, c := range []struct {
		name string
		args []Value
		want Value
	}{
		{"log1p", []Value{0.0}, 0.0},
		{"log1p", []Value{int64(0)}, 0.0},
		{"log", []Value{-1.0}, math.NaN()},
		{"exp", []Value{0.0}, 1.0},
		{"pow", []Value{int64(2), 0.5}, math.Sqrt2},
		{"sqrt", []Value{int64(9)}, 3.0},
		{"sqrt", []Value{nil}, nil},
		{"abs", []Value{int64(-3)}, int64(3)},
		{"abs", []Value{-3.5}, 3.5},
		{"abs", []Value{-time.Second}, int64(time.Second)},
		{"min", []Value{int64(3), int64(1), int64(2)}, int64(1)},
		{"max", []Value{int64(3), 3.5}, 3.5},
		{"max", []Value{math.NaN(), 1.0}, math.NaN()},
		{"clamp", []Value{int64(7), int64(0), int64(5)}, int64(5)},
		{"clamp", []Value{-0.5, 0.0, 1.0}, 0.0},
		{"round", []Value{-2.5}, -3.0},
		{"floor", []Value{-2.5}, -3.0},
		{"ceil", []Value{-2.5}, -2.0},
		{"freshness", []Value{now.Add(-week), week, now}, 0.5},
		{"freshness", []Value{now.Add(-3 * week), week, now}, 0.125},
		{"freshness", []Value{now.Add(week), week, now}, 1.0},
		{"freshness", []Value{now, time.Duration(0), now}, nil},
		{"age", []Value{now.Add(-week), now}, int64(week)},
		{"hour", []Value{now}, int64(23)},
		{"dot", []Value{[]float32{1, 2, 3, 4, 5}, []float32{1, 1, 1, 1, 2}}, 20.0},
		{"dot", []Value{[]float32{1}, []float32{1, 2}}, nil},
		{"cosine", []Value{[]float32{0, 2}, []float32{3, 0}}, 0.0},
		{"cosine", []Value{[]float32{0, 2}, []float32{0, 3}}, 1.0},
		{"cosine", []Value{[]float32{0, 0}, []float32{0, 3}}, nil},
		{"count", []Value{[]Value{int64(1), nil}}, int64(2)},
		{"len", []Value{"围棋!"}, int64(3)},
		{"lower", []Value{"ÀB"}, "àb"},
		{"upper", []Value{"àb"}, "ÀB"},
		{"contains", []Value{"abc", "bc"}, true},
		{"startsWith", []Value{"abc", "bc"}, false},
		{"endsWith", []Value{"abc", "bc"}, true},
		{"matches", []Value{"abc", "^a.c$"}, true},
		{"matches", []Value{"abc", "^b"}, false},
		{"tokens", []Value{"Go 1.26 plays 围棋, don't it"}, int64(9)},
		{"sum", []Value{[]Value{int64(1), nil, int64(2)}}, int64(3)},
		{"sum", []Value{[]Value{1.5, 2.0}}, 3.5},
		{"sum", []Value{[]Value{}}, int64(0)},
		{"avg", []Value{[]Value{int64(1), nil, int64(2)}}, 1.5},
		{"avg", []Value{[]Value{}}, nil},
		{"min", []Value{[]Value{int64(3), nil, int64(1)}}, int64(1)},
		{"max", []Value{[]Value{1.5, 2.5}}, 2.5},
		{"max", []Value{[]Value{}}, nil},
		{"sum", []Value{[]Value{nil}}, int64(0)},
		{"median", []Value{[]Value{int64(9), nil, int64(1), int64(4)}}, 4.0},
		{"median", []Value{[]Value{1.0, 2.0}}, 1.5},
		{"median", []Value{[]Value{nil}}, nil},
		{"first", []Value{[]Value{int64(1), int64(2)}}, int64(1)},
		{"first", []Value{[]Value{}}, nil},
		{"last", []Value{[]Value{int64(1), int64(2)}}, int64(2)},
		{"reverse", []Value{[]Value{int64(1), nil}}, []Value{nil, int64(1)}},
		{"uniq", []Value{[]Value{int64(2), nil, int64(2), nil, int64(1)}}, []Value{int64(2), nil, int64(1)}},
		{"concat", []Value{[]Value{int64(1)}, []Value{}, []Value{int64(2)}}, []Value{int64(1), int64(2)}},
		{"concat", []Value{[]Value{}, []Value{}}, []Value{}},
		{"trim", []Value{" a b\t"}, "a b"},
		{"trimPrefix", []Value{"abab", "ab"}, "ab"},
		{"trimSuffix", []Value{"abab", "b"}, "aba"},
		{"split", []Value{"a,,b", ","}, []Value{"a", "", "b"}},
		{"split", []Value{"围棋", ""}, []Value{"围", "棋"}},
		{"replace", []Value{"aXbX", "X", "--"}, "a--b--"},
		{"replace", []Value{"ab", "", "-"}, "ab"},
		{"indexOf", []Value{"围棋 go", "go"}, int64(3)},
		{"indexOf", []Value{"a", "b"}, nil},
		{"lastIndexOf", []Value{"abab", "ab"}, int64(2)},
		{"snippet", []Value{"one two", "two"}, "one two"},
		{"snippet", []Value{"a b c d e f g", "F g?", int64(2)}, "…f g"},
		{"snippet", []Value{"a b c d e f g", "nothing", int64(2)}, "a b…"},
		{"snippet", []Value{"下围棋的人", "围棋", int64(2)}, "…围棋…"},
		{"string", []Value{int64(7)}, "7"},
		{"string", []Value{0.5}, "0.5"},
		{"string", []Value{true}, "true"},
		{"string", []Value{"a"}, "a"},
		{"string", []Value{week}, "7d"},
		{"string", []Value{now}, "2024-05-06T23:30:00Z"},
		{"int", []Value{-2.9}, int64(-2)},
		{"int", []Value{math.NaN()}, nil},
		{"int", []Value{math.Inf(1)}, int64(math.MaxInt64)},
		{"int", []Value{" 12 "}, int64(12)},
		{"int", []Value{"1.5"}, nil},
		{"float", []Value{int64(2)}, 2.0},
		{"float", []Value{"1e3"}, 1000.0},
		{"float", []Value{"Inf"}, nil},
	} {
		seen[c.name] = true
		e := &Expr{Op: "call", Name: c.name}
		for _, a := range c.args {
			e.Args = append(e.Args, constant(a))
		}
		o, err := Resolve(c.name, argTypes(e.Args))
		if err != nil {
			t.Errorf("%s%v: %v", c.name, c.args, err)
			continue
		}
		e.Type = o.Result
		got, err := EvalRow(e, nil, nil)
		if err != nil || !same(c.want, got) {
			t.Errorf("%s%v: want %v, got %v %v", c.name, c.args, c.want, got, err)
		}
		if got != nil && repOf(o.Result.Kind) != repAny && oneVec(o.Result.Kind, got).val == nil {
			t.Errorf("%s%v: %v is no %s", c.name, c.args, got, o.Result)
		}
	}
	for _, f := range Functions() {
		if !seen[f.Name] && f.Name != "flatten" { // of lists in lists: TestClosures
			t.Errorf("%s has no example", f.Name)
		}
		if f.Doc == "" {
			t.Errorf("%s has no doc", f.Name)
		}
	}
}

// What SPEC says of operators at the edges.
func TestOperatorEdges(t *testing.T) {
	lowest := int64(math.MinInt64)
	for _, c := range []struct {
		op   string
		typ  Type
		args []Value
		want Value
	}{
		{"/", anyFloat, []Value{int64(7), int64(2)}, 3.5},
		{"/", anyFloat, []Value{int64(7), int64(0)}, nil},
		{"/", anyFloat, []Value{7.0, 0.0}, nil},
		{"%", anyInt, []Value{int64(-7), int64(3)}, int64(-1)},
		{"%", anyInt, []Value{int64(7), int64(0)}, nil},
		{"%", anyInt, []Value{lowest, int64(-1)}, int64(0)},
		{"+", anyInt, []Value{int64(math.MaxInt64), int64(1)}, lowest},
		{"*", anyInt, []Value{lowest, int64(-1)}, lowest},
		{"neg", anyInt, []Value{lowest}, lowest},
		{"**", anyFloat, []Value{int64(2), int64(10)}, 1024.0},
		{"==", anyBool, []Value{nil, nil}, true},
		{"!=", anyBool, []Value{int64(0), nil}, true},
		{"==", anyBool, []Value{math.NaN(), math.NaN()}, false},
		{"<", anyBool, []Value{int64(1), 1.5}, true},
		{"<", anyBool, []Value{nil, int64(1)}, nil},
		{"and", anyBool, []Value{false, nil}, false},
		{"and", anyBool, []Value{true, nil}, nil},
		{"or", anyBool, []Value{nil, true}, true},
		{"not", anyBool, []Value{nil}, nil},
		{"??", anyInt, []Value{nil, int64(4)}, int64(4)},
		{"cond", anyInt, []Value{nil, int64(1), int64(2)}, int64(2)},
		{"in", anyBool, []Value{int64(2), []Value{int64(1), int64(2)}}, true},
		{"in", anyBool, []Value{2.0, []Value{int64(2)}}, true},
		{"in", anyBool, []Value{int64(2), nil}, nil},
		{"index", anyInt, []Value{[]Value{int64(5)}, int64(0)}, int64(5)},
		{"index", anyInt, []Value{[]Value{int64(5)}, int64(-1)}, nil},
		{"+", anyString, []Value{"a", "b"}, "ab"},
		{"*", anyDuration, []Value{time.Second, 1.5}, int64(1500 * time.Millisecond)},
		{"/", anyDuration, []Value{time.Second, 0.0}, nil},
	} {
		e := &Expr{Op: c.op, Type: c.typ}
		for _, a := range c.args {
			e.Args = append(e.Args, constant(a))
		}
		if got, err := EvalRow(e, nil, nil); err != nil || !same(c.want, got) {
			t.Errorf("%s%v: want %v, got %v %v", c.op, c.args, c.want, got, err)
		}
	}
}

func TestCompareSorts(t *testing.T) {
	order := []Value{math.Inf(-1), int64(-1), 0.5, int64(1), math.Inf(1), math.NaN(), nil}
	for i, a := range order {
		for j, b := range order {
			got := Compare(a, b)
			if got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("compare %v with %v: %d", a, b, got)
			}
		}
	}
	if Compare("a", "b") >= 0 || Compare(false, true) >= 0 || Compare("b", "b") != 0 {
		t.Error("texts and bools")
	}
}

// A vector whose length is computed once gives what two rows give, to the last bit.
func TestCosinesWithOneVector(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	vector := func(dim int) []float32 {
		v := make([]float32, dim)
		for i := range v {
			v[i] = float32(rng.NormFloat64())
		}
		return v
	}
	kind := Type{Kind: Vector, Dim: 37}
	values := []Value{nil, make([]float32, kind.Dim)}
	for range 300 {
		values = append(values, vector(kind.Dim))
	}
	col, err := FromValues(kind.Null(), values)
	if err != nil {
		t.Fatal(err)
	}
	many, one := &Expr{Op: "col", Name: "v", Type: kind.Null()}, &Expr{Op: "param", Name: "p", Type: kind.Null()}
	for _, p := range []Value{vector(kind.Dim), vector(kind.Dim), make([]float32, kind.Dim), nil} {
		param := func(string) Value { return p }
		for _, args := range [][]*Expr{{many, one}, {one, many}} {
			e := &Expr{Op: "call", Name: "cosine", Type: anyFloat.Null(), Args: args}
			program, err := Compile(e, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := program.Eval(context.Background(), Input{Len: col.Len, Column: func(string) *Column { return col }, Param: param})
			if err != nil {
				t.Fatal(err)
			}
			for i := range values {
				want, err := EvalRow(e, func(string) Value { return col.Row(i) }, param)
				if err != nil || !same(got.Row(i), want) {
					t.Fatalf("row %d: %v, want %v (%v)", i, got.Row(i), want, err)
				}
			}
		}
	}
}

// Texts are found in lists, short and long, as row by row.
func TestTextsInLists(t *testing.T) {
	values := []Value{nil}
	for i := range 200 {
		values = append(values, fmt.Sprintf("w%d", i%13))
	}
	col, err := FromValues(anyString.Null(), values)
	if err != nil {
		t.Fatal(err)
	}
	e := &Expr{Op: "in", Type: anyBool.Null(), Args: []*Expr{{Op: "col", Name: "t", Type: anyString.Null()}, {Op: "param", Name: "p", Type: listOf(anyString.Null())}}}
	program, err := Compile(e, nil)
	if err != nil {
		t.Fatal(err)
	}
	list := []Value{}
	for _, word := range []Value{"w3", "w99", "w3", "w12", "", "w0", nil, "w5", "w6", "w7", "w8"} {
		list = append(list, word)
		param := func(string) Value { return list }
		for _, n := range []int{3, col.Len} {
			got, err := program.Eval(context.Background(), Input{Len: n, Column: func(string) *Column { return col }, Param: param})
			if err != nil {
				t.Fatal(err)
			}
			for i := range n {
				want, err := EvalRow(e, func(string) Value { return col.Row(i) }, param)
				if err != nil || !same(got.Row(i), want) {
					t.Fatalf("%v in %v: %v, want %v (%v)", values[i], list, got.Row(i), want, err)
				}
			}
		}
	}
}
