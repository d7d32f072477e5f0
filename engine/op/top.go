package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/index"
)

func top() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "top",
				Summary: "Gives the documents with the greatest value of a field or formula.",
				Doc: "`_score` is that value as a number (a time: nanoseconds since 1970), greatest first, ties by key; " +
					"nil and NaN come last.",
				Example: `hot = top(games, by: installs, k: 100)`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					resourceArg(),
					{Name: "by", Kind: sig.Order, Required: true, Named: true, Doc: "a field or formula over the fields, a number or a time"},
					kArg("k", "how many at most", defaultK),
					{Name: "skip", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Default: int64(0), Doc: "how many of the greatest to leave out, for paging"},
					filterArg(), asArg(),
				},
				Result: ordered(sig.FieldsOf("res", "as")),
			},
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true, Cost: dag.Heavy,
		},
		Exec: func(c *Call) (Out, error) {
			k, err := c.count("k", defaultK)
			if err != nil {
				return Out{}, err
			}
			skip, err := c.count("skip", 0)
			if err != nil {
				return Out{}, err
			}
			v, err := c.View(c.Node.Resource)
			if err != nil {
				return Out{}, err
			}
			hits, err := v.Top(c.Ctx, index.TopQuery{
				By: c.expr("by"), K: min(k, index.MaxHits), Skip: skip, Filter: c.expr("filter"), Params: c.Param,
			})
			if err != nil {
				return Out{}, err
			}
			return c.found(v, hits)
		},
	}
}
