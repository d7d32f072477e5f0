package engine_test

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/programtest"
)

const covering = `
resource games { fields { id: key, n: int } }
service near(q: string) -> items(games) { endpoints: ["http://127.0.0.1:1/near"] }
service mood(q: string) -> float { endpoints: ["http://127.0.0.1:1/mood"] }

pipeline feed(q: string) -> items {
  hot   = top(games, by: n, k: 2)
  ext   = near(q)  optional  gain 0.1
  glad  = mood(q)  optional  gain 0.1
  pool  = merge([hot, ext])
  return score(pool, n + (glad ?? 0.0))
}

pipeline turns(qs: list(string)) -> items {
  hot  = top(games, by: n, k: 2)
  each_of = each q in qs max 4 { near(q)  optional  gain 0.1 }
  return merge([hot, each_of])
}
`

// What is asked for items counts, whether it is a resource or a service; what
// is asked for a value does not.
func TestCoverageCountsServicesThatGiveItems(t *testing.T) {
	made := programtest.Make(t, covering)
	made.Put(t, "games", map[string]any{"id": "a", "n": 9}, map[string]any{"id": "b", "n": 5})
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
	for _, c := range []struct {
		pipeline string
		values   map[string]any
		off      []string
		want     float64
	}{
		{"feed", map[string]any{"q": "x"}, nil, 1. / 2}, // there is nothing that services are called through
		{"feed", map[string]any{"q": "x"}, []string{"ext"}, 1},
		{"turns", map[string]any{"qs": []any{"x", "y", "z"}}, nil, 1. / 4},
	} {
		a, err := e.Run(context.Background(), made.Program, c.pipeline, engine.Request{Values: c.values, Off: c.off, Deadline: 20 * time.Second}, made.Memory, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a.Coverage != c.want || len(a.Items) != 2 {
			t.Errorf("%s without %v: coverage %v of %d items, want %v of 2", c.pipeline, c.off, a.Coverage, len(a.Items), c.want)
		}
	}
}
