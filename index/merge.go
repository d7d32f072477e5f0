package index

import (
	"math/bits"
	"slices"

	"riffle.dev/riffle/internal/column"
)

// How segments are kept few. A tier holds segments of about one size, four
// times that of the tier below; when three stand in one they become one. So a
// document is copied about once a tier, and a million documents stand in at
// most 16 segments.
const (
	tierWidth   = 3
	inlineMerge = 4096 // documents that Apply merges itself; more go to the background
	deadShare   = 0.3  // a larger segment with more of it dead is written anew
)

func tier(docs int) int { return bits.Len(uint(docs)>>6) / 2 }

// pickMerge chooses the parts to make one of, small ones first, nil when all
// is well. Busy parts are left alone.
func pickMerge(parts []*part, busy []*segment) []*part {
	tiers := map[int][]*part{}
	top := 0
	var decayed []*part
	for _, p := range parts {
		if slices.Contains(busy, p.segment) {
			continue
		}
		if dead := p.n - p.live; p.n > inlineMerge && float64(dead) > deadShare*float64(p.n) {
			decayed = []*part{p}
		}
		t := tier(p.live)
		tiers[t] = append(tiers[t], p)
		top = max(top, t)
	}
	for t := 0; t <= top; t++ {
		if len(tiers[t]) >= tierWidth {
			return tiers[t]
		}
	}
	return decayed
}

func liveDocs(parts []*part) int {
	n := 0
	for _, p := range parts {
		n += p.live
	}
	return n
}

// merged is a new segment of the live documents of some parts.
type merged struct {
	*segment
	from  []*part
	place [][]int32 // by part, by document: its number in the new segment, -1 of a dead one
}

// mergeParts copies columns and postings; no text is analysed again.
func mergeParts(p *plan, parts []*part) *merged {
	m := &merged{segment: &segment{}, from: parts}
	for _, from := range parts {
		place := make([]int32, from.n)
		for doc := range place {
			place[doc] = -1
			if !from.dead.Get(doc) {
				place[doc] = int32(m.n)
				m.n++
			}
		}
		m.place = append(m.place, place)
	}
	m.cols = make([]*column.Column, len(p.schema.Fields))
	m.texts = make([]*inverted, len(p.schema.Fields))
	for i := range p.schema.Fields {
		b := column.NewBuilder(p.schema.Fields[i].Type, m.n)
		for k, from := range parts {
			for doc, at := range m.place[k] {
				if at >= 0 {
					b.AppendRow(from.cols[i], doc)
				}
			}
		}
		m.cols[i] = b.Build()
		if parts[0].texts[i] != nil {
			m.texts[i] = m.mergeText(i)
		}
	}
	m.finish(p)
	return m
}

// mergeText walks the sorted terms of all parts at once. Documents stay
// ascending, since parts are taken in order and places only grow.
func (m *merged) mergeText(field int) *inverted {
	out := &inverted{entries: make([]entry, 1), lens: make([]uint32, 0, m.n)}
	sources := make([]*inverted, len(m.from))
	next := make([]int, len(m.from)) // by part: its next term
	for k, from := range m.from {
		sources[k] = from.texts[field]
		for doc, at := range m.place[k] {
			if at >= 0 {
				out.lens = append(out.lens, sources[k].lens[doc])
			}
		}
	}
	for {
		var term []byte
		for k, x := range sources {
			if next[k] < x.terms() && (term == nil || string(x.term(next[k])) < string(term)) {
				term = x.term(next[k])
			}
		}
		if term == nil {
			return out
		}
		before := len(out.docs)
		for k, x := range sources {
			if next[k] == x.terms() || string(x.term(next[k])) != string(term) {
				continue
			}
			docs, freqs := x.list(next[k])
			next[k]++
			for i, d := range docs {
				if at := m.place[k][d]; at >= 0 {
					out.docs = append(out.docs, uint32(at))
					out.freqs = append(out.freqs, freqs[i])
				}
			}
		}
		if len(out.docs) > before {
			out.blob = append(out.blob, term...)
			out.entries = append(out.entries, entry{end: uint32(len(out.blob)), stop: uint32(len(out.docs))})
		}
	}
}

// install is the parts of a view with the merged one in place of those it was
// made from. What died in them since then is dead in the new one.
func (m *merged) install(parts []*part) []*part {
	now := map[*segment]*part{}
	for _, p := range parts {
		now[p.segment] = p
	}
	var dead []int
	for k, old := range m.from {
		p := now[old.segment] // nil: nothing of it lives
		for doc, at := range m.place[k] {
			if at >= 0 && (p == nil || p.dead.Get(doc)) {
				dead = append(dead, int(at))
			}
		}
	}
	var out []*part
	for _, p := range parts {
		if !slices.ContainsFunc(m.from, func(old *part) bool { return old.segment == p.segment }) {
			out = append(out, p)
		}
	}
	fresh := newPart(m.segment, nil)
	if len(dead) > 0 {
		fresh = fresh.without(dead)
	}
	if fresh.live > 0 {
		out = append(out, fresh)
	}
	return out
}
