package index

import "riffle.dev/riffle/internal/tally"

// bound is how much a term says of a text, for the average length of texts when
// the segment was made.
type bound struct {
	most float32 // its saturation at most
	wide int32   // its place among those that many documents have; -1 of others
}

// codes say it of each text that has the term, in segments of many documents: in
// 255 steps of the most that the term says, rounded up.
type codes struct {
	list []uint8 // by posting
	wide []wide  // terms that many documents have
}

// wide is a term that many documents have, once more by document, in whole
// blocks: 0 of who has it not.
type wide struct {
	codes []uint8
	freqs []uint8 // 255: so often or more
}

// A segment of so many documents has codes; a term is wide where one in so many
// has it.
const (
	tallyDocs = 1024
	wideShare = 8
)

func (c *codes) bytes() int {
	n := len(c.list)
	for i := range c.wide {
		n += len(c.wide[i].codes) + len(c.wide[i].freqs)
	}
	return n
}

// limit computes bounds and codes.
func (x *inverted) limit() {
	docs, tokens := 0, 0
	for _, n := range x.lens {
		if n > 0 {
			docs++
			tokens += int(n)
		}
	}
	if x.average = 1; tokens > 0 {
		x.average = float64(tokens) / float64(docs)
	}
	many := len(x.lens) >= tallyDocs
	if many {
		x.codes.list = make([]uint8, len(x.docs))
	}
	flat := make([]float32, len(x.lens)) // what a term's frequency saturates against, by document
	for i, n := range x.lens {
		flat[i] = float32(bm25K1 * (1 - bm25B + bm25B*float64(n)/x.average))
	}
	var says []float32
	for i := range x.terms() {
		docs, freqs := x.list(i)
		says = grown(says, len(docs))
		most := float32(0)
		for k, doc := range docs {
			tf := float32(freqs[k])
			says[k] = tf / (tf + flat[doc])
			most = max(most, says[k])
		}
		x.entries[i+1].bound = bound{most: most * (1 + 1e-6), wide: -1} // rounded up
		if many {
			x.code(i, says, most)
		}
	}
}

// code a term's saturations.
func (x *inverted) code(term int, says []float32, most float32) {
	lo, hi := x.entries[term].stop, x.entries[term+1].stop
	codes, times := x.codes.list[lo:hi], 255/most
	for k, s := range says {
		codes[k] = uint8(min(255, int(s*times)+1)) // the greatest is 255 or just below
	}
	if len(codes)*wideShare < len(x.lens) {
		return
	}
	n := tally.Padded(len(x.lens))
	w := wide{codes: make([]uint8, n), freqs: make([]uint8, n)}
	for k, doc := range x.docs[lo:hi] {
		w.codes[doc], w.freqs[doc] = codes[k], uint8(min(255, x.freqs[int(lo)+k]))
	}
	x.entries[term+1].wide = int32(len(x.codes.wide))
	x.codes.wide = append(x.codes.wide, w)
}

// postings of a term where texts are so long on average. The saturation tf / (tf +
// a + b × length/average) grows with the average, but no faster than it.
func (x *inverted) postings(term int, average float64) postings {
	lo, h := x.entries[term].stop, &x.entries[term+1]
	longer := average / x.average * (1 + 1e-9)
	l := postings{docs: x.docs[lo:h.stop], freqs: x.freqs[lo:h.stop], most: min(1, float64(h.most)*max(1, longer))}
	if x.codes.list != nil {
		l.codes = x.codes.list[lo:h.stop]
		if h.wide >= 0 {
			l.wide = &x.codes.wide[h.wide]
		}
		l.step = float64(h.most) / 255 * max(1, longer)
		l.sure = min(longer, 1/longer)
	}
	return l
}
