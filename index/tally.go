package index

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"sort"

	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/tally"
)

// A part is tallied for so many of its documents at most, one in tallyHits, where
// the terms have postings for one in tallyShare at least; so many documents at a
// time.
const (
	tallyHits   = 16
	tallyShare  = 4
	tallyWindow = 1 << 14
	tallyStep   = 1 << 13 // postings between two looks at the context
)

// float32s are rounded: so much is a sum of them off at most, and more.
const rounded = 1e-4

// tallying is sums while they are made.
type tallying struct {
	sums   []float32 // by document of the window: its score at most
	peaks  []float32
	set    []uint64 // a bit a document of the window that is looked at closely
	begins []int32  // by term: its postings in the windows before
	ends   []int32  // and those in this one

	// Of those:
	seats   []uint16 // by document of the window: its place among them + 1
	exact   []float64
	lengths [][]float64 // by field: the length of its text times slope
	hits    []uint32    // postings of a term, with the seat
}

// tally finds the documents of a part that may be among the k best by summing the
// codes of the terms, which is done for all documents at once, and scores those:
// term after term, so that the scores are the same as if all had been scored.
// Nothing below floor is wanted.
func (x *scratch) tally(ctx context.Context, p *part, at int, terms []queryTerm, k int, floor float64) error {
	m := &x.found
	spread, sure := 0.0, 1-rounded // a score is no less than sure × (its sum - spread)
	for i := range terms {
		if l := &terms[i].lists[at]; len(l.docs) > 0 {
			spread, sure = spread+terms[i].idf*l.step, min(sure, l.sure*(1-rounded))
		}
	}
	x.begins, x.ends = grown(x.begins, len(terms)), grown(x.ends, len(terms))
	clear(x.begins)
	for from := 0; from < p.n; from += tallyWindow {
		to := min(p.n, from+tallyWindow)
		if err := x.sum(ctx, at, terms, from, to, to == p.n); err != nil {
			return err
		}
		x.bury(p.dead, from)
		floor = max(floor, sure*(x.peak(k)-spread))
		begin := len(m.docs)
		x.seat(m, from, float32(floor*(1-rounded)))
		if err := x.exactly(ctx, p, at, terms, from, m.docs[begin:]); err != nil {
			return err
		}
		x.begins, x.ends = x.ends, x.begins
	}
	return nil
}

// sum the codes of the documents of a window.
func (x *scratch) sum(ctx context.Context, at int, terms []queryTerm, from, to int, last bool) error {
	x.sums = grown(x.sums, tally.Padded(to-from))
	clear(x.sums)
	work := 0
	for i := range terms {
		l := &terms[i].lists[at]
		if work += len(l.docs); work >= tallyStep {
			if work = 0; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		weight := float32(terms[i].idf * l.step)
		if l.wide != nil {
			tally.Add(x.sums, l.wide.codes[from:from+len(x.sums)], weight)
			continue
		}
		begin, end := int(x.begins[i]), len(l.docs)
		if !last {
			end = begin + sort.Search(end-begin, func(k int) bool { return int(l.docs[begin+k]) >= to })
		}
		x.ends[i] = int32(end)
		docs, codes := l.docs[begin:end], l.codes[begin:end]
		for k, d := range docs {
			x.sums[d-uint32(from)] += weight * float32(codes[k])
		}
	}
	return nil
}

// bury takes the dead out of a window.
func (x *scratch) bury(dead column.Bitmap, from int) {
	for i := from / 64; i < len(dead) && i*64 < from+len(x.sums); i++ {
		for word := dead[i]; word != 0; word &= word - 1 {
			x.sums[i*64+bits.TrailingZeros64(word)-from] = 0
		}
	}
}

// seat appends the documents of a window with a sum of bar or more, and gives each
// a seat.
func (x *scratch) seat(m *matches, from int, bar float32) {
	x.set, x.seats = grown(x.set, len(x.sums)/64), grown(x.seats, len(x.sums))
	tally.Above(x.sums, max(bar, math.SmallestNonzeroFloat32), x.set)
	clear(x.seats)
	begin := len(m.docs) - 1
	for i, word := range x.set {
		for ; word != 0; word &= word - 1 {
			o := 64*i + bits.TrailingZeros64(word)
			m.docs = append(m.docs, int32(from+o))
			x.seats[o] = uint16(len(m.docs) - 1 - begin)
		}
	}
}

// peak is at most the k-th best sum.
func (x *scratch) peak(k int) float64 {
	x.peaks = grown(x.peaks, len(x.sums)/4)
	tally.Peaks(x.sums, x.peaks)
	most := float32(0)
	for _, s := range x.peaks {
		if s > most { // there is no NaN, for which max would look
			most = s
		}
	}
	return kthBest(x.peaks, most, k)
}

// exactly scores documents of a window, those of the set.
func (x *scratch) exactly(ctx context.Context, p *part, at int, terms []queryTerm, from int, some []int32) error {
	x.exact = grown(x.exact, len(some))
	clear(x.exact)
	x.lengths = grown(x.lengths, len(p.texts))
	for i := range x.lengths {
		x.lengths[i] = x.lengths[i][:0]
	}
	work := 0
	for i := range terms {
		t := &terms[i]
		l := &t.lists[at]
		if work += len(l.docs); work >= tallyStep {
			if work = 0; ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if len(l.docs) == 0 {
			continue
		}
		if len(x.lengths[t.field]) == 0 {
			x.lengths[t.field] = t.lengths(x.lengths[t.field], p.texts[t.field].lens, some)
		}
		if l.wide != nil {
			x.addWide(t, l, some)
			continue
		}
		x.addSome(t, l.docs[x.begins[i]:x.ends[i]], l.freqs[x.begins[i]:x.ends[i]], uint32(from))
	}
	for i, d := range some {
		x.found.scores[d] = x.exact[i]
	}
	return nil
}

// lengths appends the lengths of some texts, times slope.
func (t *queryTerm) lengths(dst []float64, lens []uint32, some []int32) []float64 {
	for _, d := range some {
		dst = append(dst, t.slope*float64(lens[d]))
	}
	return dst
}

// addWide adds a wide term to the documents that are looked at; of those that have
// it not, nothing: 0 is no other sum.
func (x *scratch) addWide(t *queryTerm, l *postings, some []int32) {
	exact, lengths, freqs := x.exact[:len(some)], x.lengths[t.field][:len(some)], l.wide.freqs
	for i, d := range some {
		tf := float64(freqs[d])
		if tf == 255 {
			k, _ := slices.BinarySearch(l.docs, uint32(d))
			tf = float64(l.freqs[k])
		}
		exact[i] += t.saturate(tf, lengths[i])
	}
}

// addSome adds postings of a window to the documents that have a seat: they are
// few, and which is a coin's toss, so that all are written down first, and those
// without a seat written over.
func (x *scratch) addSome(t *queryTerm, docs []uint32, freqs []uint16, from uint32) {
	x.hits = grown(x.hits, len(docs)+1)
	hits, seats, n := x.hits, x.seats, 0
	for k, d := range docs {
		seat := uint32(seats[d-from])
		hits[n] = uint32(k)<<16 | seat
		n += int((seat + math.MaxUint16) >> 16)
	}
	exact, lengths := x.exact, x.lengths[t.field]
	for _, h := range hits[:n] {
		seat := h&math.MaxUint16 - 1
		exact[seat] += t.saturate(float64(freqs[h>>16]), lengths[seat])
	}
}
