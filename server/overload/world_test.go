package overload

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/server/app"
)

const project = `
resource games { fields { id: key, title: text(analyzer: english), installs: int = 0 } }
type User { id: keyword, days: int }

pipeline feed(user: User) -> items {
  typed = search(games, query: user.id, k: 50..200)  optional  gain 0.3
  hot   = top(games, by: installs, k: 100)           gain 0.2
  pool  = merge([typed, hot], policy: rrf(60))
  fine  = choose {
    all:  score(pool, _score + installs, keep: 50)  gain 1.0
    none: take(pool, 50)                            gain 0.5
  }
  return take(fine, 10)
}
pipeline list(user: User) -> items { return top(games, by: installs, k: 10) }

scene home {
  pipeline: feed
  deadline: 100ms
  fallback: list
  degrade { mode: act }
  tier loyal when user.days >= 200 { degrade: last, weight: 3.0, shed: never }
}
scene shelf { pipeline: feed, fallback: list, shed: fallback, degrade { mode: act } }
scene seen { pipeline: feed, fallback: none }
`

// world is a machine of one core with its clock; its programs are one team's.
type world struct {
	now     time.Time
	busy    time.Duration
	most    time.Duration // that it can have been by the end of the tick
	late    bool          // what it has no time for is late
	program *engine.Program
	version int64
	o       *Overload
}

func (w *world) Load() degrade.Load { return degrade.Load{Cores: 1, Busy: w.busy} }
func (w *world) Teams() []string    { return []string{"demo"} }
func (w *world) Live(team string) (*engine.Program, int64, engine.Resources, bool) {
	return w.program, w.version, nil, team == "demo"
}
func (w *world) Absent(_, what, name string) error { return app.Missing(what, name) }

func newWorld(t testing.TB, store Store) *world {
	t.Helper()
	w := &world{now: time.Unix(1_700_000_000, 0), program: programtest.Make(t, project).Program, version: 1}
	o, err := New(Config{Programs: w, Now: func() time.Time { return w.now }, CPU: w, Seed: 7, Store: store, Inline: true})
	if err != nil {
		t.Fatal(err)
	}
	w.o, w.most = o, degrade.Step
	o.Sync()
	return w
}

// ask so many requests of a scene in a tick; each takes the CPU of its plan, 2 ms
// in full.
func (w *world) ask(scene string, n, days int) (plans map[string]int, refused int) {
	plans = map[string]int{}
	for i := range n {
		s := w.o.Scene(w.program, w.version, "demo", scene)
		a := s.Begin()
		tier := -1
		if scene == "home" && days >= 200 {
			tier = 0
		}
		user := fmt.Sprint("user", i)
		values := map[string]column.Value{"user": map[string]column.Value{"id": user, "days": int64(days)}}
		plan, backup, err := a.Admit(context.Background(), tier, values, user)
		switch {
		case err != nil:
			refused++
			continue
		case backup:
			plans["backup"]++
			continue
		case plan == nil:
			plans["none"]++
			continue
		}
		plans[plan.Name]++
		r := record(plan.Name)
		cpu := time.Duration(0)
		for _, span := range r.Nodes {
			if span.Node != "fine" {
				cpu += time.Duration(span.End - span.Start)
			}
		}
		if w.busy += cpu; w.busy <= w.most || !w.late {
			w.busy = min(w.busy, w.most)
			a.End(r, 20*time.Millisecond, 0)
			continue
		}
		w.busy = w.most // there was no time for it
		a.End(r, 120*time.Millisecond, degrade.TimedOut)
	}
	return plans, refused
}

// record of a request: what its plan leaves out takes nothing.
func record(plan string) *trace.Record {
	rows := 100
	span := func(name string, d time.Duration) trace.Span {
		return trace.Span{Node: name, Outcome: trace.OK, Start: 0, End: int64(d), In: rows, Out: rows}
	}
	r := &trace.Record{Nodes: []trace.Span{span("hot", 200*time.Microsecond)}}
	if !strings.Contains(plan, "typed off") {
		rows = 200
		r.Nodes = append(r.Nodes, span("typed", 700*time.Microsecond))
		rows = 300
	}
	r.Nodes = append(r.Nodes, span("pool", 100*time.Microsecond))
	r.Nodes = append(r.Nodes, span("fine", time.Millisecond)) // it waits for its arm
	if !strings.Contains(plan, "fine none") {
		r.Nodes = append(r.Nodes, span("fine.all", time.Millisecond))
	}
	return r
}

func (w *world) tick() {
	w.now = w.now.Add(degrade.Step)
	w.o.Tick()
	w.most = w.busy + degrade.Step
}

func (w *world) state(t testing.TB, scene string) string {
	t.Helper()
	d, err := w.o.Degradation(context.Background(), "demo", scene)
	if err != nil {
		t.Fatal(err)
	}
	return d.State
}
