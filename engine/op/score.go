package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

func score() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "score",
				Summary: "Gives every item a score, orders by it, and keeps the best.",
				Doc: "The expression becomes `_score`. Equal scores keep their order; an expression that comes out nil " +
					"or NaN scores NaN, which comes last.",
				Example: `coarse = score(fresh, 0.6 * _score + 0.4 * log1p(installs), keep: 150..300)`,
				Off:     "its first set in the order it had, cut to keep (of a knob, the low end); the column of as: is nil",
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "expression", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Float}, Required: true, Doc: "the score of an item"},
					asArg(),
					keepArg(),
				},
				Result: sig.WithAs("set", "as"),
			},
			Deterministic: true, Parallel: true,
		},
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			_, i := c.arg("expression")
			scores, err := c.programs[i].Floats(c.Ctx, c.input(b), make([]float64, 0, b.Len()))
			if err != nil {
				return Out{}, err
			}
			keep, err := c.count("keep", b.Len())
			if err != nil {
				return Out{}, err
			}
			return Out{Set: withScoreColumn(ranked(b.Scored(scores), keep), c.word("as"))}, nil
		},
	}
}

// ranked orders a batch by its score, best first, ties as they stood, and keeps
// the first n.
func ranked(b *batch.Batch, n int) *batch.Batch {
	sel := best(b.Score)
	return b.Take(sel[:min(n, len(sel))])
}

// withScoreColumn keeps the score in a column too, unless name is "".
func withScoreColumn(b *batch.Batch, name string) *batch.Batch {
	if name == "" {
		return b
	}
	return b.Put(name, &column.Column{Type: column.Type{Kind: column.Float}, Len: b.Len(), Floats: b.Score})
}
