package index

import (
	"context"
	"fmt"
	"math"

	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
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
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	best, err := x.newBest(v, q.K, 0)
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
	if rank == nil {
		if err := x.nearest(ctx, best, &metric, filter); err != nil {
			return Hits{}, err
		}
		return best.found(0), nil
	}
	for at, p := range v.parts {
		if x.rows, err = filter.all(ctx, p, x.rows[:0]); err != nil {
			return Hits{}, err
		}
		x.scores = grown(x.scores, p.n)
		x.near = x.near[:0]
		err := metric.each(ctx, p, x.rows, x, func(rows []int32, scores []float64) {
			for i, row := range rows {
				x.scores[row] = scores[i]
			}
			x.near = append(x.near, rows...)
		})
		if err != nil {
			return Hits{}, err
		}
		if err := x.offer(ctx, best, at, x.near, rank, x.scores); err != nil {
			return Hits{}, err
		}
	}
	return best.found(0), nil
}

// nearest offers the documents that pass and may be among the best.
func (x *scratch) nearest(ctx context.Context, best *best, m *metric, f filter) error {
	s := &x.sifting
	s.parts, x.rows = s.parts[:0], x.rows[:0]
	defer func() { clear(s.parts) }()
	for _, p := range best.view.parts {
		part := sifted{part: p, sketch: p.sketches[m.field], from: len(x.rows)}
		if part.all = f.formula == nil && p.dead == nil && part.sketch != nil; !part.all {
			var err error
			if x.rows, err = f.all(ctx, p, x.rows); err != nil {
				return err
			}
		}
		part.to = len(x.rows)
		s.parts = append(s.parts, part)
	}
	if err := m.sift(ctx, x, best.k); err != nil {
		return err
	}
	for at := range s.parts {
		p := &s.parts[at]
		rows := x.rows[p.from:p.to]
		switch {
		case p.sketch != nil:
			x.near = x.near[:0]
			for _, near := range s.near[p.near[0]:p.near[1]] {
				x.near = append(x.near, near.Row)
			}
			rows = x.near
		case p.all:
			x.near = p.alive(0, p.n, x.near[:0])
			rows = x.near
		}
		err := m.each(ctx, p.part, rows, x, func(rows []int32, scores []float64) {
			for i, s := range scores {
				if s < best.floor {
					continue
				}
				best.offer(at, rows[i], s)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// each gives the scores of some documents of a part, some at once. It may move
// those that have a vector to the front of rows.
func (m *metric) each(ctx context.Context, p *part, rows []int32, x *scratch, use func([]int32, []float64)) error {
	step := m.step()
	for from := 0; from < len(rows); from += step {
		if err := ctx.Err(); err != nil {
			return err
		}
		use(m.scores(p, rows[from:min(from+step, len(rows))], x))
	}
	return nil
}

// metric scores documents by the distance of their vectors from one.
type metric struct {
	field int
	name  string
	to    []float32
	inv   float64 // 1/length of to; 0 of zeros
}

func (v *View) metric(q NearestQuery) (m metric, err error) {
	i, ok := v.plan.byName[q.Field]
	if !ok || v.plan.schema.Fields[i].Kind != VectorField {
		return m, fmt.Errorf("resource %s has no vector field %q", v.plan.schema.Resource, cut(q.Field))
	}
	f := &v.plan.schema.Fields[i]
	if len(q.To) != f.Type.Dim {
		return m, fmt.Errorf("nearest: the vector has %s, field %s is %s", plural.Of(len(q.To), "number"), f.Name, f.Type)
	}
	for _, x := range q.To {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return m, fmt.Errorf("nearest: the vector has a number that is not finite")
		}
	}
	m = metric{field: i, name: f.Metric, to: q.To}
	if n := math.Sqrt(float64(column.Dot(q.To, q.To))); n > 0 {
		m.inv = 1 / n
	}
	return m, nil
}

// dimsAtOnce is how many numbers are read between two looks at the context: some
// ten microseconds.
const dimsAtOnce = 1 << 16

// step is how many documents are scored at once.
func (m *metric) step() int { return max(8, min(1024, dimsAtOnce/len(m.to))) }

// scores of those of some documents of a part that have a vector. It may move
// them to the front of rows.
func (m *metric) scores(p *part, rows []int32, x *scratch) ([]int32, []float64) {
	c, inv := p.cols[m.field], p.inv[m.field]
	if c.Nulls != nil || m.cosine() {
		n := 0
		for _, row := range rows {
			if !c.IsNull(int(row)) && (!m.cosine() || m.inv != 0 && inv[row] != 0) {
				rows[n] = row
				n++
			}
		}
		rows = rows[:n]
	}
	x.ranks = grown(x.ranks, len(rows))
	out := x.ranks
	if m.name == "l2" {
		for i, row := range rows {
			out[i] = 1 / (1 + math.Sqrt(float64(column.L2(m.to, c.Vector(int(row))))))
		}
		return rows, out
	}
	x.dots = grown(x.dots, len(rows))
	c.Dots(m.to, rows, x.dots)
	if !m.cosine() {
		for i, d := range x.dots {
			out[i] = float64(d)
		}
		return rows, out
	}
	for i, d := range x.dots {
		out[i] = float64(d) * float64(inv[rows[i]]) * m.inv
	}
	return rows, out
}

// size is what a dot product with a document's vector, of length 1 by cosine, is
// multiplied with.
func (m *metric) size() float64 {
	if m.cosine() {
		return m.inv
	}
	return 1
}

// cosine tells whether it is that of the angle, which vectors of zeros have not.
func (m *metric) cosine() bool { return m.name != "dot" && m.name != "l2" }

// grown is a slice of n, the same array where it is large enough.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
