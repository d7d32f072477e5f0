package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
)

func backfill() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "backfill",
				Summary: "Fills a set up to a number with items of another that it does not have.",
				Doc:     "They come behind, in their order. A set that is long enough stays as it is.",
				Example: `page = backfill(fine, from: hot, to: k)`,
				Off:     offTransform,
				Unites:  true,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "from", Kind: sig.Set, Required: true, Named: true, Doc: "where to take more from"},
					{Name: "to", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Int}, Required: true, Named: true, Doc: "how many items there should be"},
				},
				Result: sig.UniteTwo("set", "from"),
			},
			Deterministic: true,
		},
		Plain: backfillPlain,
		Exec: func(c *Call) (Out, error) {
			b, more := c.set("set"), c.set("from")
			to, err := c.count("to", 0)
			if err != nil {
				return Out{}, err
			}
			m := newMerger(c, []*batch.Batch{b, more})
			m.only = true
			for i, id := range b.IDs {
				row, _ := m.row(id, b.Score[i])
				m.brought(row, 0, i)
			}
			for i, id := range more.IDs {
				if m.has(id) || len(m.ids) >= to {
					continue
				}
				row, _ := m.row(id, more.Score[i])
				m.brought(row, 1, i)
			}
			return Out{Set: m.build(nil)}, nil
		},
	}
}

func backfillPlain(c *plain.Call) (plain.Out, error) {
	out, to := c.Sets[0], c.Count("to", 0)
	for _, row := range c.Sets[1] {
		if len(out) < to && plain.Find(c.Sets[0], row.ID()) < 0 {
			out = append(out, row)
		}
	}
	return plain.Set(out)
}
