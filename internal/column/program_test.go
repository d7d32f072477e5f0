package column

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// same is equality of bits, but for NaN.
func same(a, b Value) bool {
	return cmp.Equal(a, b, cmp.Comparer(func(x, y float64) bool {
		return x == y && math.Signbit(x) == math.Signbit(y) || math.IsNaN(x) && math.IsNaN(y)
	}))
}

// table draws columns of a few values repeated over n rows.
func table(r *rapid.T, n int) map[string]*Column {
	out := map[string]*Column{}
	for _, name := range []string{"i", "j", "f", "g", "b", "c", "s", "t", "at", "since", "d", "v", "w", "li", "lf", "ls", "r"} {
		t := named()[name]
		nulls := rapid.Bool().Draw(r, "nulls")
		pool := rapid.SliceOfN(genValue(t, nulls), 1, 5).Draw(r, name)
		vals := make([]Value, n)
		for i := range vals {
			vals[i] = pool[(i*7+i/64)%len(pool)]
		}
		c, err := FromValues(t, vals)
		if err != nil {
			r.Fatal(err)
		}
		out[name] = c
	}
	return out
}

func checkAgree(r *rapid.T) {
	kind := rapid.SampledFrom([]Type{anyInt, anyFloat, anyBool, anyString, anyTime, anyDuration, listInts}).Draw(r, "kind")
	n := rapid.SampledFrom([]int{0, 1, 3, 70, 1024, 1100}).Draw(r, "rows")
	cols := table(r, n)
	for range 20 {
		checkTree(r, genExpr(r, kind, 4), n, cols)
	}
}

func checkTree(r *rapid.T, e *Expr, n int, cols map[string]*Column) {
	params := map[string]Value{}
	for _, name := range e.Params() {
		params[name] = genValue(named()[name], true).Draw(r, "param")
	}
	var sel []int32
	if rapid.Bool().Draw(r, "select") {
		sel = []int32{}
		for i := n - 1; i >= 0; i -= 1 + i%3 {
			sel = append(sel, int32(i))
		}
	}
	p, err := Compile(e, func(name string) (Type, bool) { t, ok := named()[name]; return t, ok })
	if err != nil {
		r.Fatalf("compile %s: %v", show(e), err)
	}
	in := Input{Len: n, Column: func(s string) *Column { return cols[s] }, Param: func(s string) Value { return params[s] }, Sel: sel}
	for range 2 { // the second run takes what the first gave back
		got, err := p.Eval(context.Background(), in)
		if err != nil {
			r.Fatal(err)
		}
		if got.Len != in.rows() {
			r.Fatalf("%d rows of %d", got.Len, in.rows())
		}
		for k := range got.Len {
			row := k
			if sel != nil {
				row = int(sel[k])
			}
			want, err := EvalRow(e, func(s string) Value { return cols[s].Row(row) }, in.Param)
			if err != nil {
				r.Fatal(err)
			}
			if !same(want, got.Row(k)) {
				r.Fatalf("%s\nrow %d: row by row %v, by columns %v", show(e), row, want, got.Row(k))
			}
		}
	}
}

func show(e *Expr) string {
	b, err := json.Marshal(e)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func TestColumnsAgreeWithRows(t *testing.T) { rapid.Check(t, checkAgree) }

func FuzzColumnsAgreeWithRows(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkAgree)) }

func TestProgramErrors(t *testing.T) {
	e := &Expr{Op: "+", Type: anyInt, Args: []*Expr{{Op: "col", Name: "i", Type: anyInt}, {Op: "param", Name: "p", Type: anyInt}}}
	p, err := Compile(e, nil)
	if err != nil {
		t.Fatal(err)
	}
	ints, _ := FromValues(anyInt, []Value{int64(1)})
	texts, _ := FromValues(anyString, []Value{"x"})
	in := func(c *Column, v Value) Input {
		return Input{Len: 1, Column: func(string) *Column { return c }, Param: func(string) Value { return v }}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		want string
		run  func() error
	}{
		{`no column "i" among the rows`, func() error { _, err := p.Eval(context.Background(), in(nil, int64(1))); return err }},
		{"column i is string, the expression reads it as int", func() error { _, err := p.Eval(context.Background(), in(texts, int64(1))); return err }},
		{`parameter p: want int, got text "x"`, func() error { _, err := p.Eval(context.Background(), in(ints, "x")); return err }},
		{"context canceled", func() error { _, err := p.Eval(ended, in(ints, int64(1))); return err }},
		{"want a bool, the expression is int", func() error { _, err := p.Filter(context.Background(), in(ints, int64(1)), nil); return err }},
		{`unknown column "i"`, func() error {
			_, err := Compile(e, func(string) (Type, bool) { return Type{}, false })
			return err
		}},
		{"column i is float, the expression reads it as int", func() error {
			_, err := Compile(e, func(string) (Type, bool) { return anyFloat, true })
			return err
		}},
	} {
		if err := c.run(); err == nil || err.Error() != c.want {
			t.Errorf("want error %q, got %v", c.want, err)
		}
	}
	if _, err := p.Eval(ended, in(ints, int64(1))); !errors.Is(err, context.Canceled) {
		t.Errorf("want the context's error, got %v", err)
	}
}

func TestFilterAndFloats(t *testing.T) {
	f, _ := FromValues(anyFloat, []Value{1.0, nil, 3.0, math.NaN(), 5.0})
	above := &Expr{Op: ">", Type: anyBool, Args: []*Expr{{Op: "col", Name: "f", Type: anyFloat}, {Op: "const", Value: 2.0, Type: anyFloat}}}
	in := Input{Len: 5, Column: func(string) *Column { return f }}
	p, err := Compile(above, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := p.Filter(context.Background(), in, []int32{9})
	if diff := cmp.Diff([]int32{9, 2, 4}, got); diff != "" || err != nil {
		t.Errorf("filter: %v %s", err, diff)
	}
	in.Sel = []int32{4, 3, 2, 1}
	if got, _ = p.Filter(context.Background(), in, nil); !cmp.Equal([]int32{4, 2}, got) {
		t.Errorf("filter of a selection: %v", got)
	}
	p, _ = Compile(above.Args[0], nil)
	scores, err := p.Floats(context.Background(), in, nil)
	if err != nil || len(scores) != 4 || scores[0] != 5 || !math.IsNaN(scores[1]) || scores[2] != 3 || !math.IsNaN(scores[3]) {
		t.Errorf("floats: %v %v", scores, err)
	}
}

// slowly counts how often it is asked and ends at the last of so many times.
type slowly struct {
	context.Context
	left int
}

func (c *slowly) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// Rows that may be slow are not all computed once the time is over.
func TestSlowRowsStop(t *testing.T) {
	text := &Expr{Op: "col", Name: "s", Type: anyString}
	word := &Expr{Op: "const", Value: "x", Type: anyString}
	vals := make([]Value, 1000)
	for i := range vals {
		vals[i] = "x"
	}
	c, err := FromValues(anyString, vals)
	if err != nil {
		t.Fatal(err)
	}
	for name, e := range map[string]*Expr{
		"matches":  {Op: "call", Name: "matches", Type: anyBool, Args: []*Expr{text, word}},
		"contains": {Op: "call", Name: "contains", Type: anyBool, Args: []*Expr{text, word}},
		"by row":   {Op: "<=", Type: anyBool, Args: []*Expr{text, word}},
	} {
		p, err := Compile(e, nil)
		if err != nil {
			t.Fatal(err)
		}
		in := Input{Len: 1000, Column: func(string) *Column { return c }}
		ctx := &slowly{context.Background(), 3}
		if got, err := p.Filter(ctx, in, nil); !errors.Is(err, context.DeadlineExceeded) || len(got) > 0 {
			t.Errorf("%s: %d rows, %v", name, len(got), err)
		}
		if got, err := p.Filter(context.Background(), in, nil); err != nil || len(got) != 1000 {
			t.Errorf("%s: then %d rows, %v", name, len(got), err)
		}
	}
}

// Equal parts are computed once a chunk, and what reads them writes elsewhere.
func TestEqualPartsAreShared(t *testing.T) {
	col := func(n string) *Expr { return &Expr{Op: "col", Name: n, Type: anyFloat} }
	two := func(op string, x, y *Expr) *Expr { return &Expr{Op: op, Type: anyFloat, Args: []*Expr{x, y}} }
	product := func() *Expr { return two("*", col("a"), col("b")) }
	neg := &Expr{Op: "neg", Type: anyFloat, Args: []*Expr{product()}}
	for _, c := range []struct {
		name  string
		e     *Expr
		keeps int
		want  func(a, b float64) float64
	}{
		{"nothing twice", two("+", col("a"), col("b")), 0, func(a, b float64) float64 { return a + b }},
		{"a column", two("*", col("a"), col("a")), 1, func(a, _ float64) float64 { return a * a }},
		{"a product", two("+", product(), two("-", product(), neg)), 1, func(a, b float64) float64 { return a*b + (a*b - -(a * b)) }},
		{"unlike constants", two("+", two("*", col("a"), &Expr{Op: "const", Value: 0.0, Type: anyFloat}), two("/", col("b"), &Expr{Op: "const", Value: math.Copysign(0, -1), Type: anyFloat})), 0,
			func(a, b float64) float64 { return math.NaN() }},
	} {
		p, err := Compile(c.e, nil)
		if err != nil {
			t.Fatal(err)
		}
		if p.keeps != c.keeps {
			t.Errorf("%s: %d parts are shared, want %d", c.name, p.keeps, c.keeps)
		}
		const n = 3000 // chunks
		a, b := make([]float64, n), make([]float64, n)
		sel := make([]int32, 0, n)
		for i := range n {
			a[i], b[i] = float64(i)-1000, float64(i%7)
			sel = append(sel, int32(n-1-i))
		}
		cols := map[string]*Column{"a": {Type: anyFloat, Len: n, Floats: a}, "b": {Type: anyFloat, Len: n, Floats: b}}
		for _, sel := range [][]int32{nil, sel} {
			got, err := p.Floats(context.Background(), Input{Len: n, Sel: sel, Column: func(n string) *Column { return cols[n] }}, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range got {
				row := i
				if sel != nil {
					row = int(sel[i])
				}
				if want := c.want(a[row], b[row]); x != want && (x == x || want == want) {
					t.Fatalf("%s, row %d: %v, want %v", c.name, row, x, want)
				}
			}
		}
		if a[1] != -999 || b[1] != 1 {
			t.Errorf("%s: a column was written to", c.name)
		}
	}
}
