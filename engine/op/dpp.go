package op

import (
	"math"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
)

func dpp() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "dpp",
				Summary: "Picks a set of good items unlike each other: a determinantal point process.",
				Doc: "Place by place the item is taken that makes the determinant of the kernel of those taken greatest. The " +
					"kernel of two items is q·q'·(1 + cosine)/2, of an item with itself q², with q = exp(relevance·lambda/(2·(1-lambda))) " +
					"and the relevance of mmr. When what is left adds nothing, it follows in its order. Scores stay. (Chen, Zhang " +
					"and Zhou, Fast greedy MAP inference for determinantal point processes, NeurIPS 2018.)",
				Example: `varied = dpp(pool, vector: taste, lambda: 0.7, keep: 50)`,
				Off:     "its first set, cut to keep (of a knob, the low end)",
				Args:    farArgs(),
				Result:  sig.Same("set"),
			},
			Deterministic: true,
		},
		Exec: func(c *Call) (Out, error) {
			b, vectors, lambda, keep, err := c.farInput()
			if err != nil {
				return Out{}, err
			}
			quality := Quality(lambda, Relevance(b.Score))
			gain := make([]float64, b.Len()) // what the determinant is multiplied by
			rows := make([][]float64, b.Len())
			for i, q := range quality {
				gain[i] = q * q
			}
			taken := make([]bool, b.Len())
			sel := make([]int32, 0, keep)
			for len(sel) < keep {
				if err := c.Ctx.Err(); err != nil {
					return Out{}, err
				}
				pick := -1
				for i := range gain {
					if !taken[i] && gain[i] > LeastGain && (pick < 0 || gain[i] > gain[pick]) {
						pick = i
					}
				}
				if pick < 0 {
					break
				}
				taken[pick] = true
				sel = append(sel, int32(pick))
				root := math.Sqrt(gain[pick])
				for i := range gain {
					if taken[i] {
						continue
					}
					dot := 0.0
					for k, x := range rows[pick] {
						dot += x * rows[i][k]
					}
					e := (Kernel(quality[pick], quality[i], vectors(pick), vectors(i)) - dot) / root
					rows[i] = append(rows[i], e)
					gain[i] -= e * e
				}
			}
			for i := range gain {
				if !taken[i] && len(sel) < keep {
					sel = append(sel, int32(i))
				}
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// LeastGain is below what dpp takes for nothing.
const LeastGain = 1e-10

// Quality of items for dpp: exp(relevance·lambda/(2·(1-lambda))), its exponent
// at most 50 so that lambda may be 1.
func Quality(lambda float64, relevance []float64) []float64 {
	theta := 50.0
	if lambda < 1 {
		theta = min(theta, lambda/(2*(1-lambda)))
	}
	out := make([]float64, len(relevance))
	for i, r := range relevance {
		out[i] = math.Exp(theta * r)
	}
	return out
}

// Kernel of two different items for dpp.
func Kernel(q, p float64, a, b []float32) float64 { return q * p * (1 + Likeness(a, b)) / 2 }
