package index

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/internal/column"
)

func gamesSchema() Schema {
	text := column.Type{Kind: column.String}
	return Schema{Resource: "games", Fields: []Field{
		{Name: "id", Kind: KeyField, Type: text},
		{Name: "title", Kind: TextField, Type: text, Analyzer: "english", Weight: 3},
		{Name: "summary", Kind: TextField, Type: text.Null(), Analyzer: "chinese"},
		{Name: "genre", Kind: KeywordField, Type: text},
		{Name: "installs", Kind: ValueField, Type: column.Type{Kind: column.Int}, Default: int64(0)},
		{Name: "taste", Kind: VectorField, Type: column.Type{Kind: column.Vector, Dim: 2}.Null()},
	}}
}

func newGames(t *testing.T) *Slice {
	t.Helper()
	s, err := New(gamesSchema(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func upsert(key string, fields map[string]any) Change {
	doc := map[string]any{"id": key}
	for k, v := range fields {
		doc[k] = v
	}
	return Change{Op: Upsert, Key: key, Doc: doc}
}

func keys(v *View, h Hits) []string {
	out := []string{}
	for _, r := range h.Docs {
		out = append(out, v.Key(r))
	}
	return out
}

// three games, the second replaced, a fourth deleted.
func loadGames(t *testing.T, s *Slice) {
	t.Helper()
	for _, changes := range [][]Change{
		{
			upsert("chess", map[string]any{"title": "Chess for two", "genre": "board", "installs": 50.0, "taste": []any{1.0, 0.0}}),
			upsert("go", map[string]any{"title": "old words", "genre": "none"}),
			upsert("gone", map[string]any{"title": "chess chess chess", "genre": "board", "installs": 99.0}),
		},
		{
			upsert("go", map[string]any{"title": "Go for two", "summary": "围棋是一种棋", "genre": "board", "installs": 70.0, "taste": []any{0.0, 2.0}}),
			upsert("race", map[string]any{"title": "Fast cars", "summary": "no chess here", "genre": "racing", "taste": []any{3.0, 3.0}}),
			{Op: Delete, Key: "gone"},
		},
	} {
		for _, err := range s.Apply(changes) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestQueries(t *testing.T) {
	s := newGames(t)
	loadGames(t, s)
	v, ctx := s.View(), context.Background()
	installs, err := v.Column("installs")
	if err != nil {
		t.Fatal(err)
	}
	board := &column.Expr{Op: "==", Type: column.Type{Kind: column.Bool}, Args: []*column.Expr{
		{Op: "col", Name: "genre", Type: column.Type{Kind: column.String}},
		{Op: "const", Value: "board", Type: column.Type{Kind: column.String}},
	}}
	for _, c := range []struct {
		name string
		run  func() (Hits, error)
		want []string
	}{
		{"a title weighs more than a summary", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "CHESS", K: 10})
		}, []string{"chess", "race"}},
		{"any word is enough, ties by key", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "two nothing", K: 10})
		}, []string{"chess", "go"}},
		{"chinese by bigram", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "围棋", K: 10})
		}, []string{"go"}},
		{"chinese by a single character", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "棋", K: 10})
		}, []string{"go"}},
		{"replaced words are gone", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "old words", K: 10})
		}, []string{}},
		{"filter", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "chess", K: 10, Filter: board})
		}, []string{"chess"}},
		{"rank", func() (Hits, error) {
			return v.Search(ctx, SearchQuery{Text: "two chess", K: 2, Rank: installs})
		}, []string{"go", "chess"}},
		{"top", func() (Hits, error) {
			return v.Top(ctx, TopQuery{By: installs, K: 2})
		}, []string{"go", "chess"}},
		{"top after the first", func() (Hits, error) {
			return v.Top(ctx, TopQuery{By: installs, K: 2, Skip: 1})
		}, []string{"chess", "race"}},
		{"nearest by angle", func() (Hits, error) {
			return v.Nearest(ctx, NearestQuery{Field: "taste", To: []float32{0, 1}, K: 2})
		}, []string{"go", "race"}},
		{"lookup in the order asked", func() (Hits, error) {
			return v.Lookup(ctx, []string{"race", "gone", "chess"})
		}, []string{"race", "chess"}},
	} {
		h, err := c.run()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if diff := cmp.Diff(c.want, keys(v, h)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}
