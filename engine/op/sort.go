package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func sortBy() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "sort",
				Summary: "Orders the items by a column or an expression, the greatest first.",
				Doc:     "Equal ones keep their order; nil and NaN come last in either direction. `_score` stays as it was.",
				Example: `newest = sort(pool, by: released)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "by", Kind: sig.Order, Required: true, Named: true, Doc: "what to order by"},
					{Name: "order", Kind: sig.Word, Named: true, Words: []string{"desc", "asc"}, Default: "desc", Doc: "desc: the greatest first; asc: the least first"},
				},
				Result: sig.Same("set"),
			},
			Stage: "rank", Deterministic: true,
		},
		Plain: sortPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			_, i := c.arg("by")
			by, err := c.programs[i].Eval(c.Ctx, c.input(b))
			if err != nil {
				return Out{}, err
			}
			return Out{Set: b.Take(order(by, c.word("order") == "asc"))}, nil
		},
	}
}

// order is the rows of a column from greatest to least (ascending: the other
// way), stable, nil and NaN last.
func order(by *column.Column, ascending bool) []int32 {
	if by.Type.Kind == column.Float && by.Nulls == nil {
		return sortedFloats(by.Floats[:by.Len], ascending)
	}
	sel := rows(0, by.Len)
	values := make([]column.Value, by.Len)
	for i := range values {
		values[i] = by.Row(i)
	}
	slices.SortStableFunc(sel, func(x, y int32) int {
		a, b := values[x], values[y]
		if ascending || unordered(a) || unordered(b) {
			return column.Compare(a, b)
		}
		return column.Compare(b, a)
	})
	return sel
}

// unordered values come last in either direction.
func unordered(v column.Value) bool {
	f, ok := v.(float64)
	return v == nil || ok && f != f
}

// best is the rows from the greatest score to the least, ties as they stand,
// NaN last.
func best(score []float64) []int32 { return sortedFloats(score, false) }

// place is a row with what it is ordered by: sorting these side by side spares
// a look-up a comparison, and the row breaks ties without a stable sort.
type place struct {
	by  float64
	row int32
}

func sortedFloats(by []float64, ascending bool) []int32 {
	places := make([]place, len(by))
	for i, f := range by {
		if ascending {
			f = -f
		}
		places[i] = place{f, int32(i)}
	}
	slices.SortFunc(places, func(x, y place) int {
		switch {
		case x.by > y.by:
			return -1
		case x.by < y.by:
			return 1
		}
		if xNaN, yNaN := x.by != x.by, y.by != y.by; xNaN != yNaN {
			if xNaN {
				return 1
			}
			return -1
		}
		return int(x.row - y.row)
	})
	sel := make([]int32, len(by))
	for i, p := range places {
		sel[i] = p.row
	}
	return sel
}

func sortPlain(c *plain.Call) (plain.Out, error) {
	rows, ascending := c.Sets[0], c.Word("order") == "asc"
	number := func(v column.Value) bool { // neither nil nor NaN
		f, isFloat := v.(float64)
		return v != nil && (!isFloat || f == f)
	}
	slices.SortStableFunc(rows, func(a, b plain.Row) int {
		x, y := c.Of("by", a), c.Of("by", b)
		if ascending || !number(x) || !number(y) {
			return column.Compare(x, y)
		}
		return column.Compare(y, x)
	})
	return plain.Set(rows)
}
