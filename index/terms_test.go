package index

import (
	"math/rand/v2"
	"testing"
)

// No text gets more of a term than is said of it at most, whatever the average
// length of all texts is by then, and that is no more than what pruning by the
// term's weight alone would take.
func TestNoTermSaysMoreThanItsMost(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		x := &inverted{lens: make([]uint32, 1+rng.IntN(20)), entries: make([]entry, 1)}
		for i := range x.lens {
			x.lens[i] = uint32(1 + rng.IntN(1<<rng.IntN(12)))
		}
		for term := range 5 {
			for doc, n := range x.lens {
				if rng.IntN(2) == 0 {
					x.docs = append(x.docs, uint32(doc))
					x.freqs = append(x.freqs, uint16(1+rng.IntN(int(min(n, 60000)))))
				}
			}
			x.blob = append(x.blob, byte('a'+term))
			x.entries = append(x.entries, entry{end: uint32(len(x.blob)), stop: uint32(len(x.docs))})
		}
		x.finish()
		for range 10 {
			average := x.average * rng.ExpFloat64() * 2
			q := queryTerm{idf: 1, flat: bm25K1 * (1 - bm25B), slope: bm25K1 * bm25B / average}
			for term := range 5 {
				if at := x.find(x.term(term), hashOf(x.term(term))); at != term {
					t.Fatalf("term %d is found at %d", term, at)
				}
				most := x.postings(term, average).most
				if most > 1 {
					t.Fatalf("%v, more than any term says", most)
				}
				docs, freqs := x.list(term)
				for i, doc := range docs {
					if got := q.impact(freqs[i], x.lens[doc]); got > most {
						t.Fatalf("term %d of document %d: %v, at most %v (average %v, once %v)", term, doc, got, most, average, x.average)
					}
				}
			}
		}
	}
}
