package index

import (
	"hash/maphash"
	"sort"

	"riffle.dev/riffle/internal/analyze"
)

// inverted is one text field of a segment: sorted terms, and for each the
// documents that have it, ascending, with how often. Flat arrays without
// pointers, so that a snapshot is these arrays and the collector has nothing
// to walk.
type inverted struct {
	blob   []byte   // the terms, one after the other, sorted
	ends   []uint32 // by term: where it ends in blob
	starts []uint32 // by term, and one more: where its postings start
	docs   []uint32 // postings: document
	freqs  []uint16 // postings: times in it, at most 65535
	lens   []uint32 // by document: its tokens
	table  []uint64 // open addressing: half a term's hash, and the term + 1; 0 is free

	average float64   // tokens of a text that has any
	most    []float32 // by term: its saturation at most, where texts are so long on average
}

// hashed is the same throughout a process, and says nothing outside of it.
var hashed = maphash.MakeSeed()

func hashOf(term []byte) uint64 { return maphash.Bytes(hashed, term) }

const termMask = 1<<32 - 1

// finish makes what is not part of a snapshot: the table, and the bounds.
func (x *inverted) finish() {
	size := 8
	for 2*size < 3*(x.terms()+1) {
		size *= 2
	}
	x.table = make([]uint64, size)
	for i := range x.terms() {
		h := hashOf(x.term(i))
		at := int(h) & (size - 1)
		for x.table[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		x.table[at] = h&^termMask | uint64(i+1)
	}
	x.bound()
}

// bound computes how much each term says of a text at most.
func (x *inverted) bound() {
	docs, tokens := 0, 0
	for _, n := range x.lens {
		if n > 0 {
			docs++
			tokens += int(n)
		}
	}
	x.most = make([]float32, x.terms())
	if tokens == 0 {
		return
	}
	x.average = float64(tokens) / float64(docs)
	q := queryTerm{idf: 1, flat: bm25K1 * (1 - bm25B), slope: bm25K1 * bm25B / x.average}
	for i := range x.most {
		most := 0.0
		docs, freqs := x.list(i)
		for k, doc := range docs {
			most = max(most, q.impact(freqs[k], x.lens[doc]))
		}
		x.most[i] = float32(most * (1 + 1e-6)) // rounded up
	}
}

// mostOf a term where texts are so long on average. The saturation tf / (tf + a +
// b × length/average) grows with the average, but no faster than it.
func (x *inverted) mostOf(term int, average float64) float64 {
	return min(1, float64(x.most[term])*max(1, average/x.average*(1+1e-9)))
}

func (x *inverted) terms() int { return len(x.ends) }

func (x *inverted) term(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = x.ends[i-1]
	}
	return x.blob[from:x.ends[i]]
}

// find a term by itself and its hash; -1 where it is in no text.
func (x *inverted) find(term []byte, hash uint64) int {
	mask := len(x.table) - 1
	for at := int(hash) & mask; x.table[at] != 0; at = (at + 1) & mask {
		if s := x.table[at]; (s^hash)&^termMask == 0 {
			if i := int(s&termMask) - 1; string(x.term(i)) == string(term) {
				return i
			}
		}
	}
	return -1
}

func (x *inverted) list(i int) (docs []uint32, freqs []uint16) {
	lo, hi := x.starts[i], x.starts[i+1]
	return x.docs[lo:hi], x.freqs[lo:hi]
}

func (x *inverted) bytes() int {
	return len(x.blob) + 4*(len(x.ends)+len(x.starts)+len(x.docs)+len(x.lens)+len(x.most)) + 8*len(x.table) + 2*len(x.freqs)
}

// inverter builds an inverted field, document by document.
type inverter struct {
	analyzer analyze.Analyzer
	ids      map[string]uint32
	words    []string
	counts   []uint32 // by term id: postings
	last     []int    // by term id: its last posting, -1 before the first
	terms    []uint32 // postings in order of documents: term id
	docs     []uint32
	freqs    []uint16
	lens     []uint32
}

func newInverter(a analyze.Analyzer) *inverter {
	return &inverter{analyzer: a, ids: map[string]uint32{}}
}

// add indexes the next document's text.
func (b *inverter) add(text string) {
	doc := uint32(len(b.lens))
	n := uint32(0)
	b.analyzer.Index(text, func(token []byte) {
		n++
		id, ok := b.ids[string(token)]
		if !ok {
			id = uint32(len(b.words))
			w := string(token)
			b.ids[w] = id
			b.words = append(b.words, w)
			b.counts = append(b.counts, 0)
			b.last = append(b.last, -1)
		}
		if at := b.last[id]; at >= 0 && b.docs[at] == doc {
			if b.freqs[at] < 65535 {
				b.freqs[at]++
			}
			return
		}
		b.last[id] = len(b.docs)
		b.counts[id]++
		b.terms = append(b.terms, id)
		b.docs = append(b.docs, doc)
		b.freqs = append(b.freqs, 1)
	})
	b.lens = append(b.lens, n)
}

// freeze sorts the terms and groups the postings by them.
func (b *inverter) freeze() *inverted {
	order := make([]uint32, len(b.words))
	for i := range order {
		order[i] = uint32(i)
	}
	sort.Slice(order, func(i, j int) bool { return b.words[order[i]] < b.words[order[j]] })
	x := &inverted{
		ends: make([]uint32, len(order)), starts: make([]uint32, len(order)+1),
		docs: make([]uint32, len(b.docs)), freqs: make([]uint16, len(b.docs)), lens: b.lens,
	}
	next := make([]uint32, len(order)) // by term id: where its next posting goes
	at := uint32(0)
	for rank, id := range order {
		x.blob = append(x.blob, b.words[id]...)
		x.ends[rank] = uint32(len(x.blob))
		x.starts[rank] = at
		next[id] = at
		at += b.counts[id]
	}
	x.starts[len(order)] = at
	for i, id := range b.terms {
		x.docs[next[id]] = b.docs[i]
		x.freqs[next[id]] = b.freqs[i]
		next[id]++
	}
	return x
}
