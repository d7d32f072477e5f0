package index

import (
	"context"
	"math"
)

// sketchDocs is how many vectors a segment has at least for sketches of them to
// be worth their memory.
const sketchDocs = 1024

// siftRows is how many documents there are to be for each that is wanted: of
// fewer too many stay, whose vectors are then read besides the sketches.
const siftRows = 64

// sift leaves out of x.rows the documents that can't be among the k nearest, as
// far as sketches of their vectors tell: those whose score is below that of k
// others, or below floor, at best. What stays is scored exactly, so the answer is
// the same.
func (m *metric) sift(ctx context.Context, p *part, x *scratch, k int, floor float64) error {
	sketch := p.sketches[m.field]
	if sketch == nil || m.name == "l2" || len(x.rows) < siftRows*k || m.cosine() && m.inv == 0 {
		return nil
	}
	c, inv := p.cols[m.field], p.inv[m.field]
	padded, length := sketch.Query(m.to)
	x.dots, x.ranks, x.offs = grown(x.dots, len(x.rows)), grown(x.ranks, len(x.rows)), grown(x.offs, len(x.rows))
	step, most := m.step(), 0.0
	for from := 0; from < len(x.rows); from += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+step, len(x.rows))
		sketch.Dots(padded, x.rows[from:to], x.dots[from:to])
		for i := from; i < to; i++ {
			row := x.rows[i]
			size := 1.0
			if m.cosine() {
				size = float64(inv[row]) * m.inv
			}
			off := sketch.Off(row) * length * size * roundly
			least := float64(x.dots[i])*size - off
			if x.offs[i] = off; c.IsNull(int(row)) || !(least > 0) {
				least = 0 // it counts for nothing
			}
			if x.ranks[i] = least; least > most {
				most = least
			}
		}
	}
	least := kthBest(x.ranks, most, k)
	if least <= 0 || math.IsInf(most, 1) {
		least = math.Inf(-1)
	}
	least = max(least, floor)
	kept := x.rows[:0]
	for i, row := range x.rows {
		size := 1.0
		if m.cosine() {
			size = float64(inv[row]) * m.inv
		}
		if !(float64(x.dots[i])*size+x.offs[i] < least) {
			kept = append(kept, row)
		}
	}
	x.rows = kept
	return nil
}

// roundly makes up for the rounding of a score, and of the length of a vector.
const roundly = 1 + 1e-5
