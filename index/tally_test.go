package index

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/internal/column"
)

// talliedSlice has parts of more documents than a window, with texts that grow
// longer from part to part, words that stand hundreds of times in a text, texts
// that are the same, and documents that died in each.
func talliedSlice(t testing.TB, rng *rand.Rand) *Slice {
	t.Helper()
	text := column.Type{Kind: column.String}
	s, err := New(Schema{Resource: "tallied", Fields: []Field{
		{Name: "id", Kind: KeyField, Type: text},
		{Name: "body", Kind: TextField, Type: text, Analyzer: "english"},
		{Name: "note", Kind: TextField, Type: text.Null(), Analyzer: "plain", Weight: 2.5},
	}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	n := 0
	for size, docs := range map[int]int{3: tallyWindow + 1500, 12: 3000, 40: 1100} {
		var batch []Change
		for range docs {
			doc := map[string]any{"body": someWords(rng, 1+rng.IntN(size))}
			if rng.IntN(3) == 0 {
				doc["note"] = someWords(rng, 1+rng.IntN(3))
			}
			if rng.IntN(150) == 0 {
				doc["body"] = strings.Repeat("w1 w2 ", 100+rng.IntN(300))
			}
			batch = append(batch, upsert(fmt.Sprintf("k%05d", n*7919%30000), doc))
			n++
		}
		for _, err := range s.Apply(batch) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	var gone []Change
	for range n / 8 {
		gone = append(gone, Change{Op: Delete, Key: fmt.Sprintf("k%05d", rng.IntN(30000))})
	}
	s.Apply(gone)
	return s
}

func someWords(rng *rand.Rand, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("w%d", int(math.Pow(400, rng.Float64()))) // Zipf
	}
	return strings.Join(words, " ")
}

// What is found by codes is what scoring everything finds, scores and ties alike,
// whatever is asked for, in views whose texts are shorter or longer than when
// their segments were made.
func TestTalliedAreTheFirstOfAll(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	s := talliedSlice(t, rng)
	float := column.Type{Kind: column.Float}
	score := &column.Expr{Op: "col", Name: Score, Type: float}
	ctx := context.Background()
	tallied, windows := 0, 0
	for turn := range 60 {
		v := s.View()
		q := SearchQuery{Text: someWords(rng, 1+rng.IntN(70)), K: MaxHits, Rank: score}
		all, err := v.Search(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		q.Rank = nil
		for _, k := range []int{1, 2, 1 + rng.IntN(60), 150, 1 + rng.IntN(1200)} {
			q.K = k
			got, err := v.Search(ctx, q)
			if err != nil {
				t.Fatal(err)
			}
			if n := min(k, all.Len()); !slices.Equal(got.Docs, all.Docs[:n]) || !slices.Equal(got.Scores, all.Scores[:n]) {
				t.Fatalf("turn %d, the first %d of %q are not the first of all", turn, k, q.Text)
			}
		}
		x := &scratch{}
		terms, err := x.queryTerms(ctx, v, q)
		if err != nil {
			t.Fatal(err)
		}
		for at, p := range v.parts {
			if p.n < tallyDocs {
				continue
			}
			if err := x.collect(ctx, p, at, terms, 50, math.Inf(-1)); err != nil {
				t.Fatal(err)
			}
			if n := len(x.found.docs); n > 0 && n < p.live/8 {
				tallied++
				windows += p.n / tallyWindow
			}
		}
		if turn%10 == 9 { // texts become shorter
			var gone []Change
			for i := range 500 {
				gone = append(gone, upsert(fmt.Sprintf("k%05d", rng.IntN(30000)), map[string]any{"body": fmt.Sprintf("w%d", i%400)}))
			}
			s.Apply(gone)
		}
	}
	if tallied < 60 || windows < 20 {
		t.Errorf("few are left in %d parts, %d windows: the test shows nothing", tallied, windows)
	}
}

// A saturation is between what its code says at least and at most, whatever the
// average length of all texts is by then.
func TestCodesHoldSaturations(t *testing.T) {
	v := talliedSlice(t, rand.New(rand.NewPCG(13, 14))).View()
	codes, frequent := 0, 0
	for _, p := range v.parts {
		for _, x := range p.texts {
			if x == nil || x.codes.list == nil {
				continue
			}
			for _, longer := range []float64{.3, .97, 1, 1.02, 4} {
				average := x.average * longer
				q := queryTerm{idf: 1, flat: bm25K1 * (1 - bm25B), slope: bm25K1 * bm25B / average}
				for term := range x.terms() {
					l := x.postings(term, average)
					for i, doc := range l.docs {
						code := l.codes[i]
						if l.wide != nil {
							if l.wide.codes[doc] != code || int(l.wide.freqs[doc]) != min(255, int(l.freqs[i])) {
								t.Fatalf("term %d of document %d differs by document", term, doc)
							}
							if l.freqs[i] > 255 {
								frequent++
							}
						}
						says := q.impact(l.freqs[i], x.lens[doc])
						if most, least := float64(code)*l.step, float64(code-1)*l.step*l.sure; code == 0 || says > most*(1+1e-6) || says < least*(1-1e-6) {
							t.Fatalf("term %d of document %d: %v, by code %d from %v to %v", term, doc, says, code, least, most)
						}
						codes++
					}
					if l.wide == nil {
						continue
					}
					have := 0
					for doc, c := range l.wide.codes {
						if c != 0 {
							have++
						} else if l.wide.freqs[doc] != 0 {
							t.Fatalf("term %d of document %d: no code", term, doc)
						}
					}
					if have != len(l.docs) {
						t.Fatalf("%d documents have term %d, want %d", have, term, len(l.docs))
					}
				}
			}
		}
	}
	if codes == 0 || frequent == 0 {
		t.Errorf("%d codes, %d of words that are frequent: the test shows nothing", codes, frequent)
	}
}
