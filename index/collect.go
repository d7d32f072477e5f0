package index

import (
	"context"
	"math"
	"slices"
)

// slack makes up for the rounding of sums when they are compared with bounds.
const slack = 1 + 1e-9

// collect scores a part term after term, those that say most first. Where only
// the k best are wanted (k > 0), and any document not seen yet would stay behind
// k of those that were, or below floor, no more are taken in, and those go that
// can't catch up: the long lists of common words then add to few. The scores
// are the same either way.
func (x *scratch) collect(ctx context.Context, p *part, at int, terms []queryTerm, k int, floor float64) error {
	m := &x.found
	for _, d := range m.docs {
		m.scores[d] = 0
	}
	m.docs = m.docs[:0]
	if len(m.scores) < p.n {
		m.scores = make([]float64, p.n)
	}
	rest, left := 0.0, 0 // what the terms from here on add to a score at most, and their postings
	for i := range terms {
		if l := &terms[i].lists[at]; len(l.docs) > 0 {
			rest, left = rest+terms[i].idf*l.most, left+len(l.docs)
		}
	}
	if k > 0 && p.n >= tallyDocs && k <= p.n/tallyHits && left >= p.n/tallyShare {
		return x.tally(ctx, p, at, terms, k, floor)
	}
	closed, least, next := false, 0.0, math.Inf(1)
	for i := range terms {
		t := &terms[i]
		l := &t.lists[at]
		if len(l.docs) == 0 {
			continue
		}
		// Looking costs a walk through all documents so far: only where more than
		// that is left, and again where what is left has come near.
		if k > 0 && !closed && len(m.docs) >= k && left > 2*len(m.docs) && rest < next {
			least = max(floor, x.kth(k))
			closed = rest*slack < least
			if next = max(rest/2, min(1.3*least, .9*rest)); closed {
				next = rest
			}
		}
		if closed && rest <= next {
			m.keep(least - rest*slack)
			next = rest / 2
		}
		for from := 0; from < len(l.docs); from += 4096 {
			if err := ctx.Err(); err != nil {
				return err
			}
			to := min(from+4096, len(l.docs))
			if closed {
				m.more(t, p.texts[t.field].lens, l.docs[from:to], l.freqs[from:to])
			} else {
				m.take(t, p, l.docs[from:to], l.freqs[from:to])
			}
		}
		rest, left = rest-t.idf*l.most, left-len(l.docs)
	}
	return nil
}

// impact of a term that is so often in a text of a length.
func (t *queryTerm) impact(freq uint16, length uint32) float64 {
	return t.saturate(float64(freq), t.slope*float64(length))
}

// saturate a frequency against a length times slope.
func (t *queryTerm) saturate(tf, length float64) float64 {
	return t.idf * tf / (tf + t.flat + length)
}

// take adds a term to all live documents that have it.
func (m *matches) take(t *queryTerm, p *part, docs []uint32, freqs []uint16) {
	lens, freqs := p.texts[t.field].lens, freqs[:len(docs)]
	if p.dead != nil {
		for i, d := range docs {
			if p.dead.Get(int(d)) {
				continue
			}
			if m.scores[d] == 0 {
				m.docs = append(m.docs, int32(d))
			}
			m.scores[d] += t.impact(freqs[i], lens[d])
		}
		return
	}
	// Whether a document is new is a coin's toss: it is written down in any case,
	// and counted where it has no score, which is above 0 where there is one.
	n := len(m.docs)
	m.docs = slices.Grow(m.docs, len(docs))
	list, scores := m.docs[:cap(m.docs)], m.scores
	for i, d := range docs {
		s := scores[d]
		list[n] = int32(d)
		n += int((math.Float64bits(s) - 1) >> 63)
		scores[d] = s + t.impact(freqs[i], lens[d])
	}
	m.docs = list[:n]
}

// more adds a term to the documents there are.
func (m *matches) more(t *queryTerm, lens, docs []uint32, freqs []uint16) {
	for i, d := range docs {
		if m.scores[d] != 0 {
			m.scores[d] += t.impact(freqs[i], lens[d])
		}
	}
}

// keep the documents with a score of least or more.
func (m *matches) keep(least float64) {
	kept := m.docs[:0]
	for _, d := range m.docs {
		if m.scores[d] < least {
			m.scores[d] = 0
			continue
		}
		kept = append(kept, d)
	}
	m.docs = kept
}

// kth is at most the k-th best score so far, and less by a 400th of the best at
// most: scores are counted by size, which costs less than to select.
func (x *scratch) kth(k int) float64 {
	x.ranks = grown(x.ranks, len(x.found.docs))
	most := 0.0
	for i, d := range x.found.docs {
		s := x.found.scores[d]
		if x.ranks[i] = s; s > most {
			most = s
		}
	}
	return kthBest(x.ranks, most, k)
}

// kthBest is at most the k-th best of scores from 0 to most.
func kthBest[F float32 | float64](scores []F, most F, k int) float64 {
	const sizes = 400
	var counts [sizes + 1]int32
	scale := sizes / most
	if !(scale > 0 && float64(scale) < math.MaxFloat32) {
		return 0
	}
	for _, s := range scores {
		counts[int(s*scale)]++
	}
	for size := sizes; size > 0; size-- {
		if k -= int(counts[size]); k <= 0 {
			return float64(size) / float64(scale) * (1 - 1e-6)
		}
	}
	return 0
}
