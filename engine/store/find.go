package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// answer is a page within the view.
type answer struct {
	refs   []index.Ref
	scores []float64
	last   bool
}

// pageLeast is how many documents are read at least where some may not pass.
const pageLeast = 64

// find answers a source: what the store cannot test of the filter is tested
// here, and pages are read until skip + k documents pass.
func (v *View) find(ctx context.Context, q question, k, skip int, filter *column.Expr, params index.Params) (index.Hits, error) {
	if k < 0 || k > index.MaxHits || skip < 0 || skip > index.MaxHits {
		return index.Hits{}, fmt.Errorf("k %d and skip %d are not within 0..%d", k, skip, index.MaxHits)
	}
	if k == 0 {
		return index.Hits{}, nil
	}
	s := split(filter, params, v.store.plan, v.store.backend.fit)
	if s.none {
		return index.Hits{}, nil
	}
	q.filter, q.fields = s.pushed, v.store.plan.plain
	var rest *column.Program
	if s.rest != nil {
		var err error
		if rest, err = column.Compile(s.rest, v.store.plan.typeOf); err != nil {
			return index.Hits{}, fmt.Errorf("filter: %w", err)
		}
		q.fields = v.store.plan.with(q.fields, s.rest)
	}
	want := skip + k
	q.n = min(want, MaxRead)
	if rest != nil {
		q.n = min(max(2*want, pageLeast), MaxRead)
	}
	var all index.Hits
	seen := map[index.Ref]bool{}
	for {
		got, err := v.read(ctx, &q)
		if err != nil {
			return index.Hits{}, err
		}
		passed, err := v.passing(ctx, got, rest, params)
		if err != nil {
			return index.Hits{}, err
		}
		for _, i := range passed {
			if !seen[got.refs[i]] { // a page may begin with what the last one ended with
				seen[got.refs[i]] = true
				all.Docs, all.Scores = append(all.Docs, got.refs[i]), append(all.Scores, got.scores[i])
			}
		}
		q.from += q.n
		switch {
		case all.Len() >= want || got.last:
			v.sort(&all)
			return cut(all, skip, k), nil
		case q.from >= MaxRead:
			return index.Hits{}, v.store.failure(op.RemoteBad,
				fmt.Sprintf("%d of the %d documents wanted pass the part of the filter it can't test, of %d read; narrow the filter by what it can", all.Len(), want, MaxRead), nil)
		}
		q.n = min(2*q.n, MaxRead-q.from)
	}
}

// passing are the rows for which the rest of the filter is true.
func (v *View) passing(ctx context.Context, got answer, rest *column.Program, params index.Params) ([]int32, error) {
	if rest == nil {
		out := make([]int32, len(got.refs))
		for i := range out {
			out[i] = int32(i)
		}
		return out, nil
	}
	columns := map[string]*column.Column{}
	v.mu.Lock()
	for _, name := range rest.Columns() {
		f := v.store.plan.byName[name]
		col, err := values(v.Schema().Fields[f].Type, len(got.refs), func(i int) column.Value { return v.docs[got.refs[i].Doc].values[f] })
		if err != nil {
			v.mu.Unlock()
			return nil, err
		}
		columns[name] = col
	}
	v.mu.Unlock()
	return rest.Filter(ctx, column.Input{Len: len(got.refs), Param: params, Column: func(name string) *column.Column { return columns[name] }}, nil)
}

// sort by score, NaN last, then by key, whatever order a store thinks is right.
func (v *View) sort(h *index.Hits) {
	order := make([]int, h.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := h.Scores[a], h.Scores[b]
		switch nx, ny := math.IsNaN(x), math.IsNaN(y); {
		case nx && ny:
		case nx:
			return 1
		case ny:
			return -1
		case x != y:
			return cmp.Compare(y, x)
		}
		return cmp.Compare(v.Key(h.Docs[a]), v.Key(h.Docs[b]))
	})
	out := index.Hits{Docs: make([]index.Ref, len(order)), Scores: make([]float64, len(order))}
	for i, at := range order {
		out.Docs[i], out.Scores[i] = h.Docs[at], h.Scores[at]
	}
	*h = out
}

func cut(h index.Hits, skip, k int) index.Hits {
	from := min(skip, h.Len())
	to := min(from+k, h.Len())
	return index.Hits{Docs: h.Docs[from:to], Scores: h.Scores[from:to]}
}

// number of a scalar; NaN of what is none.
func number(v column.Value) float64 {
	switch x := v.(type) {
	case int64:
		return float64(x)
	case float64:
		return x
	}
	return math.NaN()
}
