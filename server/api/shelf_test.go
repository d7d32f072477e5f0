package api_test

import (
	"encoding/json"
	"testing"

	"riffle.dev/riffle/server/app"
)

// project of these tests: two ways to a small shelf of games.
const shelf = `
/// Games of the store.
resource games {
  fields {
    id:     key
    title:  text(analyzer: english)
    genre:  keyword
    price:  float = 0
    look:   vector(2)?
  }
  slots: 4
}

/// By words, then the cheap ones.
pipeline found(q: string, k: int(1..20) = 5) -> items {
  worded = search(games, query: q, k: 10..40)  optional  gain 0.4
  cheap  = top(games, by: 0 - price, k: 10)    gain 0.2
  pool   = merge([worded, cheap], policy: rrf(60))
  return take(pool, k)
}

scene hello {
  pipeline: found
  deadline: 20s
  fallback: none
}
`

var shelved = []map[string]any{
	{"id": "g1", "title": "chess for two", "genre": "board", "price": 3, "look": []float64{1, 0}},
	{"id": "g2", "title": "racing", "genre": "sport", "price": 9, "look": []float64{0, 1}},
	{"id": "g3", "title": "chess alone", "genre": "board", "price": 0},
}

// shelfTeam is a team with the project live and its documents in place.
func shelfTeam(t *testing.T, i *instance, team string) map[string]string {
	t.Helper()
	cookies := i.team(team)
	i.publish(team, cookies["editor"], shelf)
	i.must(200, call{method: "POST", path: "/api/v1/teams/" + team + "/resources/games/documents", cookie: cookies["editor"], body: shelved})
	eventually(t, "the documents are seen", func() bool {
		return get[app.Resource](t, i, cookies["viewer"], "teams/"+team+"/resources/games").Docs == 3
	})
	return cookies
}

func post[T any](t *testing.T, i *instance, status int, cookie, path string, body any) (out T) {
	t.Helper()
	a := i.must(status, call{method: "POST", path: "/api/v1/teams/" + path, cookie: cookie, body: body})
	a.into(t, &out)
	return out
}

func get[T any](t *testing.T, i *instance, cookie, path string) (out T) {
	t.Helper()
	i.must(200, call{method: "GET", path: "/api/v1/" + path, cookie: cookie}).into(t, &out)
	return out
}

func asText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
