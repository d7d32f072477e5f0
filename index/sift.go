package index

import (
	"context"
	"math"
	"slices"

	"riffle.dev/riffle/internal/column"
)

// sketchDocs is how many vectors a segment has at least for sketches of them to
// be worth their memory.
const sketchDocs = 1024

// siftRows is how many documents there are to be for each that is wanted: of
// fewer too many stay, whose vectors are then read besides the sketches.
const siftRows = 4

// siftShare of a segment is what there has to be: sketches are read by blocks,
// and of a few documents the vectors are read faster than of their blocks' rest.
const siftShare = 8

// sifting finds the documents that may be among the k nearest, as far as
// sketches of their vectors tell: k others are known to be nearer than what is
// left out, so the answer is the same.
//
// How near those are is guessed from a few blocks, which is proved right when k
// documents are found to be as near, and else guessed more carefully. So of most
// documents no more is seen than that they are too far away.
type sifting struct {
	parts  []sifted
	sought column.Sought
	near   []column.Near
	lows   []float64 // of the blocks that the guess is made by
	all    []float64 // of near, scratch of least
}

// sifted is the documents of one part.
type sifted struct {
	*part
	all      bool // every document; else those from..to-1 of scratch.rows
	from, to int
	sketch   *column.Sketch // nil: all of them are read
	near     [2]int         // of sifting.near
}

func (p *sifted) len() int {
	if p.all {
		return p.n
	}
	return p.to - p.from
}

// sampled is one of so many blocks that are looked at for the guess.
const sampled = 16

// blocksAtOnce are read between two looks at the context, ten microseconds or so
// at the dimensions that are usual.
const blocksAtOnce = 64

// sift the parts of x.sifting to what may be among the k nearest.
func (m *metric) sift(ctx context.Context, x *scratch, k int) error {
	s, rows := &x.sifting, 0
	for i := range s.parts {
		p := &s.parts[i]
		if p.sketch != nil && (siftShare*p.len() < p.n || !p.sketch.Seek(m.to, m.size(), &s.sought)) {
			p.sketch = nil
		}
		if p.sketch != nil {
			rows += p.len()
		}
	}
	if k == 0 || rows < siftRows*k {
		s.readAll()
		return nil
	}
	if err := s.guess(ctx, x.rows); err != nil {
		return err
	}
	share := k * len(s.lows) / rows
	for rank := share + 2*int(math.Sqrt(float64(share))) + 2; rank <= len(s.lows); rank *= 4 {
		floor := kthGreatest(s.lows, rank)
		if err := s.reach(ctx, x.rows, floor); err != nil {
			return err
		}
		if s.least(k, floor) {
			return nil
		}
	}
	s.readAll()
	return nil
}

// readAll leaves none out.
func (s *sifting) readAll() {
	for i := range s.parts {
		s.parts[i].sketch = nil
	}
}

// guess keeps what some blocks have at least.
func (s *sifting) guess(ctx context.Context, rows []int32) error {
	lows := s.lows[:0]
	for i := range s.parts {
		p := &s.parts[i]
		if p.sketch == nil {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.near = s.near[:0]
		for b := i % sampled; b < p.sketch.Blocks(); b += sampled {
			s.near = p.sketch.Nearby(&s.sought, b, b+1, math.Inf(-1), s.near)
		}
		for _, near := range p.among(rows, s.near) {
			lows = append(lows, near.Low)
		}
	}
	s.lows = lows
	return nil
}

// reach finds what may reach the floor.
func (s *sifting) reach(ctx context.Context, rows []int32, floor float64) error {
	s.near = s.near[:0]
	for i := range s.parts {
		p := &s.parts[i]
		from := len(s.near)
		for b, end := 0, 0; p.sketch != nil && b < p.sketch.Blocks(); b = end {
			if err := ctx.Err(); err != nil {
				return err
			}
			end = min(b+blocksAtOnce, p.sketch.Blocks())
			s.near = p.sketch.Nearby(&s.sought, b, end, floor, s.near)
		}
		s.near = s.near[:from+len(p.among(rows, s.near[from:]))]
		p.near = [2]int{from, len(s.near)}
	}
	return nil
}

// among leaves those that are documents of the part; both stand in order.
func (p *sifted) among(rows []int32, near []column.Near) []column.Near {
	if p.all {
		return near
	}
	rows, n := rows[p.from:p.to], 0
	for _, x := range near {
		for len(rows) > 0 && rows[0] < x.Row {
			rows = rows[1:]
		}
		if len(rows) > 0 && rows[0] == x.Row {
			near[n] = x
			n++
		}
	}
	return near[:n]
}

// least leaves out who can't reach what k have at least. It tells whether so many
// have as much as the floor, so that none is missing that may be among the k.
func (s *sifting) least(k int, floor float64) bool {
	all := s.all[:0]
	for i := range s.near {
		if s.near[i].Low >= floor {
			all = append(all, s.near[i].Low)
		}
	}
	s.all = all
	if len(all) < k {
		return false
	}
	least, n := kthGreatest(all, k), 0
	for i := range s.parts {
		p := &s.parts[i]
		from := n
		for _, x := range s.near[p.near[0]:p.near[1]] {
			if x.High >= least {
				s.near[n] = x
				n++
			}
		}
		p.near = [2]int{from, n}
	}
	s.near = s.near[:n]
	return true
}

// kthGreatest of numbers, which it moves (Hoare's selection, with the middle one
// of three; where that divides badly the rest is sorted). There are k at least.
func kthGreatest(of []float64, k int) float64 {
	for turns := 0; len(of) > 16 && turns < 64; turns++ {
		a, b, c := of[0], of[len(of)/2], of[len(of)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := 0, len(of)-1
		for i <= j {
			for of[i] > pivot {
				i++
			}
			for pivot > of[j] {
				j--
			}
			if i <= j {
				of[i], of[j] = of[j], of[i]
				i++
				j--
			}
		}
		switch {
		case k <= j+1:
			of = of[:j+1]
		case k > i:
			of, k = of[i:], k-i
		default:
			return pivot
		}
	}
	slices.Sort(of)
	return of[len(of)-k]
}
