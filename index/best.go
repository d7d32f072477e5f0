package index

import (
	"fmt"
	"math"
	"slices"
)

// best keeps the k best of what it is offered, as a heap with the worst of
// them at its root.
type best struct {
	view *View
	k    int
	heap []hit
}

type hit struct {
	ref   Ref
	score float64
}

func newBest(v *View, k, skip int) (*best, error) {
	if k < 0 || k > MaxHits {
		return nil, fmt.Errorf("k %d is not within 0..%d", k, MaxHits)
	}
	return &best{view: v, k: k + skip}, nil
}

func (b *best) offer(part int, doc int32, score float64) {
	if len(b.heap) == b.k {
		if b.k == 0 || score < b.heap[0].score {
			return // the usual case
		}
		h := hit{Ref{int32(part), doc}, score}
		if b.better(h, b.heap[0]) {
			b.heap[0] = h
			b.down()
		}
		return
	}
	b.heap = append(b.heap, hit{Ref{int32(part), doc}, score})
	for i := len(b.heap) - 1; i > 0; {
		up := (i - 1) / 2
		if !b.better(b.heap[up], b.heap[i]) {
			return
		}
		b.heap[up], b.heap[i] = b.heap[i], b.heap[up]
		i = up
	}
}

// down lets the root sink to where it belongs.
func (b *best) down() {
	for i := 0; ; {
		worst := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < len(b.heap) && b.better(b.heap[worst], b.heap[child]) {
				worst = child
			}
		}
		if worst == i {
			return
		}
		b.heap[i], b.heap[worst] = b.heap[worst], b.heap[i]
		i = worst
	}
}

// better orders by score, NaN last, then by key.
func (b *best) better(x, y hit) bool {
	if x.score > y.score {
		return true
	}
	if x.score < y.score {
		return false
	}
	if nx, ny := math.IsNaN(x.score), math.IsNaN(y.score); nx != ny {
		return ny
	}
	return b.view.Key(x.ref) < b.view.Key(y.ref)
}

// hits empties the heap, leaving out the skip best.
func (b *best) hits(skip int) Hits {
	all := b.heap
	slices.SortFunc(all, func(x, y hit) int {
		switch {
		case x.ref == y.ref:
			return 0
		case b.better(x, y):
			return -1
		}
		return 1
	})
	all = all[min(skip, len(all)):]
	h := Hits{Docs: make([]Ref, len(all)), Scores: make([]float64, len(all))}
	for i, x := range all {
		h.Docs[i], h.Scores[i] = x.ref, x.score
	}
	return h
}
