package server_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server/app"
)

// A pipeline with something that may be given up, beside what the project has.
const worth = `
pipeline both(q: string) -> items {
  found = search(games, query: q, k: 10)      optional  gain 0.9
  other = top(games, by: _score, k: 5)        optional
  pool  = merge([found, other], policy: first)
  return take(pool, 5)
}
scene worth { pipeline: both }
`

// Measurements of gains from their begin to what they say of the draft, by the
// doors of an instance that serves.
func TestGainsByTheDoors(t *testing.T) {
	c := launch(t, "127.0.0.1:0", t.TempDir(), pgtest.Database(t))
	who := prepare(t, c)
	const base = "/api/v1/teams/ads/gains"
	do := func(want int, method, path string, in, out any) {
		t.Helper()
		if status, err := who.do(method, path, in, out); err != nil || status != want {
			t.Fatalf("%s %s: status %d, want %d, %v", method, path, status, want, err)
		}
	}
	measured := func(in map[string]any) (g app.Gain) {
		t.Helper()
		do(http.StatusCreated, "POST", base, in, &g)
		id := g.ID
		await(t, "it is over", func() bool {
			g = app.Gain{}
			status, err := who.do("GET", base+"/"+id, nil, &g)
			return err == nil && status == 200 && g.State != "running"
		})
		return g
	}
	do(http.StatusNotFound, "POST", base, map[string]any{"scene": "nowhere"}, nil)
	do(http.StatusUnprocessableEntity, "POST", base, map[string]any{"scene": "hello"}, nil) // nobody asked yet
	do(http.StatusUnprocessableEntity, "POST", base, map[string]any{"scene": "hello", "from": "given"}, nil)
	do(http.StatusUnprocessableEntity, "POST", base, map[string]any{"scene": "hello", "from": "given", "requests": []any{map[string]any{"request": map[string]any{"nothing": 1}}}}, nil)
	do(http.StatusUnprocessableEntity, "POST", base, map[string]any{"scene": "hello", "from": "made", "n": app.MaxGainRequests + 1}, nil)

	g := measured(map[string]any{"scene": "hello", "from": "made", "n": 3, "note": "first"})
	if g.State != "failed" || !strings.Contains(g.Failed, "nothing that may be given up") || g.Note != "first" || g.Version != 1 || g.By == "" {
		t.Errorf("%+v", g)
	}
	do(http.StatusConflict, "GET", base+"/"+g.ID+"/changes", nil, nil)
	do(http.StatusConflict, "POST", base+"/"+g.ID+"/abort", nil, nil)
	do(http.StatusNotFound, "GET", base+"/nothing", nil, nil)
	do(http.StatusNotFound, "GET", base+"/nothing/changes", nil, nil)

	text := strings.Replace(worth, "by: _score", "by: count", 1)
	text = "resource more { fields { id: key, count: int = 0 } }\n" + strings.Replace(text, "top(games,", "top(more,", 1)
	do(200, "PUT", "/api/v1/teams/ads/files/b.riffle", map[string]string{"text": text}, nil)
	do(http.StatusCreated, "POST", "/api/v1/teams/ads/versions", map[string]string{}, nil)
	await(t, "the version serves", func() bool {
		status, err := who.do("GET", "/api/v1/teams/ads/scenes/worth", nil, nil)
		return err == nil && status == 200
	})
	g = measured(map[string]any{"scene": "worth", "from": "given", "requests": slices.Repeat([]any{map[string]any{"request": map[string]any{"q": "chess"}}}, 10)})
	if g.State != "done" || g.Table == nil || len(g.Table.Rows) != 2 || len(g.Proposals) != 2 || g.Differ != 2 || g.Version != 2 || g.Done != 0 {
		t.Fatalf("%+v", g)
	}
	var changes app.GainChanges
	do(200, "GET", base+"/"+g.ID+"/changes", nil, &changes)
	if len(changes.Files) != 1 || changes.Files[0].Path != "b.riffle" || changes.Files[0].Added != 2 || changes.Files[0].Tag == "" ||
		!strings.Contains(changes.Files[0].After, "k: 10)      optional  gain 0\n") || changes.Proposals[0].Line != 4 || changes.Proposals[0].Written == nil {
		t.Errorf("%+v", changes)
	}
	var list struct{ Items []app.GainRow }
	do(200, "GET", base+"?scene=worth", nil, &list)
	if len(list.Items) != 1 || list.Items[0].ID != g.ID || list.Items[0].Differ != 2 {
		t.Errorf("list %+v", list.Items)
	}
}
