package engine_test

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/engine/trace"
)

const reserving = `
resource games { fields { id: key, n: int } }

service gone(q: string) -> items(games) { endpoints: ["http://127.0.0.1:1"] }
service near(q: string) -> items(games) { endpoints: ["http://127.0.0.1:1"] }

pipeline feed() -> items { return gone("q") }

pipeline backup() -> items { return near("q") }

scene home { pipeline: feed, deadline: 100ms%s, fallback: backup }
`

// halves is a service of which one part never answers, and the other one takes
// its time. Deaf does not hear that nobody waits any more.
type halves struct {
	takes time.Duration
	deaf  bool
}

func (h halves) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	if q.Callee == "gone" {
		if h.deaf {
			time.Sleep(time.Hour)
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	select {
	case <-time.After(h.takes):
		return &op.Reply{Keys: []string{"a"}}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A pipeline that hangs leaves its fallback the reserve, whole, and the answer
// leaves before the deadline. Without a word a tenth is kept.
func TestTheReserveIsKept(t *testing.T) {
	for _, c := range []struct {
		reserve string
		deaf    bool
		takes   time.Duration
		ok      bool
	}{
		{", reserve: 30ms", false, 29 * time.Millisecond, true},
		{", reserve: 30ms", true, 29 * time.Millisecond, true},
		{", reserve: 30ms", false, 31 * time.Millisecond, false},
		{", reserve: 80ms", true, 79 * time.Millisecond, true},
		{"", false, 9 * time.Millisecond, true},
		{"", false, 11 * time.Millisecond, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			defer time.Sleep(2 * time.Hour) // the deaf one ends before
			made := programtest.Make(t, fmt.Sprintf(reserving, c.reserve))
			made.Put(t, "games", map[string]any{"id": "a", "n": 1})
			e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
			begin := time.Now()
			a, err := e.Serve(t.Context(), made.Program.With(halves{c.takes, c.deaf}), "home", engine.Request{}, made.Memory, nil)
			if took := time.Since(begin); took > 100*time.Millisecond {
				t.Errorf("%+v: it left after %v", c, took)
			}
			if c.ok != (err == nil) {
				t.Fatalf("%+v: %v", c, err)
			}
			if err == nil && (len(a.Items) != 1 || !a.Record.Fallback || a.Outcomes[0].Outcome != trace.Timeout || a.Outcomes[0].Failure != trace.LateFailure) {
				t.Errorf("%+v: %+v", c, a)
			}
		})
	}
}
