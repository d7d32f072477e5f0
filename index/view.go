package index

import (
	"context"
	"fmt"

	"riffle.dev/riffle/internal/column"
)

// View is a slice at one moment. Its methods look at the context every
// ~100 µs of work and end with its error.
type View struct {
	plan    *plan
	parts   []*part
	applied uint64
	united  *united // nil of a view of one part or none
	firsts  firsts
}

// seal a view before anybody sees it.
func (v *View) seal() *View {
	if len(v.parts) > 1 {
		v.united = newUnited(len(v.plan.schema.Fields))
	}
	return v
}

// Ref is a document of one view: of no use in another.
type Ref struct {
	Part int32
	Doc  int32
}

// Hits are documents, best first. Docs that score the same stand in order of
// their keys, ascending; a NaN stands last.
type Hits struct {
	Docs   []Ref
	Scores []float64
}

// Len is how many there are.
func (h Hits) Len() int { return len(h.Docs) }

// Stats counts what a view holds.
type Stats struct {
	Docs     int // live
	Deleted  int // still taking memory
	Segments int
	Bytes    int // about
	Applied  uint64
}

// Stats of the view.
func (v *View) Stats() Stats {
	s := Stats{Segments: len(v.parts), Applied: v.applied}
	for _, p := range v.parts {
		s.Docs += p.live
		s.Deleted += p.n - p.live
		s.Bytes += p.bytes
	}
	return s
}

// AppliedOffset is the greatest offset the view has seen.
func (v *View) AppliedOffset() uint64 { return v.applied }

// Schema of the documents.
func (v *View) Schema() Schema { return v.plan.schema }

// Key of a hit.
func (v *View) Key(r Ref) string { return v.parts[r.Part].cols[v.plan.key].Text(int(r.Doc)) }

// find is the live document with a key.
func (v *View) find(key string) (at, doc int, ok bool) {
	for at, p := range v.parts {
		if doc, ok := p.segment.find(v.plan.key, key); ok && !p.dead.Get(doc) {
			return at, doc, true
		}
	}
	return 0, 0, false
}

// Lookup finds documents by key, in the order of the keys; keys that are not
// there are left out, one given twice is found twice. The score is 0.
func (v *View) Lookup(ctx context.Context, keys []string) (Hits, error) {
	var h Hits
	for i, key := range keys {
		if i%256 == 0 && ctx.Err() != nil {
			return Hits{}, ctx.Err()
		}
		if at, doc, ok := v.find(key); ok {
			h.Docs = append(h.Docs, Ref{int32(at), int32(doc)})
			h.Scores = append(h.Scores, 0)
		}
	}
	return h, nil
}

// Fetch reads columns of hits of this very view: one of hits.Len() rows for
// each name, which the caller owns. Vectors are views of the segment's.
func (v *View) Fetch(ctx context.Context, hits Hits, columns []string) ([]*column.Column, error) {
	out := make([]*column.Column, len(columns))
	x := v.plan.scratch.take()
	defer v.plan.scratch.give(x)
	x.places = grown(x.places, hits.Len())
	only := -1
	for row, r := range hits.Docs {
		if r.Part < 0 || int(r.Part) >= len(v.parts) || r.Doc < 0 || int(r.Doc) >= v.parts[r.Part].n {
			return nil, fmt.Errorf("hit %d is of another view", row)
		}
		x.places[row] = column.Place{Part: r.Part, Row: r.Doc}
		switch {
		case row == 0:
			only = int(r.Part)
		case only != int(r.Part):
			only = -1
		}
	}
	parts := make([]*column.Column, len(v.parts))
	for i, name := range columns {
		at, ok := v.plan.byName[name]
		if !ok {
			return nil, fmt.Errorf("resource %s has no field %q", v.plan.schema.Resource, cut(name))
		}
		for k, p := range v.parts {
			parts[k] = p.cols[at]
		}
		gather := column.NewGather
		if at == v.plan.key {
			gather = column.Keys // live documents have keys of their own
		}
		g := gather(v.plan.schema.Fields[at].Type, hits.Len(), parts, only)
		g.Reusing(&x.tables)
		if v.united != nil && only < 0 && at != v.plan.key {
			g.With(v.united.of(at, parts))
		}
		for from := 0; from < hits.Len(); from += fetchStep {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			g.Append(x.places[from:min(from+fetchStep, hits.Len())])
		}
		out[i] = g.Column()
	}
	return out, nil
}

// fetchStep is how many rows are read between two looks at the context.
const fetchStep = 512
