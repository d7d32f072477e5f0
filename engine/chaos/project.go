package chaos

import (
	"fmt"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
)

// project is like the demo's, with a remote part for each part of a page. Most of
// its scenes can do without what fails: by fallbacks of nodes and optional ones
// (home, side), by a fallback of the scene (home, rail). rail needs all that its
// pipeline asks; probe has nothing but a service, and fails with it.
const project = `
resource games {
  fields { id: key, title: text, genre: keyword, installs: int }
}

resource players {
  fields { id: key, genre: keyword, terms: text }
  store: opensearch("%[1]s/store", index: "players")
  timeout: 30ms
}

service ctr(r: keyword, item: { installs: int, genre: keyword }) -> float { endpoints: ["%[1]s/ctr"], timeout: 40ms }
service rewrite(q: string, r: keyword) -> list(string) { endpoints: ["%[1]s/rewrite"], timeout: 15ms }
service near(q: string, r: keyword) -> items(games) { endpoints: ["%[1]s/near"], timeout: 40ms }

pipeline feed(user: keyword, q: string, r: keyword, k: int = 10) -> items {
  profile = lookup(players, key: user)  timeout 20ms  fallback nil
  words   = rewrite(q, r)  timeout 30ms  retry 1  fallback ["green"]
  typed   = search(games, query: profile.terms ?? q, k: 60)  optional
  hot     = top(games, by: installs, k: 50)
  ext     = near(q, r)  optional  timeout 30ms  hedge 5ms  retry 1
  kept    = near("kept", "kept")  optional  timeout 30ms  cache 300ms
  found   = each w in words max 4 parallel 2 { near(w, r)  optional  timeout 20ms }  optional
  pool    = merge([typed, hot, ext, kept], policy: rrf(60))
  wide    = backfill(pool, from: merge(found), to: 80)
  fine = choose {
    dnn:  score(wide, model: ctr(r), keep: 30)  gain 1.00  timeout 30ms
    rule: score(wide, 0.7 * _score + 0.001 * log1p(installs), keep: 30)  gain 0.80
    none: take(wide, 30)  gain 0.50
  }
  page = diversify(fine, by: genre, max: 3, window: 10)  optional
  return take(page, k)
}

pipeline strict(user: keyword, q: string, r: keyword, k: int = 10) -> items {
  you   = lookup(players, key: user)
  asked = near(q, r)  retry 1
  best  = score(filter(asked, genre != you.genre), model: ctr(r), keep: 20)
  return take(best, k)
}

pipeline shelf(user: keyword, q: string, r: keyword, k: int = 10) -> items {
  you   = lookup(players, key: user)  timeout 15ms  fallback nil
  asked = near(q, r)  optional  timeout 25ms  retry 1
  best  = score(filter(asked, you.genre == nil or genre != you.genre), model: ctr(r), keep: 20)  optional  timeout 30ms
  more  = top(games, by: installs, k: 20)
  return take(backfill(best, from: more, to: 20), k)
}

pipeline bare(user: keyword, q: string, r: keyword, k: int = 10) -> items {
  b_asked = near(q, r)  timeout 40ms
  return take(b_asked, k)
}

pipeline plain(k: int = 10) -> items {
  b_top  = top(games, by: installs, k: 20)
  b_page = take(b_top, k)
  return b_page
}

scene home { pipeline: feed, deadline: 100ms, reserve: 15ms, fallback: plain }
scene rail { pipeline: strict, deadline: 80ms, reserve: 15ms, fallback: plain }
scene side { pipeline: shelf, deadline: 80ms }
scene probe { pipeline: bare, deadline: 60ms }
`

// deadlines of the scenes.
var deadlines = map[string]time.Duration{"home": 100 * time.Millisecond, "rail": 80 * time.Millisecond, "side": 80 * time.Millisecond, "probe": 60 * time.Millisecond}

// patience is how long each node that asks elsewhere waits at least before its
// time is up, where the request has so much.
var patience = map[string]time.Duration{"profile": 20 * time.Millisecond, "words": 15 * time.Millisecond, "ext": 30 * time.Millisecond, "kept": 30 * time.Millisecond,
	"found.near": 20 * time.Millisecond, "fine.dnn": 30 * time.Millisecond, "you": 15 * time.Millisecond, "asked": 25 * time.Millisecond, "best": 30 * time.Millisecond, "b_asked": 40 * time.Millisecond}

// callees by the node that asks them.
var callees = map[string]string{"profile": "store", "you": "store", "words": "rewrite", "ext": "near", "kept": "near", "found.near": "near", "asked": "near", "b_asked": "near", "fine.dnn": "ctr", "best": "ctr"}

func sources(url string) []dag.Source {
	return []dag.Source{{Name: "chaos.riffle", Text: fmt.Appendf(nil, project, url)}}
}

var (
	genres = [...]string{"rpg", "sim", "puzzle", "race", "word"}
	hues   = [...]string{"red", "green", "blue", "black", "white", "amber"}
)

const (
	nGames   = 300
	nPlayers = 8
)

func gameID(i int) string { return fmt.Sprintf("g%d", i) }

func games() (docs []map[string]any) {
	for i := range nGames {
		docs = append(docs, map[string]any{"id": gameID(i), "title": strings.Join([]string{hues[i%6], hues[i/6%6], "game"}, " "), "genre": genres[i*7%5], "installs": i * 7919 % 10007})
	}
	return docs
}

func playerID(i int) string { return fmt.Sprintf("u%d", i) }

func player(i int) map[string]any {
	return map[string]any{"id": playerID(i), "genre": genres[i%5], "terms": hues[i%6] + " game"}
}
