package index

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"riffle.dev/riffle/internal/radix"
)

// best keeps the k best of what it is offered: it gathers twice as many, then
// throws the worse half away and takes no more that is worse than the rest.
type best struct {
	view  *View
	k     int
	hits  []hit
	floor float64 // while full: the least score of the k best so far; else -Inf, and NaN where that is one
	full  bool
	worst hit // while full: the one with it

	keys []uint64 // of sort
	old  []hit
}

type hit struct {
	ref   Ref
	score float64
}

// newBest is the scratch's own: good until that is used again.
func (x *scratch) newBest(v *View, k, skip int) (*best, error) {
	if k < 0 || k > MaxHits {
		return nil, fmt.Errorf("k %d is not within 0..%d", k, MaxHits)
	}
	b := &x.best
	*b = best{view: v, k: k + skip, floor: math.Inf(-1), hits: b.hits[:0], keys: b.keys, old: b.old}
	if b.k == 0 {
		b.full, b.floor = true, math.Inf(1)
	}
	return b, nil
}

// offer a document. One whose score is below floor need not be offered.
func (b *best) offer(part int, doc int32, score float64) {
	if score < b.floor || b.k == 0 {
		return // the usual case
	}
	h := hit{Ref{int32(part), doc}, score}
	if b.full && !b.better(&h, &b.worst) {
		return
	}
	if b.hits == nil {
		b.hits = make([]hit, 0, min(2*b.k, 1024))
	}
	if b.hits = append(b.hits, h); len(b.hits) >= max(2*b.k, 32) {
		b.shrink()
	}
}

// shrink to the k best.
func (b *best) shrink() {
	b.split(b.k)
	b.hits = b.hits[:b.k]
	b.worst = b.hits[0]
	for i := range b.hits {
		if b.better(&b.worst, &b.hits[i]) {
			b.worst = b.hits[i]
		}
	}
	b.floor, b.full = b.worst.score, true
}

// split moves the n best to the front, in no order (Hoare's selection, with the
// middle one of three; where that divides badly the rest is sorted).
func (b *best) split(n int) {
	lo, hi := 0, len(b.hits) // the border is within
	for turns := 0; hi-lo > 8; turns++ {
		if turns == 64 {
			break
		}
		h := b.hits[lo:hi]
		pivot := b.middle(h[0], h[len(h)/2], h[len(h)-1])
		i, j := lo, hi-1
		for i <= j {
			for b.better(&b.hits[i], &pivot) {
				i++
			}
			for b.better(&pivot, &b.hits[j]) {
				j--
			}
			if i <= j {
				b.hits[i], b.hits[j] = b.hits[j], b.hits[i]
				i++
				j--
			}
		}
		switch {
		case n <= j:
			hi = j + 1
		case n >= i:
			lo = i
		default:
			return
		}
	}
	b.sort(b.hits[lo:hi])
}

func (b *best) middle(x, y, z hit) hit {
	if b.better(&y, &x) {
		x, y = y, x
	}
	if b.better(&z, &y) {
		if y = z; b.better(&y, &x) {
			y = x
		}
	}
	return y
}

// better orders by score, NaN last, then by key.
func (b *best) better(x, y *hit) bool {
	if x.score > y.score {
		return true
	}
	if x.score < y.score {
		return false
	}
	return b.tied(x, y)
}

func (b *best) tied(x, y *hit) bool {
	if nx, ny := math.IsNaN(x.score), math.IsNaN(y.score); nx != ny {
		return ny
	}
	return x.ref != y.ref && b.view.Key(x.ref) < b.view.Key(y.ref)
}

// sort by whole numbers made of the upper bits of a score and the place of a hit;
// those that are equal in these are compared.
func (b *best) sort(hits []hit) {
	if len(hits) < 16 {
		slices.SortFunc(hits, b.compare)
		return
	}
	width := bits.Len(uint(len(hits)))
	b.keys = grown(b.keys, 2*len(hits))
	keys, spare := b.keys[:len(hits)], b.keys[len(hits):]
	for i := range hits {
		keys[i] = radix.Descending(hits[i].score)>>width<<width | uint64(i)
	}
	radix.Sort(keys, spare)
	b.old = append(b.old[:0], hits...)
	for i, k := range keys {
		hits[i] = b.old[k&(1<<width-1)]
	}
	for from := 0; from < len(hits); {
		to := from + 1
		for to < len(hits) && keys[to]>>width == keys[from]>>width {
			to++
		}
		if to-from > 1 {
			slices.SortFunc(hits[from:to], b.compare)
		}
		from = to
	}
}

func (b *best) compare(x, y hit) int {
	switch {
	case x.score > y.score:
		return -1
	case x.score < y.score:
		return 1
	case x.ref == y.ref:
		return 0
	case b.tied(&x, &y):
		return -1
	}
	return 1
}

// found empties it, leaving out the skip best.
func (b *best) found(skip int) Hits {
	b.sort(b.hits)
	all := b.hits[:min(b.k, len(b.hits))]
	all = all[min(skip, len(all)):]
	h := Hits{Docs: make([]Ref, len(all)), Scores: make([]float64, len(all))}
	for i, x := range all {
		h.Docs[i], h.Scores[i] = x.ref, x.score
	}
	return h
}
