package index

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"riffle.dev/riffle/internal/analyze"
)

// Tokens that are looked up together are found where each is by itself: those that
// are there, those that are not, and those of one half of a hash with others.
func TestLookedUpTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, docs := range []int{0, 1, 20, 400} {
		b := newInverter(analyze.English)
		for range docs {
			b.add(fmt.Sprintf("w%d w%d w%d", rng.IntN(900), rng.IntN(900), rng.IntN(30)))
		}
		x := b.freeze()
		x.finish()
		for _, halves := range []uint64{1 << 32, 3, 1} { // so many upper halves of hashes there are
			hash := func(word []byte) uint64 {
				h := hashOf(word)
				return h>>32%halves<<32 | h&termMask
			}
			clear(x.table)
			for i := range x.terms() {
				h := hash(x.term(i))
				at := int(h) & (len(x.table) - 1)
				for x.table[at] != 0 {
					at = (at + 1) & (len(x.table) - 1)
				}
				x.table[at] = h&^termMask | uint64(i+1)
			}
			var text []byte
			var tokens []token
			for i := range 1000 {
				word := fmt.Appendf(nil, "w%d", i)
				tokens = append(tokens, token{len(text), len(text) + len(word), hash(word)})
				text = append(text, word...)
			}
			out := make([]looked, len(tokens))
			x.look(text, tokens, out)
			found := 0
			for i, k := range tokens {
				want := x.find(text[k.from:k.to], k.hash)
				if out[i].term != int32(want) {
					t.Fatalf("%d documents, %d halves: %s is term %d, by itself %d", docs, halves, text[k.from:k.to], out[i].term, want)
				}
				if want >= 0 {
					found++
				}
			}
			if found != x.terms() {
				t.Errorf("%d documents: %d of %d terms are found", docs, found, x.terms())
			}
		}
	}
}
