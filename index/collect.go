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
		if n := len(terms[i].lists[at].docs); n > 0 {
			rest, left = rest+terms[i].idf, left+n
		}
	}
	closed, tried := false, math.Inf(1)
	for i := range terms {
		t := &terms[i]
		l := &t.lists[at]
		if len(l.docs) == 0 {
			continue
		}
		// Looking costs a selection among all documents so far: only where much
		// is left, and not again before half of what was left is done.
		if k > 0 && !closed && len(m.docs) >= k && left > 4*len(m.docs) && rest < tried/2 {
			tried = rest
			least := max(floor, x.kth(k))
			if closed = rest*slack < least; closed {
				m.keep(least - rest*slack)
			}
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
		rest, left = rest-t.idf, left-len(l.docs)
	}
	return nil
}

// impact of a term that is so often in a text of a length.
func (t *queryTerm) impact(freq uint16, length uint32) float64 {
	tf := float64(freq)
	return t.idf * tf / (tf + t.flat + t.slope*float64(length))
}

// take adds a term to all live documents that have it.
func (m *matches) take(t *queryTerm, p *part, docs []uint32, freqs []uint16) {
	lens, freqs := p.texts[t.field].lens, freqs[:len(docs)]
	for i, d := range docs {
		if p.dead.Get(int(d)) {
			continue
		}
		if m.scores[d] == 0 {
			m.docs = append(m.docs, int32(d))
		}
		m.scores[d] += t.impact(freqs[i], lens[d])
	}
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

// kth is the k-th best score so far.
func (x *scratch) kth(k int) float64 {
	x.ranks = x.ranks[:0]
	for _, d := range x.found.docs {
		x.ranks = append(x.ranks, x.found.scores[d])
	}
	return kthBest(x.ranks, k)
}

// kthBest of at least k numbers without NaN, which it moves about (Hoare's
// selection; what divides badly again and again is sorted).
func kthBest(s []float64, k int) float64 {
	lo, hi := 0, len(s)-1
	for turns := 0; lo < hi; turns++ {
		if turns == 64 {
			slices.Sort(s[lo : hi+1])
			slices.Reverse(s[lo : hi+1])
			break
		}
		pivot := s[lo+(hi-lo)/2]
		i, j := lo, hi
		for i <= j {
			for s[i] > pivot {
				i++
			}
			for s[j] < pivot {
				j--
			}
			if i <= j {
				s[i], s[j] = s[j], s[i]
				i++
				j--
			}
		}
		switch {
		case k-1 <= j:
			hi = j
		case k-1 >= i:
			lo = i
		default:
			return s[k-1]
		}
	}
	return s[k-1]
}
