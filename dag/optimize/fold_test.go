package optimize

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// drawn is a random tree of a kind, over constants and the parameters b, i, f
// and s, each of which may be null.
func drawn(t *rapid.T, kind column.Kind, deep int) *column.Expr {
	names := map[column.Kind]string{column.Bool: "b", column.Int: "i", column.Float: "f", column.String: "s"}
	typ := column.Type{Kind: kind, Nullable: true}
	if deep == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		if rapid.Bool().Draw(t, "named") {
			return &column.Expr{Op: "param", Name: names[kind], Type: typ}
		}
		return &column.Expr{Op: "const", Value: value(t, kind), Type: typ}
	}
	sub := func(k column.Kind) *column.Expr { return drawn(t, k, deep-1) }
	pair := func(op string, k column.Kind) *column.Expr {
		return &column.Expr{Op: op, Type: typ, Args: []*column.Expr{sub(k), sub(k)}}
	}
	any := rapid.SampledFrom([]column.Kind{column.Bool, column.Int, column.Float, column.String}).Draw(t, "of")
	switch op := rapid.SampledFrom([]string{"own", "own", "cond", "??", "index"}).Draw(t, "op"); op {
	case "cond":
		mixed := kind
		if kind == column.Float && rapid.Bool().Draw(t, "mixed") {
			mixed = column.Int
		}
		return &column.Expr{Op: op, Type: typ, Args: []*column.Expr{sub(column.Bool), sub(mixed), sub(kind)}}
	case "??":
		return pair(op, kind)
	case "index":
		list := column.Type{Kind: column.List, Elem: &typ}
		return &column.Expr{Op: op, Type: typ, Args: []*column.Expr{{Op: "list", Type: list, Args: []*column.Expr{sub(kind), sub(kind)}}, sub(column.Int)}}
	}
	switch kind {
	case column.Bool:
		switch op := rapid.SampledFrom([]string{"and", "or", "not", "==", "!=", "<"}).Draw(t, "bool"); op {
		case "and", "or":
			return pair(op, kind)
		case "not":
			return &column.Expr{Op: op, Type: typ, Args: []*column.Expr{sub(kind)}}
		case "<":
			return pair(op, column.Int)
		default:
			return pair(op, any)
		}
	case column.Int, column.Float:
		return pair(rapid.SampledFrom([]string{"+", "-", "*"}).Draw(t, "number"), kind)
	}
	return pair("+", kind)
}

func value(t *rapid.T, kind column.Kind) column.Value {
	if rapid.IntRange(0, 3).Draw(t, "null") == 0 {
		return nil
	}
	switch kind {
	case column.Bool:
		return rapid.Bool().Draw(t, "bool")
	case column.Int:
		return rapid.Int64().Draw(t, "int")
	case column.Float:
		return rapid.Float64().Draw(t, "float")
	}
	return rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "string")
}

// TestFolded: what is folded comes to what it came to.
func TestFolded(t *testing.T) {
	changed := 0
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]column.Kind{column.Bool, column.Int, column.Float, column.String}).Draw(t, "kind")
		e := drawn(t, kind, 4)
		got := folded(e)
		if got != e {
			changed++
		}
		params := map[string]column.Value{"b": value(t, column.Bool), "i": value(t, column.Int), "f": value(t, column.Float), "s": value(t, column.String)}
		param := func(name string) column.Value { return params[name] }
		want, err := column.EvalRow(e, nothing, param)
		have, err2 := column.EvalRow(got, nothing, param)
		if fmt.Sprintf("%T %v %v", want, want, err) != fmt.Sprintf("%T %v %v", have, have, err2) {
			t.Fatalf("%s is %T %v, folded to %s it is %T %v %v; %v", dag.Text(e), want, want, dag.Text(got), have, have, err2, params)
		}
	})
	if changed < 20 {
		t.Errorf("only %d trees had something to fold", changed)
	}
}
