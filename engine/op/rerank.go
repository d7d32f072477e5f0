package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func rerank() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "rerank",
				Summary: "Has the first items ordered anew by a model.",
				Doc: "The model's answer becomes the `_score` of the first top items, which are ordered by it, NaN last and equal " +
					"scores as they stood; those behind follow as they were. Then keep cuts.",
				Example: `best = rerank(pool, model: ctr(user), top: 20..50)`,
				Off:     "its first set in the order it had, cut to keep (of a knob, the low end)",
				Args: []sig.Arg{
					setArg("the candidates, best first"),
					{Name: "model", Kind: sig.ItemModel, Type: sig.Type{Kind: sig.Float}, Required: true, Named: true,
						Doc: "the call of a service or function that leaves its parameter item out"},
					{Name: "top", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Named: true, Knob: true, Doc: "how many are asked about; all when not given"},
					keepArg(),
				},
				Result: sig.Same("set"),
			},
			Stage: "rank", Deterministic: true,
		},
		Plain: rerankPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			top, err := c.count("top", b.Len())
			if err != nil {
				return Out{}, err
			}
			keep, err := c.count("keep", b.Len())
			if err != nil {
				return Out{}, err
			}
			first := b.Head(top)
			a, _ := c.arg("model")
			col, err := c.model(a.Model, first)
			if err != nil {
				return Out{}, err
			}
			scores := append(numbers(col), b.Score[first.Len():]...)
			sel, err := best(c.Ctx, c.Scratch, scores[:first.Len()])
			if err != nil {
				return Out{}, err
			}
			for i := first.Len(); i < b.Len(); i++ {
				sel = append(sel, int32(i))
			}
			return Out{Set: b.Scored(scores).Take(sel[:min(keep, len(sel))])}, nil
		},
	}
}

func rerankPlain(c *plain.Call) (plain.Out, error) {
	rows := c.Sets[0]
	top := min(len(rows), c.Count("top", len(rows)))
	answers, err := c.Ask(c.Node.Arg("model").Model, rows[:top])
	if err != nil {
		return plain.Out{}, err
	}
	for i, v := range answers {
		rows[i].Score = plain.AsScore(v)
	}
	rows = append(plain.ByScore(rows[:top]), rows[top:]...)
	return plain.Set(plain.Head(rows, c.Count("keep", len(rows))))
}
