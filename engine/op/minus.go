package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
)

func minus() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "minus",
				Summary: "Leaves out the items that another set has.",
				Doc:     "An item is its resource and key.",
				Example: `rest = minus(pool, page)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "other", Kind: sig.Set, Required: true, Doc: "the items to leave out"},
				},
				Result: sig.Same("set"),
			},
			Deterministic: true,
		},
		Plain: minusPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			gone := ids(c.set("other"))
			sel := make([]int32, 0, b.Len())
			for i, id := range b.IDs {
				if !gone[id] {
					sel = append(sel, int32(i))
				}
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

func ids(b *batch.Batch) map[batch.ID]bool {
	out := make(map[batch.ID]bool, b.Len())
	for _, id := range b.IDs {
		out[id] = true
	}
	return out
}

func minusPlain(c *plain.Call) (plain.Out, error) {
	return plain.Set(slices.DeleteFunc(c.Sets[0], func(row plain.Row) bool { return plain.Find(c.Sets[1], row.ID()) >= 0 }))
}
