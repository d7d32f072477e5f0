package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

const everything = `
resource games { fields { id: key, n: int } }

service ctr(item: { n: int }) -> float { endpoints: ["http://127.0.0.1:1"] }
service words(q: string) -> list(string) { endpoints: ["http://127.0.0.1:1"] }
service near(q: string) -> items(games) { endpoints: ["http://127.0.0.1:1"] }
service note(shown: list(string)) -> bool { endpoints: ["http://127.0.0.1:1"] }

pipeline deep(left: int) -> items(games) {
  here = near("deep")  optional  hedge 1ms
  rest = if left > 0 { deep(left - 1) } else { top(games, by: n, k: 2) }
  return backfill(here, from: rest, to: 3)
}

pipeline feed(k: int = 3) -> items {
  asked = words("q")  timeout 10ms  retry 1  fallback ["a", "b"]
  found = each q in asked max 4 parallel 2 { near(q)  optional  cache 1ms }
  grown = loop pool = merge(found), i = 0 while i < 3 {
    more = near("more")  optional  timeout 5ms
    next pool = backfill(pool, from: more, to: 6), i = i + 1
  }  optional
  below = deep(2)  optional
  fine = choose {
    dnn:  score(merge([grown.pool, below]), model: ctr())  gain 1.0  timeout 10ms
    none: take(top(games, by: n, k: 5), k)  gain 0.5
  }
  after { note(map(fine, .id)) }
  return take(fine, k)
}

scene home { pipeline: feed, deadline: 60ms, fallback: none }
`

// wild is a service that does what a service may do on its worst day.
type wild struct{ calls atomic.Int64 }

func (w *wild) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	turn := w.calls.Add(1) % 11
	if q.Callee == "note" && turn < 2 {
		turn = 2 // nobody would wait for it, and the test not end
	}
	switch turn {
	case 0:
		<-ctx.Done()
		return nil, ctx.Err()
	case 1:
		<-ctx.Done()
		time.Sleep(2 * time.Millisecond) // answers when nobody waits any more
	case 2:
		return nil, &op.RemoteError{Callee: q.Callee, Kind: op.RemoteRefused, Message: "busy"}
	case 3:
		panic("wild")
	case 4:
		return &op.Reply{Keys: []string{"nobody", "a", "a"}, Scores: []float64{1}, Column: column.NewBuilder(q.Want, 0).Build()}, nil
	case 5:
		time.Sleep(3 * time.Millisecond)
	}
	if q.Found {
		return &op.Reply{Keys: []string{"b", "c", "zz"}}, nil
	}
	if !q.Model {
		return &op.Reply{Value: map[string]column.Value{"words": []column.Value{"x", "y"}, "note": true}[q.Callee]}, nil
	}
	b := column.NewBuilder(q.Want, q.Len)
	for range q.Len {
		b.AppendFloat(1)
	}
	return &op.Reply{Column: b.Build()}, nil
}

// Whatever services do, each request is answered with items that are there, or
// with an error that says why, and nothing is left running.
func TestServicesOnTheirWorstDay(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	p, found := dag.Compile([]dag.Source{{Name: "games.riffle", Text: []byte(everything)}}, op.NewCatalogue())
	if p == nil {
		t.Fatal(found)
	}
	program, err := engine.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	program = program.With(&wild{})
	memory, err := engine.NewMemory(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range []string{"a", "b", "c", "d", "e"} {
		if errs, err := memory.Put("games", []map[string]any{{"id": id, "n": i}}); err != nil || errs != nil {
			t.Fatal(errs, err)
		}
	}
	e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }, Cache: 1 << 16})
	var answered, failed atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for k := range 25 {
				a, err := e.Serve(context.Background(), program, "home", engine.Request{Values: map[string]any{"k": k%4 + 1}}, memory, nil)
				var why *engine.Error
				switch {
				case errors.As(err, &why) && (why.Code == engine.CodeDeadline || why.Code == engine.CodeUnavailable):
					failed.Add(1)
				case err != nil:
					t.Errorf("error %v", err)
				default:
					answered.Add(1)
					if err := sound(a, k%4+1); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	all.Wait()
	for until := time.Now().Add(2 * time.Minute); answered.Load() == 0 && time.Now().Before(until); { // on a busy machine
		if _, err := e.Serve(context.Background(), program, "home", engine.Request{Values: map[string]any{"k": 1}}, memory, nil); err == nil {
			answered.Add(1)
		}
	}
	if err := e.Wait(context.Background()); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d answered, %d failed, %+v", answered.Load(), failed.Load(), e.Counts())
	if answered.Load() == 0 {
		t.Error("nothing was ever answered")
	}
}

// sound tells what is wrong with an answer.
func sound(a *engine.Answer, k int) error {
	seen := map[string]bool{}
	for _, it := range a.Items {
		if seen[it.Key] || !strings.Contains("abcde", it.Key) {
			return fmt.Errorf("item %s is not there, or there twice", it.Key)
		}
		seen[it.Key] = true
		if v, _ := it.Column("n"); v != int64(it.Key[0]-'a') {
			return fmt.Errorf("item %s has n %v", it.Key, v)
		}
	}
	if len(a.Items) > k {
		return fmt.Errorf("%d items, at most %d", len(a.Items), k)
	}
	for _, o := range a.Outcomes {
		if o.Node == "fine" && o.Turn == "" && o.Arm == "" && (o.Outcome == trace.OK || o.Outcome == trace.Empty) {
			return fmt.Errorf("nobody knows which arm answered: %+v", o)
		}
		if o.Outcome == "" {
			return fmt.Errorf("node %s has no outcome", o.Node)
		}
	}
	return nil
}
