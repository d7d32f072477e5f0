package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func filter() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "filter",
				Summary: "Keeps the items for which a condition is true.",
				Doc:     "The order and the scores stay. A condition that comes out nil keeps nothing.",
				Example: `fresh = filter(pool, id not in user.seen)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "cond", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Bool}, Required: true, Doc: "true for what stays"},
				},
				Result: sig.Same("set"),
			},
			Deterministic: true, Parallel: true, PushFilter: true,
		},
		Plain: filterPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			_, i := c.arg("cond")
			sel, err := c.programs[i].Filter(c.Ctx, c.input(b), make([]int32, 0, b.Len()))
			if err != nil {
				return Out{}, err
			}
			if len(sel) == b.Len() {
				return Out{Set: b}, nil
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

func filterPlain(c *plain.Call) (plain.Out, error) {
	return plain.Set(slices.DeleteFunc(c.Sets[0], func(row plain.Row) bool { return c.Of("cond", row) != true }))
}
