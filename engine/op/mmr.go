package op

import (
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func mmr() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "mmr",
				Summary: "Orders by score less likeness to what stands above: maximal marginal relevance.",
				Doc: "Place by place the item with the greatest lambda·relevance - (1-lambda)·likeness is taken, relevance being " +
					"its score brought into 0..1 over the set, likeness the greatest cosine to an item taken before. An item " +
					"without a vector is like none. Scores stay. (Carbonell and Goldstein, SIGIR 1998.)",
				Example: `varied = mmr(pool, vector: taste, lambda: 0.7, keep: 50)`,
				Off:     "its first set, cut to keep (of a knob, the low end)",
				Args:    farArgs(),
				Result:  sig.Same("set"),
			},
			Stage: "rank", Deterministic: true,
		},
		Plain: mmrPlain,
		Exec: func(c *Call) (Out, error) {
			b, vectors, lambda, keep, err := c.farInput()
			if err != nil {
				return Out{}, err
			}
			rel := relevance(b.Score)
			like := make([]float64, b.Len()) // the greatest so far; of the first item none
			taken := make([]bool, b.Len())
			sel := make([]int32, 0, keep)
			for len(sel) < keep {
				if err := c.Ctx.Err(); err != nil {
					return Out{}, err
				}
				pick, top := -1, math.Inf(-1)
				for i := range like {
					if x := marginalRelevance(lambda, rel[i], like[i]); !taken[i] && (pick < 0 || x > top) {
						pick, top = i, x
					}
				}
				taken[pick] = true
				sel = append(sel, int32(pick))
				for i := range like {
					if cos := likeness(vectors(i), vectors(pick)); !taken[i] && (len(sel) == 1 || cos > like[i]) {
						like[i] = cos
					}
				}
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// marginalRelevance of an item whose greatest likeness to those above is like.
func marginalRelevance(lambda, rel, like float64) float64 { return lambda*rel - (1-lambda)*like }

// relevance is scores brought into 0..1: the least is 0, the greatest 1, NaN 0;
// 1 for all that are equal.
func relevance(scores []float64) []float64 {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, s := range scores {
		if !math.IsNaN(s) && !math.IsInf(s, 0) {
			lo, hi = min(lo, s), max(hi, s)
		}
	}
	out := make([]float64, len(scores))
	for i, s := range scores {
		switch {
		case math.IsNaN(s) || math.IsInf(s, -1):
		case math.IsInf(s, 1) || lo == hi:
			out[i] = 1
		default:
			out[i] = s/(hi-lo) - lo/(hi-lo)
		}
	}
	return out
}

// likeness is the cosine of two vectors; 0 where one is missing or all 0.
func likeness(a, b []float32) float64 {
	cos, ok := column.Cosine(a, b)
	if !ok {
		return 0
	}
	return cos
}

// farArgs are the arguments of mmr and dpp.
func farArgs() []sig.Arg {
	return []sig.Arg{
		setArg("the candidates, scored"),
		{Name: "vector", Kind: sig.Column, Type: sig.Type{Kind: sig.Vector}, Required: true, Named: true, Doc: "the column of vectors by which items are alike"},
		{Name: "lambda", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Float}, Named: true, Default: 0.5, Doc: "1: the score alone, 0: unlikeness alone"},
		keepArg(),
	}
}

// farInput reads them; vectors gives a row's, nil where there is none.
func (c *Call) farInput() (b *batch.Batch, vectors func(i int) []float32, lambda float64, keep int, err error) {
	b = c.set("set")
	v, err := c.value("lambda")
	if err != nil {
		return
	}
	lambda = max(0, min(asFloat(v, 0.5), 1))
	if keep, err = c.count("keep", b.Len()); err != nil {
		return
	}
	keep = min(keep, b.Len())
	col := b.Named(c.word("vector"))
	vectors = func(i int) []float32 {
		if col == nil || col.IsNull(i) || col.Type.Kind != column.Vector {
			return nil
		}
		return col.Vector(i)
	}
	return
}

func mmrPlain(c *plain.Call) (plain.Out, error) {
	rows, vectors, lambda, keep := farRows(c)
	rel := relevance(plain.Scores(rows))
	var picked []int
	for len(picked) < min(keep, len(rows)) {
		best, top := -1, 0.0
		for i := range rows {
			if slices.Contains(picked, i) {
				continue
			}
			like := 0.0
			for k, p := range picked {
				if cos := likeness(vectors[i], vectors[p]); k == 0 || cos > like {
					like = cos
				}
			}
			if x := marginalRelevance(lambda, rel[i], like); best < 0 || x > top {
				best, top = i, x
			}
		}
		picked = append(picked, best)
	}
	return plain.Set(plain.Pick(rows, picked))
}

// farRows are what mmr and dpp go over.
func farRows(c *plain.Call) (rows []plain.Row, vectors [][]float32, lambda float64, keep int) {
	rows = c.Sets[0]
	for _, row := range rows {
		v, _ := row.Get(c.Word("vector")).([]float32)
		vectors = append(vectors, v)
	}
	return rows, vectors, max(0, min(c.Number("lambda", 0.5), 1)), c.Count("keep", len(rows))
}
