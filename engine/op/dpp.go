package op

import (
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
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
			Stage: "rank", Deterministic: true,
		},
		Plain: dppPlain,
		Exec: func(c *Call) (Out, error) {
			b, vectors, lambda, keep, err := c.farInput()
			if err != nil {
				return Out{}, err
			}
			quality := qualities(lambda, relevance(b.Score))
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
					if !taken[i] && gain[i] > leastGain && (pick < 0 || gain[i] > gain[pick]) {
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
					e := (kernel(quality[pick], quality[i], vectors(pick), vectors(i)) - dot) / root
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

// leastGain is below what dpp takes for nothing.
const leastGain = 1e-10

// qualities of items for dpp: exp(relevance·lambda/(2·(1-lambda))), its exponent
// at most 50 so that lambda may be 1.
func qualities(lambda float64, relevance []float64) []float64 {
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

// kernel of two different items for dpp.
func kernel(q, p float64, a, b []float32) float64 { return q * p * (1 + likeness(a, b)) / 2 }

// dppPlain decomposes the kernel anew for every item and place.
func dppPlain(c *plain.Call) (plain.Out, error) {
	rows, vectors, lambda, keep := farRows(c)
	q := qualities(lambda, relevance(plain.Scores(rows)))
	var picked []int
	var gains []float64
	var factors [][]float64 // of those picked: their rows of the decomposition
	// factor is the row that item i would have, and its gain.
	factor := func(i int) ([]float64, float64) {
		var row []float64
		gain := q[i] * q[i]
		for k, p := range picked {
			dot := 0.0
			for l, x := range factors[k] {
				dot += x * row[l]
			}
			e := (kernel(q[p], q[i], vectors[p], vectors[i]) - dot) / math.Sqrt(gains[k])
			row = append(row, e)
			gain -= e * e
		}
		return row, gain
	}
	for len(picked) < min(keep, len(rows)) {
		best, top := -1, leastGain
		for i := range rows {
			if slices.Contains(picked, i) {
				continue
			}
			if _, gain := factor(i); gain > top {
				best, top = i, gain
			}
		}
		if best < 0 {
			break
		}
		row, gain := factor(best)
		picked, gains, factors = append(picked, best), append(gains, gain), append(factors, row)
	}
	for i := range rows {
		if len(picked) < keep && !slices.Contains(picked, i) {
			picked = append(picked, i)
		}
	}
	return plain.Set(plain.Pick(rows, picked))
}
