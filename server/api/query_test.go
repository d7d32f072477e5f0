package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/server/app"
)

func TestQueries(t *testing.T) {
	i := newInstance(t)
	viewer := shelfTeam(t, i, "ads")["viewer"]
	keys := func(a app.QueryAnswer) string {
		var out []string
		for _, r := range a.Rows {
			out = append(out, fmt.Sprint(r["_key"]))
		}
		return strings.Join(out, " ")
	}
	for name, c := range map[string]struct {
		q    app.NewQuery
		want string
	}{
		"words":             {app.NewQuery{Text: "racing"}, "g2"},
		"words and filter":  {app.NewQuery{Text: "chess", Filter: `genre == "board" and price < 1`}, "g3"},
		"top":               {app.NewQuery{Top: "price", K: 2}, "g2 g1"},
		"top by a formula":  {app.NewQuery{Top: "0 - price"}, "g3 g1 g2"},
		"a vector":          {app.NewQuery{Vector: []float64{0.9, 0.1}}, "g1 g2"},
		"like a document":   {app.NewQuery{Like: "g2", K: 1}, "g2"},
		"a filter alone":    {app.NewQuery{Filter: "genre !=\n\"sport\""}, "g1 g3"},
		"slashes in a text": {app.NewQuery{Filter: `title != "https://x"`}, "g1 g2 g3"},
	} {
		a := post[app.QueryAnswer](t, i, 200, viewer, "ads/resources/games/query", c.q)
		if keys(a) != c.want || len(a.Diagnostics) != 0 {
			t.Errorf("%s: %q %v, want %q", name, keys(a), a.Diagnostics, c.want)
		}
	}
	a := post[app.QueryAnswer](t, i, 200, viewer, "ads/resources/games/query", app.NewQuery{Top: "price", Columns: []string{"id", "look"}})
	if len(a.Columns) != 2 || a.Rows[0]["look"] == nil || a.Rows[0]["title"] != nil || !strings.Contains(a.Statement, "by: price") {
		t.Errorf("columns: %+v", a)
	}
	for name, c := range map[string]struct {
		q      app.NewQuery
		in     string
		column int
	}{
		"an unknown field":    {app.NewQuery{Text: "x", Filter: `genre == "a" and cost < 3`}, "filter", 18},
		"no condition":        {app.NewQuery{Text: "x", Filter: "price + 1"}, "filter", 1},
		"no number":           {app.NewQuery{Top: "genre"}, "top", 1},
		"another declaration": {app.NewQuery{Filter: "true)\nreturn found\n}\npipeline p() -> items { return top(games, by: price, k: 9"}, "", 0},
		"another argument":    {app.NewQuery{Filter: "true, k: 10000"}, "", 0},
	} {
		a := post[app.QueryAnswer](t, i, 200, viewer, "ads/resources/games/query", c.q)
		if len(a.Diagnostics) == 0 || len(a.Rows) != 0 {
			t.Errorf("%s: no diagnostics: %+v", name, a)
			continue
		}
		if d := a.Diagnostics[0]; c.in != "" && (d.In != c.in || d.Column != c.column) {
			t.Errorf("%s: %+v, want %s %d", name, d, c.in, c.column)
		}
	}
	for name, q := range map[string]app.NewQuery{
		"nothing":              {},
		"two ways":             {Text: "x", Top: "price"},
		"a vector too short":   {Vector: []float64{1}},
		"no such field":        {Vector: []float64{1, 2}, Field: "title"},
		"no such column":       {Top: "price", Columns: []string{"cost"}},
		"an injected column":   {Top: "price", Columns: []string{"id]) } x"}},
		"a comment":            {Filter: "true // )"},
		"more rows than there": {Top: "price", K: 201},
	} {
		if a := i.do(call{method: "POST", path: "/api/v1/teams/ads/resources/games/query", cookie: viewer, body: q}); a.status != 422 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/resources/games/query", cookie: viewer, body: app.NewQuery{Like: "nobody"}})
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/resources/nothing/query", cookie: viewer, body: app.NewQuery{Top: "price"}})

	s := get[app.ResourceStatistics](t, i, viewer, "teams/ads/resources/games/statistics")
	at := slices.IndexFunc(s.Fields, func(f app.FieldStatistics) bool { return f.Name == "genre" })
	if s.Docs != 3 || s.Looked != 3 || s.Fields[at].Distinct != 2 || s.Fields[at].Common[0] != (app.Common{Value: "board", Count: 2}) || s.Fields[4].Null != 1 || s.Fields[3].Max != 9.0 {
		t.Errorf("statistics %+v", s)
	}
}
