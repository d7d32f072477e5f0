package op

import (
	"context"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func score() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "score",
				Summary: "Gives every item a score, orders by it, and keeps the best.",
				Doc: "The expression, or the model's answer for each item, becomes `_score`; one of both is given. Equal " +
					"scores keep their order; nil and NaN score NaN, which comes last.",
				Example: `coarse = score(fresh, 0.6 * _score + 0.4 * log1p(installs), keep: 150..300)`,
				Off:     "its first set in the order it had, cut to keep (of a knob, the low end); the column of as: is nil",
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "expression", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Float}, Doc: "the score of an item"},
					{Name: "model", Kind: sig.ItemModel, Type: sig.Type{Kind: sig.Float}, Named: true,
						Doc: "the call of a service or function that leaves its parameter item out"},
					asArg(),
					keepArg(),
				},
				Result: sig.ScoreResult("set", "expression", "model", "as"),
			},
			Stage: "rank", Deterministic: true, Parallel: true,
		},
		Plain: scorePlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			scores, err := c.scores(b)
			if err != nil {
				return Out{}, err
			}
			keep, err := c.count("keep", b.Len())
			if err != nil {
				return Out{}, err
			}
			set, err := ranked(c.Ctx, c.Scratch, b.Scored(scores), keep)
			if err != nil {
				return Out{}, err
			}
			return Out{Set: withScoreColumn(set, c.word("as"))}, nil
		},
	}
}

// scores by the expression or the model.
func (c *Call) scores(b *batch.Batch) ([]float64, error) {
	if a, i := c.arg("model"); i >= 0 && a.Model != nil {
		col, err := c.model(a.Model, b)
		if err != nil {
			return nil, err
		}
		return numbers(col), nil
	}
	_, i := c.arg("expression")
	return c.programs[i].Floats(c.Ctx, c.input(b), make([]float64, 0, b.Len()))
}

// ranked orders a batch by its score, best first, ties as they stood, and keeps
// the first n.
func ranked(ctx context.Context, x *Scratch, b *batch.Batch, n int) (*batch.Batch, error) {
	sel, err := best(ctx, x, b.Score)
	if err != nil {
		return nil, err
	}
	return b.Take(sel[:min(n, len(sel))]), nil
}

// withScoreColumn keeps the score in a column too, unless name is "".
func withScoreColumn(b *batch.Batch, name string) *batch.Batch {
	if name == "" {
		return b
	}
	return b.Put(name, &column.Column{Type: column.Type{Kind: column.Float}, Len: b.Len(), Floats: b.Score})
}

func scorePlain(c *plain.Call) (plain.Out, error) {
	rows := c.Sets[0]
	var answers []column.Value
	if a := c.Node.Arg("model"); a != nil && a.Model != nil {
		var err error
		if answers, err = c.Ask(a.Model, rows); err != nil {
			return plain.Out{}, err
		}
	} else {
		for _, row := range rows {
			answers = append(answers, c.Of("expression", row))
		}
	}
	for i, v := range answers {
		rows[i].Score = plain.AsScore(v)
	}
	return plain.Set(plain.ScoredAs(plain.Head(plain.ByScore(rows), c.Count("keep", len(rows))), c.Word("as")))
}
