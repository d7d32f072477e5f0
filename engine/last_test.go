package engine_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

const lasting = `
resource games { fields { id: key, n: int } }
resource deep { fields { id: key, n: int } }

service gone(q: string) -> items(games) { endpoints: ["http://127.0.0.1:1"] }

pipeline feed() -> items { return gone("q") }

pipeline backup() -> items { return top(games, by: n, k: 5) }

pipeline hog() -> items { return top(deep, by: n, k: 5) }

scene home { pipeline: feed, deadline: 100ms, reserve: 30ms, fallback: backup }
`

// busy is a library in which reading the resource deep takes an hour.
type busy struct{ engine.Resources }

func (b busy) View(name string) (op.View, error) {
	v, err := b.Resources.View(name)
	if name == "deep" {
		v = deep{v}
	}
	return v, err
}

type deep struct{ op.View }

func (d deep) Top(context.Context, index.TopQuery) (index.Hits, error) {
	time.Sleep(time.Hour)
	return index.Hits{}, nil
}

// flooded has the fallback answer at once.
type flooded bool

func (f flooded) Admit(context.Context, int, map[string]column.Value, string) (*engine.Plan, bool, error) {
	return nil, bool(f), nil
}

// A fallback of a pipeline that gave no answer gives one though others have all
// slots. Where it is what a flood leaves, it waits for its turn like any other.
func TestAFallbackWaitsForNobody(t *testing.T) {
	for _, flood := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			defer time.Sleep(2 * time.Hour) // what reads deep ends before
			made := programtest.Make(t, lasting)
			for _, r := range []string{"games", "deep"} {
				made.Put(t, r, map[string]any{"id": "a", "n": 1})
			}
			e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }, Slots: 1})
			program, res := made.Program.With(halves{}), busy{made.Memory}
			go func() {
				_, _ = e.Run(t.Context(), program, "hog", engine.Request{Deadline: time.Minute}, res, nil) // it has no answer
			}()
			synctest.Wait()
			begin := time.Now()
			a, err := e.Serve(t.Context(), program, "home", engine.Request{Admit: flooded(flood)}, res, nil)
			took := time.Since(begin)
			if ok := err == nil && len(a.Items) == 1; ok == flood || took > 100*time.Millisecond {
				t.Errorf("flood %v: %v after %v", flood, err, took)
			}
		})
	}
}
