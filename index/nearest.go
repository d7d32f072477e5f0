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
	rank, err := v.compileRank(q.Rank, q.Params)
	if err != nil {
		return Hits{}, err
	}
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	for at, p := range v.parts {
		if x.rows, err = filter.all(ctx, p, x.rows[:0]); err != nil {
			return Hits{}, err
		}
		if len(x.scores) < p.n {
			x.scores = make([]float64, p.n)
		}
		x.near = x.near[:0]
		for i, row := range x.rows {
			if i%1024 == 0 && ctx.Err() != nil {
				return Hits{}, ctx.Err()
			}
			if s, ok := metric(p, int(row)); ok {
				x.scores[row] = s
				x.near = append(x.near, row)
			}
		}
		if err := x.offer(ctx, best, at, x.near, rank, x.scores); err != nil {
			return Hits{}, err
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
