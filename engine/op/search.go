package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
)

func search() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "search",
				Summary: "Finds the documents that fit a text best, by BM25 over the resource's text fields.",
				Doc: "`_score` is the sum over fields of weight times BM25, best first, ties by key. A query that is nil " +
					"or has no word of the resource finds nothing.",
				Example: `typed = search(games, query: "space trading", k: 100..300)`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					resourceArg(),
					{Name: "query", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String, Nullable: true}, Required: true, Named: true, Doc: "the text; nil finds nothing"},
					kArg("k", "how many at most", defaultK),
					filterArg(), asArg(), rankArg(),
				},
				Result: sig.FieldsOf("res", "as"),
			},
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true, Cost: dag.Heavy,
		},
		Plain: searchPlain,
		Exec: func(c *Call) (Out, error) {
			q, err := c.value("query")
			if err != nil {
				return Out{}, err
			}
			text, ok := q.(string)
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
			hits, err := v.Search(c.Ctx, index.SearchQuery{
				Text: text, K: min(k, index.MaxHits), Filter: c.expr("filter"), Rank: c.expr("rank"), Params: c.Param,
			})
			if err != nil {
				return Out{}, err
			}
			return c.found(v, hits)
		},
	}
}

func searchPlain(c *plain.Call) (plain.Out, error) {
	text, ok := c.Value("query").(string)
	if !ok {
		return plain.Out{}, nil
	}
	return retrieved(c, rankOf(c), func(v *index.View) (index.Hits, error) {
		return v.Search(plain.Background, index.SearchQuery{Text: text, K: index.MaxHits})
	})
}
