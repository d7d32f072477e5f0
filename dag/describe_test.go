package dag_test

import (
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

func TestWrittenKeepsTheMeaning(t *testing.T) {
	col := func(name string) *column.Expr { return &column.Expr{Op: "col", Name: name} }
	op := func(name string, args ...*column.Expr) *column.Expr { return &column.Expr{Op: name, Args: args} }
	for want, e := range map[string]*column.Expr{
		"(a ?? b) + c":        op("+", op("??", col("a"), col("b")), col("c")),
		"a ?? b":              op("??", col("a"), col("b")),
		"(a + b) ?? c":        op("??", op("+", col("a"), col("b")), col("c")),
		"a ?? (b ?? c)":       op("??", col("a"), op("??", col("b"), col("c"))),
		"a - (b - c)":         op("-", col("a"), op("-", col("b"), col("c"))),
		"(a + b) * c":         op("*", op("+", col("a"), col("b")), col("c")),
		"not (a or b)":        op("not", op("or", col("a"), col("b"))),
		"(a ? b : c) ? a : b": op("cond", op("cond", col("a"), col("b"), col("c")), col("a"), col("b")),
	} {
		if got := dag.Written(e); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
