package column

import (
	"context"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// A column gives back what was put in, however it is cut and copied.
func TestColumnsKeepTheirRows(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		typ := rapid.SampledFrom([]Type{anyInt, anyFloat, anyBool, anyString, anyTime, anyDuration, vector3, listInts, listTexts, listOf(listInts), record}).Draw(r, "type")
		vals := rapid.SliceOfN(genValue(typ, true), 0, 100).Draw(r, "values")
		c, err := FromValues(typ, vals)
		if err != nil {
			r.Fatal(err)
		}
		sel := []int32{}
		if len(vals) > 0 {
			sel = rapid.SliceOfN(rapid.Int32Range(0, int32(len(vals)-1)), 0, 150).Draw(r, "selection")
		}
		taken := c.Take(sel)
		head := c.Head(rapid.IntRange(0, len(vals)).Draw(r, "head"))
		copied := NewBuilder(typ, 0)
		for i := range c.Len {
			copied.AppendRow(c, i)
		}
		again := copied.Build()
		if c.Len != len(vals) || taken.Len != len(sel) || again.Len != len(vals) {
			r.Fatalf("%d values: %d rows, %d taken of %d, %d copied", len(vals), c.Len, taken.Len, len(sel), again.Len)
		}
		nulls := 0
		for i, v := range vals {
			if v == nil {
				nulls++
			}
			if !same(v, c.Row(i)) || c.IsNull(i) != (v == nil) || !same(v, again.Row(i)) || i < head.Len && !same(v, head.Row(i)) {
				r.Fatalf("row %d is %v, want %v", i, c.Row(i), v)
			}
		}
		if c.Nulls.Count() != nulls {
			r.Fatalf("%d nulls, want %d", c.Nulls.Count(), nulls)
		}
		for k, i := range sel {
			if !same(vals[i], taken.Row(k)) {
				r.Fatalf("taken row %d is %v, want %v", k, taken.Row(k), vals[i])
			}
		}
	})
}

func TestBuilderRefuses(t *testing.T) {
	for want, c := range map[string]struct {
		typ Type
		v   Value
	}{
		`row 0: want int, got text "x"`:                        {anyInt, "x"},
		"row 0: want vector(3), got a vector of 1":             {vector3, []float32{1}},
		`row 0, item 1: want int?, got text "x"`:               {listInts, []Value{int64(1), "x"}},
		"row 0: want string, got number 1":                     {anyString, int64(1)},
		"row 0: want { n: int?, s: string? }, got a list of 0": {record, []Value{}},
	} {
		b := NewBuilder(c.typ, 0)
		if err := b.Append(c.v); err == nil || err.Error() != want {
			t.Errorf("want %q, got %v", want, err)
		}
		b.AppendNull()
		if got := b.Build(); got.Len != 1 || !got.IsNull(0) {
			t.Errorf("%s: what was refused stays", want)
		}
	}
}

// One program serves many goroutines, each with columns of its own.
func TestProgramIsShared(t *testing.T) {
	p, err := Compile(benchExpr(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for g := range 4 {
		group.Go(func() {
			vals := make([]Value, 1500)
			for i := range vals {
				vals[i] = float64(i * (g + 1))
			}
			c, err := FromValues(anyFloat, vals)
			if err != nil {
				t.Error(err)
				return
			}
			at := func(row int) func(string) Value { return func(string) Value { return vals[row] } }
			for range 20 {
				got, err := p.Floats(context.Background(), Input{Len: c.Len, Column: func(string) *Column { return c }}, nil)
				if err != nil {
					t.Error(err)
					return
				}
				for _, row := range []int{0, 1, 1023, 1024, 1499} {
					if want, _ := EvalRow(benchExpr(), at(row), nil); want != got[row] {
						t.Errorf("row %d: %v, want %v", row, got[row], want)
					}
				}
			}
		})
	}
	group.Wait()
}
