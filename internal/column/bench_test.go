package column

import (
	"context"
	"math"
	"testing"
)

const benchRows = 500

func benchColumns() (a, b, c *Column) {
	values := func(step float64) *Column {
		out := NewBuilder(anyFloat, benchRows)
		for i := range benchRows {
			out.AppendFloat(step * float64(i%97))
		}
		return out.Build()
	}
	return values(0.5), values(1000), values(0.01)
}

// 0.6*a + 0.3*log1p(b) + 0.1*c
func benchExpr() *Expr {
	col := func(n string) *Expr { return &Expr{Op: "col", Name: n, Type: anyFloat} }
	num := func(f float64) *Expr { return &Expr{Op: "const", Value: f, Type: anyFloat} }
	two := func(op string, x, y *Expr) *Expr { return &Expr{Op: op, Type: anyFloat, Args: []*Expr{x, y}} }
	log := &Expr{Op: "call", Name: "log1p", Type: anyFloat, Args: []*Expr{col("b")}}
	return two("+", two("+", two("*", num(0.6), col("a")), two("*", num(0.3), log)), two("*", num(0.1), col("c")))
}

func BenchmarkFormula(b *testing.B) {
	x, y, z := benchColumns()
	p, err := Compile(benchExpr(), nil)
	if err != nil {
		b.Fatal(err)
	}
	in := Input{Len: benchRows, Column: func(n string) *Column {
		switch n {
		case "a":
			return x
		case "b":
			return y
		}
		return z
	}}
	b.Run("columns", func(b *testing.B) {
		dst := make([]float64, 0, benchRows)
		b.ReportAllocs()
		for b.Loop() {
			if dst, err = p.Floats(context.Background(), in, dst[:0]); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
	})
	b.Run("loop", func(b *testing.B) {
		dst := make([]float64, benchRows)
		for b.Loop() {
			for i := range dst {
				dst[i] = 0.6*x.Floats[i] + 0.3*math.Log1p(y.Floats[i]) + 0.1*z.Floats[i]
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
	})
}

func BenchmarkCompile(b *testing.B) {
	e := benchExpr()
	for b.Loop() {
		if _, err := Compile(e, nil); err != nil {
			b.Fatal(err)
		}
	}
}
