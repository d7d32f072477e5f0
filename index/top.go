package index

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math"
	"slices"

	"riffle.dev/riffle/internal/column"
)

// MaxHits is the most one query may ask for.
const MaxHits = 10_000

// Params gives the value of a parameter a filter or formula reads.
type Params func(name string) column.Value

// TopQuery asks for the documents that are greatest by a formula.
type TopQuery struct {
	By     *column.Expr // a number over the fields; a column name is an Expr too, see Column
	Skip   int          // so many of the best are left out
	K      int
	Filter *column.Expr // a bool; nil: all
	Params Params
}

// Column is the formula that reads one field, for TopQuery.By.
func (v *View) Column(name string) (*column.Expr, error) {
	t, ok := v.plan.fieldType(name)
	if !ok {
		return nil, fmt.Errorf("resource %s has no field %q", v.plan.schema.Resource, cut(name))
	}
	return &column.Expr{Op: "col", Name: name, Type: t}, nil
}

// Top is the K documents with the greatest By, null and NaN last (their score
// is NaN).
func (v *View) Top(ctx context.Context, q TopQuery) (Hits, error) {
	if q.Skip < 0 || q.Skip > MaxHits {
		return Hits{}, fmt.Errorf("skip %d is not within 0..%d", q.Skip, MaxHits)
	}
	best, err := newBest(v, q.K, q.Skip)
	if err != nil {
		return Hits{}, err
	}
	by, err := v.compile(q.By, "by", q.Params)
	if err != nil {
		return Hits{}, err
	}
	filter, err := v.compileFilter(q.Filter, q.Params)
	if err != nil {
		return Hits{}, err
	}
	var rows []int32
	var scores []float64
	for at, p := range v.parts {
		if rows, err = filter.all(ctx, p, rows[:0]); err != nil {
			return Hits{}, err
		}
		if scores, err = by.program.Floats(ctx, by.input(p, rows), scores[:0]); err != nil {
			return Hits{}, err
		}
		for i, row := range rows {
			best.offer(at, row, scores[i])
		}
	}
	return best.hits(q.Skip), nil
}

// best keeps the k best of what it is offered.
type best struct {
	view *View
	k    int
	heap hitHeap
}

func newBest(v *View, k, skip int) (*best, error) {
	if k < 0 || k > MaxHits {
		return nil, fmt.Errorf("k %d is not within 0..%d", k, MaxHits)
	}
	b := &best{view: v, k: k + skip}
	b.heap.view = v
	return b, nil
}

func (b *best) offer(part int, doc int32, score float64) {
	h := hit{ref: Ref{int32(part), doc}, score: score}
	if len(b.heap.hits) < b.k {
		heap.Push(&b.heap, h)
		return
	}
	if b.k > 0 && b.heap.better(h, b.heap.hits[0]) {
		b.heap.hits[0] = h
		heap.Fix(&b.heap, 0)
	}
}

// hits empties the heap, leaving out the skip best.
func (b *best) hits(skip int) Hits {
	all := b.heap.hits
	slices.SortFunc(all, func(x, y hit) int {
		if b.heap.better(x, y) {
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

type hit struct {
	ref   Ref
	score float64
}

// hitHeap has the worst hit on top.
type hitHeap struct {
	view *View
	hits []hit
}

func (h *hitHeap) Len() int           { return len(h.hits) }
func (h *hitHeap) Less(i, j int) bool { return h.better(h.hits[j], h.hits[i]) }
func (h *hitHeap) Swap(i, j int)      { h.hits[i], h.hits[j] = h.hits[j], h.hits[i] }
func (h *hitHeap) Push(x any)         { h.hits = append(h.hits, x.(hit)) }
func (h *hitHeap) Pop() any {
	last := h.hits[len(h.hits)-1]
	h.hits = h.hits[:len(h.hits)-1]
	return last
}

// better orders by score, NaN last, then by key.
func (h *hitHeap) better(x, y hit) bool {
	if x.score > y.score {
		return true
	}
	if x.score < y.score {
		return false
	}
	if nx, ny := math.IsNaN(x.score), math.IsNaN(y.score); nx != ny {
		return ny
	}
	return cmp.Less(h.view.Key(x.ref), h.view.Key(y.ref))
}
