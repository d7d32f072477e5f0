package index

import (
	"context"
	"fmt"
	"math"

	"riffle.dev/riffle/internal/column"
)

// NearestQuery asks for the documents whose vector is nearest to one.
type NearestQuery struct {
	Field  string
	To     []float32 // of the field's dimension, finite
	K      int
	Filter *column.Expr // a bool; nil: all
	Rank   *column.Expr // a number that replaces the score; may read _score
	Params Params
}

// Nearest compares with every vector. The score is, by the field's metric, the
// cosine (the default), the dot product, or 1/(1 + distance) for l2. Documents
// without a vector are not found, and by cosine neither are vectors that are
// all 0.
func (v *View) Nearest(ctx context.Context, q NearestQuery) (Hits, error) {
	best, err := newBest(v, q.K, 0)
	if err != nil {
		return Hits{}, err
	}
	metric, err := v.metric(q)
	if err != nil {
		return Hits{}, err
	}
	filter, err := v.compileFilter(q.Filter, q.Params)
	if err != nil {
		return Hits{}, err
	}
	var rank *formula
	if q.Rank != nil {
		if rank, err = v.compile(q.Rank, "rank", q.Params); err != nil {
			return Hits{}, err
		}
	}
	var rows, near []int32
	var scores, ranks []float64
	for at, p := range v.parts {
		if rows, err = filter.all(ctx, p, rows[:0]); err != nil {
			return Hits{}, err
		}
		if len(scores) < p.n {
			scores = make([]float64, p.n)
		}
		near = near[:0]
		for i, row := range rows {
			if i%1024 == 0 && ctx.Err() != nil {
				return Hits{}, ctx.Err()
			}
			if s, ok := metric(p, int(row)); ok {
				scores[row] = s
				near = append(near, row)
			}
		}
		if rank == nil {
			for _, row := range near {
				best.offer(at, row, scores[row])
			}
			continue
		}
		if ranks, err = rank.program.Floats(ctx, rank.scored(p, near, scores), ranks[:0]); err != nil {
			return Hits{}, err
		}
		for i, row := range near {
			best.offer(at, row, ranks[i])
		}
	}
	return best.hits(0), nil
}

// metric is the score of a document of a part; false when it has none.
func (v *View) metric(q NearestQuery) (func(p *part, doc int) (float64, bool), error) {
	i, ok := v.plan.byName[q.Field]
	if !ok || v.plan.schema.Fields[i].Kind != VectorField {
		return nil, fmt.Errorf("resource %s has no vector field %q", v.plan.schema.Resource, cut(q.Field))
	}
	f := &v.plan.schema.Fields[i]
	if len(q.To) != f.Type.Dim {
		return nil, fmt.Errorf("nearest: the vector has %d numbers, field %s is %s", len(q.To), f.Name, f.Type)
	}
	for _, x := range q.To {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return nil, fmt.Errorf("nearest: the vector has a number that is not finite")
		}
	}
	switch f.Metric {
	case "dot":
		return func(p *part, doc int) (float64, bool) {
			if p.cols[i].IsNull(doc) {
				return 0, false
			}
			return float64(column.Dot(q.To, p.cols[i].Vector(doc))), true
		}, nil
	case "l2":
		return func(p *part, doc int) (float64, bool) {
			if p.cols[i].IsNull(doc) {
				return 0, false
			}
			return 1 / (1 + math.Sqrt(float64(column.L2(q.To, p.cols[i].Vector(doc))))), true
		}, nil
	}
	length := math.Sqrt(float64(column.Dot(q.To, q.To)))
	return func(p *part, doc int) (float64, bool) {
		inv := p.inv[i][doc]
		if inv == 0 || length == 0 {
			return 0, false
		}
		return float64(column.Dot(q.To, p.cols[i].Vector(doc))) * float64(inv) / length, true
	}, nil
}
