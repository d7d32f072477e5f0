package op

import (
	"context"
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
			sel, err := order(c.Ctx, c.Scratch, by, c.word("order") == "asc")
			if err != nil {
				return Out{}, err
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// order is the rows of a column from greatest to least (ascending: the other
// way), stable, nil and NaN last.
func order(ctx context.Context, x *Scratch, by *column.Column, ascending bool) ([]int32, error) {
	if by.Type.Kind == column.Float && by.Nulls == nil {
		return sortedFloats(ctx, x, by.Floats[:by.Len], ascending)
	}
	sel := rows(0, by.Len)
	values := make([]column.Value, by.Len)
	for i := range values {
		if i%sortStep == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		values[i] = by.Row(i)
	}
	n, stopped := 0, false
	slices.SortStableFunc(sel, func(x, y int32) int {
		if n++; n%sortStep == 0 && ctx.Err() != nil {
			stopped = true
		}
		if stopped {
			return 0 // what is left are some n log n of these
		}
		a, b := values[x], values[y]
		if ascending || unordered(a) || unordered(b) {
			return column.Compare(a, b)
		}
		return column.Compare(b, a)
	})
	if stopped {
		return nil, ctx.Err()
	}
	return sel, nil
}

// sortStep is how many values a sort looks at before it asks whether to stop.
const sortStep = 1024

// unordered values come last in either direction.
func unordered(v column.Value) bool {
	f, ok := v.(float64)
	return v == nil || ok && f != f
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
