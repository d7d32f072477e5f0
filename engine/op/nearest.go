package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
)

func nearest() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "nearest",
				Summary: "Finds the documents whose vector is nearest to one.",
				Doc: "`_score` is the field's metric: cosine, dot, or 1/(1 + distance) for l2; best first, ties by key. " +
					"A vector that is nil finds nothing.",
				Example: `similar = nearest(games.taste, to: profile.taste, k: 100..300)`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					{Name: "res", Kind: sig.Vectors, Required: true, Doc: "resource.field, a vector field"},
					{Name: "to", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Vector, Nullable: true}, Required: true, Named: true, Doc: "the vector; nil finds nothing"},
					kArg("k", "how many at most", defaultK),
					filterArg(), asArg(), rankArg(),
				},
				Result: sig.NearestResult("res", "to", "as"),
			},
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true, Cost: dag.Heavy,
		},
		Plain: nearestPlain,
		Exec: func(c *Call) (Out, error) {
			q, err := c.value("to")
			if err != nil {
				return Out{}, err
			}
			to, ok := q.([]float32)
			if !ok {
				return Out{Set: c.None()}, nil
			}
			k, err := c.count("k", defaultK)
			if err != nil {
				return Out{}, err
			}
			v, err := c.View(c.Node.Resource)
			if err != nil {
				return Out{}, err
			}
			field, _ := c.arg("res")
			hits, err := v.Nearest(c.Ctx, index.NearestQuery{
				Field: field.Field, To: to, K: min(k, index.MaxHits), Filter: c.expr("filter"), Rank: c.expr("rank"), Params: c.Param,
			})
			if err != nil {
				return Out{}, err
			}
			return c.found(v, hits)
		},
	}
}

func nearestPlain(c *plain.Call) (plain.Out, error) {
	to, ok := c.Value("to").([]float32)
	if !ok {
		return plain.Out{}, nil
	}
	return retrieved(c, rankOf(c), func(v *index.View) (index.Hits, error) {
		return v.Nearest(plain.Background, index.NearestQuery{Field: c.Node.Arg("res").Field, To: to, K: index.MaxHits})
	})
}
