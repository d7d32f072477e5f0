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
	blob    []byte   // the terms, one after the other, sorted
	entries []entry  // one that is empty, and one by term
	docs    []uint32 // postings: document
	freqs   []uint16 // postings: times in it, at most 65535
	lens    []uint32 // by document: its tokens
	table   []uint64 // open addressing: half a term's hash, and the term + 1; 0 is free

	average float64 // tokens of a text that has any
	codes           // of what terms say
}

// entry of a term: it and its postings begin where those of the one before end.
// All that is asked of a term stands together, since it is seldom in a cache.
type entry struct {
	end  uint32 // in blob
	stop uint32 // in docs
	bound
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
	x.limit()
}

func (x *inverted) terms() int { return len(x.entries) - 1 }

func (x *inverted) term(i int) []byte { return x.blob[x.entries[i].end:x.entries[i+1].end] }

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
	lo, hi := x.entries[i].stop, x.entries[i+1].stop
	return x.docs[lo:hi], x.freqs[lo:hi]
}

func (x *inverted) bytes() int {
	return len(x.blob) + 16*len(x.entries) + 4*(len(x.docs)+len(x.lens)) + 8*len(x.table) + 2*len(x.freqs) + x.codes.bytes()
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
		entries: make([]entry, len(order)+1),
		docs:    make([]uint32, len(b.docs)), freqs: make([]uint16, len(b.docs)), lens: b.lens,
	}
	next := make([]uint32, len(order)) // by term id: where its next posting goes
	at := uint32(0)
	for rank, id := range order {
		x.blob = append(x.blob, b.words[id]...)
		next[id] = at
		at += b.counts[id]
		x.entries[rank+1] = entry{end: uint32(len(x.blob)), stop: at}
	}
	for i, id := range b.terms {
		x.docs[next[id]] = b.docs[i]
		x.freqs[next[id]] = b.freqs[i]
		next[id]++
	}
	return x
}
