package benchcases

import (
	"context"
	"math"
	"testing"

	"github.com/expr-lang/expr"

	"riffle.dev/riffle/internal/column"
)

const candidates = 500

type abc struct{ a, b, c []float64 }

func data() abc {
	d := abc{make([]float64, candidates), make([]float64, candidates), make([]float64, candidates)}
	for i := range candidates {
		d.a[i], d.b[i], d.c[i] = float64(i%7), float64(i*i%1013), float64(i%11)/11
	}
	return d
}

func formula() *column.Expr {
	float := column.Type{Kind: column.Float}
	op := func(op string, args ...*column.Expr) *column.Expr {
		return &column.Expr{Op: op, Args: args, Type: float}
	}
	num := func(f float64) *column.Expr { return &column.Expr{Op: "const", Value: f, Type: float} }
	col := func(name string) *column.Expr { return &column.Expr{Op: "col", Name: name, Type: float} }
	log := &column.Expr{Op: "call", Name: "log1p", Args: []*column.Expr{col("b")}, Type: float}
	return op("+", op("+", op("*", num(.6), col("a")), op("*", num(.3), log)), op("*", num(.1), col("c")))
}

func scoreColumns(b *testing.B) {
	d := data()
	p, err := column.Compile(formula(), nil)
	if err != nil {
		b.Fatal(err)
	}
	cols := map[string]*column.Column{}
	for name, v := range map[string][]float64{"a": d.a, "b": d.b, "c": d.c} {
		cols[name] = &column.Column{Type: column.Type{Kind: column.Float}, Len: candidates, Floats: v}
	}
	in := column.Input{Len: candidates, Column: func(name string) *column.Column { return cols[name] }}
	ctx, out := context.Background(), make([]float64, 0, candidates)
	b.ReportAllocs()
	for b.Loop() {
		if out, err = p.Floats(ctx, in, out[:0]); err != nil {
			b.Fatal(err)
		}
	}
	same(b, out, d)
}

func byHand(d abc, out []float64) []float64 {
	for i := range d.a {
		out = append(out, .6*d.a[i]+.3*math.Log1p(d.b[i])+.1*d.c[i])
	}
	return out
}

func scoreLoop(b *testing.B) {
	d := data()
	out := make([]float64, 0, candidates)
	b.ReportAllocs()
	for b.Loop() {
		out = byHand(d, out[:0])
	}
}

func scoreVM(b *testing.B) {
	d := data()
	env := map[string]any{"a": 0.0, "b": 0.0, "c": 0.0, "log1p": math.Log1p}
	p, err := expr.Compile("0.6*a + 0.3*log1p(b) + 0.1*c", expr.Env(env))
	if err != nil {
		b.Fatal(err)
	}
	out := make([]float64, 0, candidates)
	b.ReportAllocs()
	for b.Loop() {
		out = out[:0]
		for i := range d.a {
			env["a"], env["b"], env["c"] = d.a[i], d.b[i], d.c[i]
			v, err := expr.Run(p, env)
			if err != nil {
				b.Fatal(err)
			}
			out = append(out, v.(float64))
		}
	}
	same(b, out, d)
}

// same checks that both sides computed the same.
func same(b *testing.B, got []float64, d abc) {
	want := byHand(d, nil)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-12 {
			b.Fatalf("row %d: %v, want %v", i, got[i], want[i])
		}
	}
}
