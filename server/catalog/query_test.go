package catalog

import (
	"testing"

	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

// The statement says what was asked in the words of who asked, not by the names
// of the parameters it runs with.
func TestStatementIsAsAsked(t *testing.T) {
	s := index.Schema{Resource: "games", Fields: []index.Field{
		{Name: "id", Kind: index.KeyField, Type: column.Type{Kind: column.String}},
		{Name: "title", Kind: index.TextField, Type: column.Type{Kind: column.String}},
		{Name: "look", Kind: index.VectorField, Type: column.Type{Kind: column.Vector, Dim: 10}},
	}}
	long := make([]float64, 10)
	long[1] = 0.5
	for _, tc := range []struct {
		name string
		q    app.NewQuery
		want string
	}{
		{"words", app.NewQuery{Text: `half "life"` + "\n2", K: 5}, `search(games, query: "half \"life\"\n2", k: 5)`},
		{"words and filter", app.NewQuery{Text: "chess", Filter: "id != \"a\"", K: 5}, `search(games, query: "chess", filter: id != "a", k: 5)`},
		{"like", app.NewQuery{Like: "g1", K: 3}, "other = lookup(games, key: \"g1\")\nnearest(games.look, to: other.look, k: 3)"},
		{"vector", app.NewQuery{Vector: long, K: 3}, "nearest(games.look, to: [0, 0.5, 0, 0, 0, 0, 0, 0, … 2 more], k: 3)"},
		{"top", app.NewQuery{Top: "1", K: 3}, "top(games, by: 1, k: 3)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := statementOf(s, tc.q)
			if err != nil {
				t.Fatal(err)
			}
			if got.statement != tc.want {
				t.Errorf("got  %s\nwant %s", got.statement, tc.want)
			}
		})
	}
}
