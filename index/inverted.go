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
	table  []uint32 // open addressing by hash: term + 1; 0 is free
	seed   maphash.Seed
}

// hash makes the table. It is not part of a snapshot.
func (x *inverted) hash() {
	size := 8
	for 2*size < 3*(x.terms()+1) {
		size *= 2
	}
	x.table, x.seed = make([]uint32, size), maphash.MakeSeed()
	for i := range x.terms() {
		at := int(maphash.Bytes(x.seed, x.term(i))) & (size - 1)
		for x.table[at] != 0 {
			at = (at + 1) & (size - 1)
		}
		x.table[at] = uint32(i + 1)
	}
}

func (x *inverted) terms() int { return len(x.ends) }

func (x *inverted) term(i int) []byte {
	from := uint32(0)
	if i > 0 {
		from = x.ends[i-1]
	}
	return x.blob[from:x.ends[i]]
}

// postings of a term; empty when there are none.
func (x *inverted) postings(term string) (docs []uint32, freqs []uint16) {
	mask := len(x.table) - 1
	for at := int(maphash.String(x.seed, term)) & mask; x.table[at] != 0; at = (at + 1) & mask {
		if i := int(x.table[at]) - 1; string(x.term(i)) == term {
			return x.list(i)
		}
	}
	return nil, nil
}

func (x *inverted) list(i int) (docs []uint32, freqs []uint16) {
	lo, hi := x.starts[i], x.starts[i+1]
	return x.docs[lo:hi], x.freqs[lo:hi]
}

func (x *inverted) bytes() int {
	return len(x.blob) + 4*(len(x.ends)+len(x.starts)+len(x.docs)+len(x.lens)+len(x.table)) + 2*len(x.freqs)
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
