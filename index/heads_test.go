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

// crowd is a slice of thousands of documents in several parts, a tenth of them
// deleted, with many ties, nulls, common words and vectors of zeros.
func crowd(t testing.TB, docs int) *View {
	t.Helper()
	return crowdSlice(t, docs).View()
}

func crowdSlice(t testing.TB, docs int) *Slice {
	t.Helper()
	text, num := column.Type{Kind: column.String}, column.Type{Kind: column.Float}
	s, err := New(Schema{Resource: "crowd", Fields: []Field{
		{Name: "id", Kind: KeyField, Type: text},
		{Name: "body", Kind: TextField, Type: text, Analyzer: "english"},
		{Name: "note", Kind: TextField, Type: text.Null(), Analyzer: "english", Weight: 2},
		{Name: "shelf", Kind: KeywordField, Type: text},
		{Name: "tags", Kind: ValueField, Type: column.Type{Kind: column.List, Elem: &text}, Default: []column.Value{}},
		{Name: "rank", Kind: ValueField, Type: column.Type{Kind: column.Int}.Null()},
		{Name: "price", Kind: ValueField, Type: num.Null()},
		{Name: "taste", Kind: VectorField, Type: column.Type{Kind: column.Vector, Dim: 40}.Null()},
	}}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	rng := rand.New(rand.NewPCG(7, 8))
	word := func() string { return fmt.Sprintf("w%d", int(math.Pow(200, rng.Float64()))) } // Zipf
	var changes []Change
	for i := range docs {
		var words, note []string
		for range 3 + rng.IntN(40) {
			words = append(words, word())
		}
		doc := map[string]any{"body": strings.Join(words, " "), "shelf": fmt.Sprintf("s%d", rng.IntN(30))}
		for range rng.IntN(3) {
			note = append(note, word())
		}
		if len(note) > 0 {
			doc["note"] = strings.Join(note, " ")
			doc["tags"] = []any{note[0]}
		}
		if rng.IntN(5) > 0 {
			doc["rank"] = float64(rng.IntN(6) * rng.IntN(40))
			doc["price"] = rng.NormFloat64()
		}
		if rng.IntN(8) > 0 {
			v := make([]any, 40)
			for k := range v {
				switch v[k] = 0.0; {
				case i%5 == 1: // close to each other, closer than a sketch can tell
					v[k] = float64(k%3) - .7 + .002*rng.NormFloat64()
				case i%50 > 0:
					v[k] = rng.NormFloat64()
				}
			}
			doc["taste"] = v
		}
		changes = append(changes, upsert(fmt.Sprintf("k%d", rng.IntN(docs*2)), doc))
	}
	for i := 0; i < docs; i += docs / 7 {
		s.Apply(changes[i:min(docs, i+docs/7)])
	}
	var gone []Change
	for i := range docs / 5 {
		gone = append(gone, Change{Op: Delete, Key: fmt.Sprintf("k%d", i)})
	}
	s.Apply(gone)
	return s
}

// The best k of anything are the first k of all: what is skipped on the way, in
// an order, behind common words or below a floor, is never one of them. All is
// by a formula, which has no short cuts.
func TestTheBestAreTheFirstOfAll(t *testing.T) {
	v := crowd(t, 5000)
	if st := v.Stats(); st.Segments < 2 || st.Deleted == 0 {
		t.Fatalf("too plain: %+v", st)
	}
	ctx := context.Background()
	float := column.Type{Kind: column.Float}
	num := func(f float64) *column.Expr { return &column.Expr{Op: "const", Value: f, Type: float} }
	col := func(name string) *column.Expr {
		e, err := v.Column(name)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	word := func(s string) *column.Expr {
		return &column.Expr{Op: "const", Value: s, Type: column.Type{Kind: column.String}}
	}
	is := func(op string, a, b *column.Expr) *column.Expr {
		return &column.Expr{Op: op, Args: []*column.Expr{a, b}, Type: column.Type{Kind: column.Bool}}
	}
	filters := map[string]*column.Expr{"all": nil, "a shelf": is("==", col("shelf"), word("s3")), "a tag": is("in", word("w1"), col("tags")), "none": is("==", col("shelf"), word("nothing"))}
	slowly := func(e *column.Expr) *column.Expr {
		return &column.Expr{Op: "+", Args: []*column.Expr{e, num(0)}, Type: float.Null()}
	}
	to := make([]float32, 40)
	for i := range to {
		to[i] = float32(i%3) - .7
	}
	score := &column.Expr{Op: "col", Name: Score, Type: float}
	long := "w1 w2 w3 w4 w5 w7 w9 w20 w50 w150 w190 w199"
	for name, filter := range filters {
		for what, find := range map[string]func(k int, slow bool) (Hits, error){
			"top by an int": func(k int, slow bool) (Hits, error) {
				by := col("rank")
				if slow {
					by = slowly(by)
				}
				return v.Top(ctx, TopQuery{By: by, K: k, Filter: filter})
			},
			"top by a float": func(k int, slow bool) (Hits, error) {
				by := col("price")
				if slow {
					by = slowly(by)
				}
				return v.Top(ctx, TopQuery{By: by, K: k, Filter: filter})
			},
			"search": func(k int, slow bool) (Hits, error) {
				q := SearchQuery{Text: long, K: k, Filter: filter}
				if slow {
					q.Rank = score
				}
				return v.Search(ctx, q)
			},
			"search of a rare word": func(k int, slow bool) (Hits, error) {
				q := SearchQuery{Text: "w199 w1", K: k, Filter: filter}
				if slow {
					q.Rank = score
				}
				return v.Search(ctx, q)
			},
			"nearest": func(k int, slow bool) (Hits, error) {
				q := NearestQuery{Field: "taste", To: to, K: k, Filter: filter}
				if slow {
					q.Rank = score
				}
				return v.Nearest(ctx, q)
			},
		} {
			all, err := find(MaxHits, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range []int{0, 1, 3, 20, 100, 700, MaxHits} {
				got, err := find(k, false)
				if err != nil {
					t.Fatal(err)
				}
				want := Hits{Docs: all.Docs[:min(k, all.Len())], Scores: all.Scores[:min(k, all.Len())]}
				if !slices.Equal(keys(v, got), keys(v, want)) {
					t.Errorf("%s of %s, k %d: the order differs", what, name, k)
				}
				for i := range got.Scores[:min(got.Len(), want.Len())] {
					if x, y := got.Scores[i], want.Scores[i]; x != y && (x == x || y == y) {
						t.Errorf("%s of %s, k %d, place %d: score %v, want %v", what, name, k, i, x, y)
						break
					}
				}
			}
		}
	}
}

// The pruning of search does happen here, or the test above shows nothing.
func TestCommonWordsAddToFew(t *testing.T) {
	v := crowd(t, 5000)
	ask := &scratch{}
	terms, err := ask.queryTerms(context.Background(), v, SearchQuery{Text: "w1 w2 w3 w4 w5 w7 w9 w20 w50 w150 w190 w199"})
	if err != nil {
		t.Fatal(err)
	}
	pruned, all := &scratch{}, &scratch{}
	fewer := 0
	for at, p := range v.parts {
		if err := pruned.collect(context.Background(), p, at, terms, 20, math.Inf(-1)); err != nil {
			t.Fatal(err)
		}
		if err := all.collect(context.Background(), p, at, terms, 0, math.Inf(-1)); err != nil {
			t.Fatal(err)
		}
		fewer += len(all.found.docs) - len(pruned.found.docs)
		for _, d := range pruned.found.docs {
			if pruned.found.scores[d] != all.found.scores[d] {
				t.Fatalf("document %d scores %v, without pruning %v", d, pruned.found.scores[d], all.found.scores[d])
			}
		}
	}
	if fewer == 0 {
		t.Error("nothing was left out")
	}
}

func TestKthBestIsNoMoreThanThat(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 500 {
		s, most := make([]float64, 1+rng.IntN(200)), 0.0
		for i := range s {
			s[i] = float64(rng.IntN(50)) * rng.ExpFloat64()
			most = max(most, s[i])
		}
		k := 1 + rng.IntN(len(s))
		exact := slices.Sorted(slices.Values(s))[len(s)-k]
		if got := kthBest(s, most, k); got > exact || got < exact-most/399 && exact > 0 {
			t.Fatalf("%v, exactly %v of %v", got, exact, most)
		}
	}
	if got := kthBest([]float64{5e-324}, 5e-324, 1); got > 5e-324 {
		t.Errorf("of the least number %v", got)
	}
}

// Sketches do leave most out here, and none of those that are nearest.
func TestSketchesSiftMostOut(t *testing.T) {
	v := crowd(t, 5000)
	to := make([]float32, 40)
	for i := range to {
		to[i] = float32(i%3) - .7
	}
	m, err := v.metric(NearestQuery{Field: "taste", To: to})
	if err != nil {
		t.Fatal(err)
	}
	x := &scratch{}
	all := 0
	for _, p := range v.parts {
		if p.sketches[m.field] != nil {
			x.sifting.parts = append(x.sifting.parts, sifted{part: p, sketch: p.sketches[m.field], from: len(x.rows), to: len(x.rows) + p.live})
			x.rows = p.alive(0, p.n, x.rows)
			all += p.live
		}
	}
	if all == 0 {
		t.Skip("no sketches on this processor")
	}
	if err := m.sift(context.Background(), x, 20); err != nil {
		t.Fatal(err)
	}
	if kept := len(x.sifting.near); kept < 20 || kept*2 > all {
		t.Errorf("of %d documents %d are left", all, kept)
	}
}

// Where nearly all point away from what is sought, those that do so least are
// found all the same, and so are those behind a few that are nearer.
func TestNearestOfWhatPointsAway(t *testing.T) {
	v := crowd(t, 5000)
	for _, sign := range []float32{-1, 1} {
		to := make([]float32, 40)
		for i := range to {
			to[i] = sign * (float32(i%3) - .7)
		}
		var all Hits
		for _, k := range []int{5000, 1000, 300, 20, 1} {
			hits, err := v.Nearest(context.Background(), NearestQuery{Field: "taste", To: to, K: k})
			if err != nil {
				t.Fatal(err)
			}
			if k == 5000 {
				all = hits
			}
			if n := min(k, all.Len()); hits.Len() != n || !slices.Equal(hits.Docs, all.Docs[:n]) || !slices.Equal(hits.Scores, all.Scores[:n]) {
				t.Fatalf("sign %v: of %d the first %d are others", sign, all.Len(), k)
			}
		}
	}
}

func TestKthGreatest(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for range 300 {
		of := make([]float64, 1+rng.IntN(300))
		for i := range of {
			if of[i] = float64(rng.IntN(40)) * rng.Float64(); rng.IntN(3) == 0 {
				of[i] = math.Round(of[i])
			}
			if rng.IntN(20) == 0 {
				of[i] = math.Inf(-1)
			}
		}
		k := 1 + rng.IntN(len(of))
		sorted := slices.Sorted(slices.Values(of))
		if got, want := kthGreatest(of, k), sorted[len(of)-k]; got != want {
			t.Fatalf("%d of %v: %v, want %v", k, sorted, got, want)
		}
	}
}
