package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
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
			Deterministic: true,
		},
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
	sel := rows(0, by.Len)
	if by.Type.Kind == column.Float && by.Nulls == nil {
		sortFloats(sel, by.Floats, ascending)
		return sel
	}
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

// sortFloats orders rows by their value, stable, NaN last.
func sortFloats(sel []int32, by []float64, ascending bool) {
	slices.SortStableFunc(sel, func(x, y int32) int {
		a, b := by[x], by[y]
		switch {
		case a > b:
			if ascending {
				return 1
			}
			return -1
		case a < b:
			if ascending {
				return -1
			}
			return 1
		case a == b:
			return 0
		}
		switch aNaN, bNaN := a != a, b != b; {
		case aNaN && !bNaN:
			return 1
		case bNaN && !aNaN:
			return -1
		}
		return 0
	})
}
