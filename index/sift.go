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
const siftRows = 8

// sift leaves out of x.rows the documents that can't be among the k nearest, as
// far as sketches of their vectors tell: those whose score is below that of k
// others, or below floor, at best. What stays is scored exactly, so the answer is
// the same.
//
// What k others have at least is found out on the way, so that of most documents
// no more is seen than that they are too far away.
func (m *metric) sift(ctx context.Context, p *part, x *scratch, k int, floor float64) error {
	sketch := p.sketches[m.field]
	if sketch == nil || k == 0 || len(x.rows) < siftRows*k || m.cosine() && m.inv == 0 || !sketch.Seek(m.to, &x.sought) {
		return nil
	}
	size := 1.0
	if m.cosine() {
		size = m.inv
	}
	away := x.sought.Length * size * roundly
	step := m.step()
	x.dots = grown(x.dots, step)
	s := sifting{rows: x.rows[:0], low: x.ranks[:0], high: x.offs[:0], least: floor}
	for from := 0; from < len(x.rows); from += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		rows := x.rows[from:min(from+step, len(x.rows))]
		sketch.Dots(&x.sought, rows, x.dots)
		for i, row := range rows {
			about, off := float64(x.dots[i])*size, sketch.Off(row)*away
			if about+off < s.least {
				continue
			}
			s.add(row, about-off, about+off)
		}
		if len(s.rows) >= 2*k && len(s.rows) >= s.seen+k/2 {
			s.raise(k)
		}
	}
	s.raise(k)
	x.rows, x.ranks, x.offs = s.rows, s.low, s.high
	return nil
}

// sifting is the documents that may be among the nearest so far.
type sifting struct {
	rows      []int32
	low, high []float64 // by row: its score at least, 0 of less, and at most
	least     float64   // the score of k of them at least, or a floor
	seen      int       // how many were left when least was last raised
}

// add a document. A bound that is no number says nothing, as one below 0 does.
func (s *sifting) add(row int32, low, high float64) {
	if !(low > 0) {
		low = 0
	}
	s.rows, s.low, s.high = append(s.rows, row), append(s.low, low), append(s.high, high)
}

// raise least to what k of them have, and leave out who has less at most.
func (s *sifting) raise(k int) {
	most := 0.0
	for _, low := range s.low {
		most = max(most, low)
	}
	if least := kthBest(s.low, most, k); least > s.least && !math.IsInf(most, 1) {
		s.least = least
	}
	n := 0
	for i, row := range s.rows {
		if !(s.high[i] < s.least) {
			s.rows[n], s.low[n], s.high[n] = row, s.low[i], s.high[i]
			n++
		}
	}
	s.rows, s.low, s.high, s.seen = s.rows[:n], s.low[:n], s.high[:n], n
}

// roundly makes up for the rounding of a score, and of the length of a vector.
const roundly = 1 + 1e-5
