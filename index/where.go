package index

import (
	"context"
	"fmt"
	"math/bits"

	"riffle.dev/riffle/internal/column"
)

// Where tells which hits of this very view fulfil a condition on their fields, by
// their places, ascending; the score is none of them. The columns are read where
// they stand. Errors: the context's, the condition's, a hit of another view.
func (v *View) Where(ctx context.Context, hits Hits, condition *column.Program, params Params) ([]int32, error) {
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	for row, r := range hits.Docs {
		if r.Part < 0 || int(r.Part) >= len(v.parts) || r.Doc < 0 || int(r.Doc) >= v.parts[r.Part].n {
			return nil, fmt.Errorf("hit %d is of another view", row)
		}
	}
	f := formula{view: v, program: condition, params: params}
	x.kept = grown(x.kept, (hits.Len()+63)/64)
	clear(x.kept)
	for at, p := range v.parts {
		x.rows, x.near = x.rows[:0], x.near[:0]
		for row, r := range hits.Docs {
			if int(r.Part) == at {
				x.rows, x.near = append(x.rows, r.Doc), append(x.near, int32(row))
			}
		}
		if len(x.rows) == 0 {
			continue
		}
		passed, err := condition.Filter(ctx, f.input(p, x.rows, nil), x.passed[:0])
		if x.passed = passed; err != nil {
			return nil, err
		}
		for i, doc := range x.rows { // those that pass stand in the same order
			if len(passed) > 0 && passed[0] == doc {
				x.kept.Set(int(x.near[i]))
				passed = passed[1:]
			}
		}
	}
	out := make([]int32, 0, x.kept.Count())
	for i, word := range x.kept {
		for ; word != 0; word &= word - 1 {
			out = append(out, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return out, nil
}
