package index

import (
	"fmt"
	"math"

	"riffle.dev/riffle/internal/column"
)

// segment is a set of documents that never changes: columns by field, inverted
// lists, and what vectors need. Documents are numbered from 0.
type segment struct {
	n        int
	cols     []*column.Column // by field of the schema
	texts    []*inverted      // by field; nil unless it is a text
	inv      [][]float32      // by field; 1/length of each vector, 0 of a null or zero one
	orders   []*order         // by field; nil unless it is a number
	sketches []*column.Sketch // by field; nil unless it is a vector and they are many
	bytes    int              // of memory, about
	leaders  leaders          // by field and condition
}

// newSegment indexes documents; their keys are all different.
func newSegment(p *plan, docs []*Document) (*segment, error) {
	s := &segment{n: len(docs), cols: make([]*column.Column, len(p.schema.Fields))}
	for i := range p.schema.Fields {
		f := &p.schema.Fields[i]
		b := column.NewBuilder(f.Type, len(docs))
		for _, d := range docs {
			if err := b.Append(d.Values[i]); err != nil {
				return nil, fmt.Errorf("document %q: field %s: %w", cut(d.Key), f.Name, err)
			}
		}
		s.cols[i] = b.Build()
	}
	s.texts = make([]*inverted, len(s.cols))
	for _, i := range p.texts {
		b := newInverter(p.analyzers[i])
		for row := range docs {
			b.add(s.cols[i].Text(row))
		}
		s.texts[i] = b.freeze()
	}
	s.finish(p)
	return s, nil
}

// finish computes what follows from the columns and lists.
func (s *segment) finish(p *plan) {
	s.inv, s.sketches = make([][]float32, len(s.cols)), make([]*column.Sketch, len(s.cols))
	for i := range p.schema.Fields {
		if p.schema.Fields[i].Kind != VectorField {
			continue
		}
		inv := make([]float32, s.n)
		for row := range inv {
			v := s.cols[i].Vector(row)
			if n := math.Sqrt(float64(column.Dot(v, v))); n > 0 && !s.cols[i].IsNull(row) {
				inv[row] = float32(1 / n)
			}
		}
		s.inv[i] = inv
		if metric := p.schema.Fields[i].Metric; s.n >= sketchDocs && metric != "l2" {
			times := inv
			if metric == "dot" {
				times = nil
			}
			s.sketches[i] = column.NewSketch(s.cols[i], times)
			s.bytes += s.sketches[i].Bytes()
		}
		s.bytes += 4 * s.n
	}
	for _, x := range s.texts {
		if x != nil {
			x.finish()
		}
	}
	s.orders = make([]*order, len(s.cols))
	for i, c := range s.cols {
		if ordered(c.Type.Kind) {
			s.orders[i] = newOrder(s.n)
			s.bytes += 2 * s.n
		}
		s.bytes += c.Bytes()
		if s.texts[i] != nil {
			s.bytes += s.texts[i].bytes()
		}
	}
}

// find is the document with a key.
func (s *segment) find(key int, word string) (int, bool) {
	code, ok := s.cols[key].Dict.Find(word)
	return int(code), ok
}

// part is a segment as one view sees it: without what was deleted by then.
// Immutable.
type part struct {
	*segment
	dead  column.Bitmap // nil: none
	live  int
	stats []textStats // by field, over live documents
}

// textStats is what BM25 needs to know of a field.
type textStats struct {
	docs   int // live documents with at least one token
	tokens int // in them
}

func newPart(s *segment, dead column.Bitmap) *part {
	p := &part{segment: s, dead: dead, live: s.n - dead.Count(), stats: make([]textStats, len(s.cols))}
	for i, x := range s.texts {
		if x == nil {
			continue
		}
		for doc, n := range x.lens {
			if n > 0 && !dead.Get(doc) {
				p.stats[i].docs++
				p.stats[i].tokens += int(n)
			}
		}
	}
	return p
}

// without is the part with more documents deleted.
func (p *part) without(docs []int) *part {
	out := *p
	out.dead = column.NewBitmap(p.n)
	copy(out.dead, p.dead)
	out.stats = append([]textStats(nil), p.stats...)
	for _, doc := range docs {
		if out.dead.Get(doc) {
			continue
		}
		out.dead.Set(doc)
		out.live--
		for i, x := range p.texts {
			if x != nil && x.lens[doc] > 0 {
				out.stats[i].docs--
				out.stats[i].tokens -= int(x.lens[doc])
			}
		}
	}
	return &out
}

// alive appends to dst the documents from..to-1 that live.
func (p *part) alive(from, to int, dst []int32) []int32 {
	if p.dead == nil {
		for doc := from; doc < to; doc++ {
			dst = append(dst, int32(doc))
		}
		return dst
	}
	for doc := from; doc < to; doc++ {
		if !p.dead.Get(doc) {
			dst = append(dst, int32(doc))
		}
	}
	return dst
}
