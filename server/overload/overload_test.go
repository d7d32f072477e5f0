package overload

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/op"
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

func program(t testing.TB, text string) *engine.Program {
	t.Helper()
	cat := op.NewCatalogue()
	info, diags := analysis.Project(map[string][]byte{"p.riffle": []byte(text)}, cat)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	graph, diags := dag.Build(info, cat)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p, err := engine.Compile(graph)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newWorld(t testing.TB, store Store) *world {
	t.Helper()
	w := &world{now: time.Unix(1_700_000_000, 0), program: program(t, project), version: 1}
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
		w.busy = min(w.busy+cpu, w.most)
		a.End(r, 20*time.Millisecond, 0)
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

// A flood is answered by plans that leave out what is worth least; loyal users
// give way last and are never refused; when it ends all is as before.
func TestAFloodIsAnsweredWithLess(t *testing.T) {
	w := newWorld(t, nil)
	for range 50 {
		if plans, refused := w.ask("home", 20, 0); plans["full"] != 20 || refused > 0 {
			d, _ := w.o.Degradation(context.Background(), "demo", "home")
			t.Fatalf("quiet: %v, %d refused: %s %s need %g budget %g capacity %g rate %g", plans, refused, d.State, d.Why, d.Need, d.Budget, d.Capacity, d.Forecast)
		}
		w.tick()
	}
	var plans, loyal map[string]int
	for range 60 { // 1,200 a second of others and 200 of loyal ones, 2.8 cores in full
		plans, _ = w.ask("home", 120, 0)
		var refused int
		if loyal, refused = w.ask("home", 20, 300); refused > 0 {
			t.Fatalf("a loyal user is refused: %v", loyal)
		}
		w.tick()
	}
	if plans["full"] > 30 || loyal["full"] < 15 {
		t.Errorf("others have %v, loyal users %v", plans, loyal)
	}
	d, err := w.o.Degradation(context.Background(), "demo", "home")
	if err != nil || d.State == "normal" || d.Level == 0 || d.Gain >= 1 || d.Need <= d.Budget || d.Why == "" {
		t.Errorf("%+v %v", d, err)
	}
	off := 0
	for _, m := range d.Modules {
		if m.Less > 0 {
			off++
			if m.Cause != "budget" || m.Since == nil || m.Why == "" || m.SavesUS <= 0 {
				t.Errorf("%+v", m)
			}
		}
	}
	if off == 0 {
		t.Error("nothing is off, yet the scene is degraded")
	}
	events, err := w.o.DegradationEvents(context.Background(), "demo", "home", 0, 10)
	if err != nil || len(events) == 0 || events[0].From != "normal" || events[0].Need <= 0 {
		t.Errorf("%+v %v", events, err)
	}
	for i := range 400 {
		w.ask("home", 20, 0)
		w.tick()
		if w.state(t, "home") == "normal" {
			break
		}
		if i == 399 {
			t.Fatalf("still %s after 40 s", w.state(t, "home"))
		}
	}
	if plans, _ := w.ask("home", 20, 0); plans["full"] != 20 {
		t.Errorf("after the flood: %v", plans)
	}
}

// A scene without a degrade block is only watched, and one that sheds to its
// fallback answers by it.
func TestWatchedAndBackedScenes(t *testing.T) {
	w := newWorld(t, nil)
	var shelf map[string]int
	for range 60 {
		if plans, refused := w.ask("seen", 100, 0); plans["full"] != 100 || refused > 0 {
			t.Fatalf("a watched scene has %v, %d refused", plans, refused)
		}
		var refused int
		if shelf, refused = w.ask("shelf", 1000, 0); refused > 0 {
			t.Fatalf("%d refused, want the fallback", refused)
		}
		w.tick()
	}
	if shelf["backup"] == 0 {
		t.Errorf("10,000 a second on one core: %v", shelf)
	}
	if d, _ := w.o.Degradation(context.Background(), "demo", "seen"); d.Mode != "watch" || d.Would == 0 {
		t.Errorf("watched: mode %s, would %d", d.Mode, d.Would)
	}
}

// store is a database that can be away.
type store struct {
	mu        sync.Mutex
	away      bool
	events    []app.DegradationEvent
	overrides map[string]app.Overriding
	audit     []string
}

func (s *store) fail() error {
	if s.away {
		return app.Down(errors.New("away"))
	}
	return nil
}
func (s *store) DegradationEvents(context.Context, string, string, int64, int) ([]app.DegradationEvent, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]app.DegradationEvent(nil), s.events...), s.fail()
}
func (s *store) AddDegradationEvents(_ context.Context, _ []string, e []app.DegradationEvent) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return s.fail()
	}
	s.events = append(s.events, e...)
	return nil
}
func (s *store) Overrides(_ context.Context, now time.Time) ([]app.Overriding, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []app.Overriding
	for _, o := range s.overrides {
		if o.Until.After(now) {
			out = append(out, o)
		}
	}
	return out, s.fail()
}
func (s *store) SetOverride(_ context.Context, by app.Change, team, scene string, now, _ *app.Override) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return s.fail()
	}
	s.audit = append(s.audit, by.Action)
	delete(s.overrides, scene)
	if now != nil {
		o := app.Overriding{Team: team, Scene: scene, Override: *now}
		o.Kept = true
		s.overrides[scene] = o
	}
	return nil
}

var somebody = app.Change{Who: &app.Principal{Login: "li"}, RequestID: "r1"}

// What an operator says holds at once, also while the database is away; it is
// written when that is back, outlives a new version and a restart, is followed
// by other instances, and ends by itself.
func TestOverrides(t *testing.T) {
	ctx := context.Background()
	db := &store{overrides: map[string]app.Overriding{}, away: true}
	w := newWorld(t, db)
	got, err := w.o.Override(ctx, somebody, "demo", "home", app.NewOverride{Action: "force", Reason: "a drill", ForS: 60, Off: []string{"typed"}})
	if err != nil || got.Now == nil || got.Now.Kept || got.Before != nil {
		t.Fatalf("%+v %v", got, err)
	}
	w.tick()
	w.tick()
	if plans, _ := w.ask("home", 10, 0); plans["full"] > 0 {
		t.Fatalf("typed is off by hand, yet %v", plans)
	}
	w.o.Keep(ctx)
	if d, _ := w.o.Degradation(ctx, "demo", "home"); d.Kept || d.Override == nil || d.Override.By != "li" || d.Override.Kept {
		t.Errorf("while the database is away: %+v", d.Override)
	}
	db.mu.Lock()
	db.away = false
	db.mu.Unlock()
	w.o.Keep(ctx)
	if d, _ := w.o.Degradation(ctx, "demo", "home"); !d.Kept || !d.Override.Kept || len(db.audit) != 1 || db.audit[0] != "degradation.force" {
		t.Errorf("when it is back: %+v, audit %v", d.Override, db.audit)
	}

	other := newWorld(t, db) // another instance, or this one after a restart
	other.o.Keep(ctx)
	other.tick()
	other.tick()
	if plans, _ := other.ask("home", 10, 0); plans["full"] > 0 {
		t.Errorf("another instance: %v", plans)
	}

	w.program, w.version = program(t, project+"\n// changed\n"), 2
	w.o.Sync()
	w.tick()
	w.tick()
	if plans, _ := w.ask("home", 10, 0); plans["full"] > 0 {
		t.Errorf("under the next version: %v", plans)
	}

	if got, err = w.o.Release(ctx, somebody, "demo", "home"); err != nil || got.Before == nil || got.Before.Off[0] != "typed" || got.Now != nil {
		t.Fatalf("%+v %v", got, err)
	}
	other.o.Keep(ctx)
	if d, _ := other.o.Degradation(ctx, "demo", "home"); d.Override != nil {
		t.Errorf("another instance still holds %+v", d.Override)
	}
	for _, bad := range []app.NewOverride{{Action: "force", Reason: "nothing", ForS: 9}, {Action: "force", Reason: "unknown", ForS: 9, Off: []string{"hot"}},
		{Action: "force", Reason: "both", ForS: 9, Full: true, Level: 2}, {Action: "freeze", Reason: "level", ForS: 9, Level: 2}} {
		if _, err := w.o.Override(ctx, somebody, "demo", "home", bad); app.CodeOf(err) != app.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := w.o.Override(ctx, somebody, "demo", "nowhere", app.NewOverride{Action: "freeze", Reason: "none", ForS: 9}); app.CodeOf(err) != app.NotFound {
		t.Error(err)
	}
	if _, err := w.o.Override(ctx, somebody, "demo", "home", app.NewOverride{Action: "freeze", Reason: "short", ForS: 1}); err != nil {
		t.Fatal(err)
	}
	if s := w.state(t, "home"); s != "frozen" {
		t.Error(s)
	}
	for range 12 {
		w.tick()
	}
	if d, _ := w.o.Degradation(ctx, "demo", "home"); d.State == "frozen" || d.Override != nil {
		t.Errorf("it ends by itself: %s %+v", d.State, d.Override)
	}
}

// A scene that is gone is forgotten, and a request of an older program is served
// in full.
func TestVersionsComeAndGo(t *testing.T) {
	w := newWorld(t, nil)
	old := w.program
	w.program, w.version = program(t, strings.Replace(project, "scene seen", "scene sight", 1)), 2
	w.o.Sync()
	if _, err := w.o.Degradation(context.Background(), "demo", "seen"); app.CodeOf(err) != app.NotFound {
		t.Error(err)
	}
	if list, _ := w.o.Degradations(context.Background(), "demo"); len(list) != 3 {
		t.Errorf("%d scenes", len(list))
	}
	if s := w.o.Scene(old, 1, "demo", "nothing"); s != nil {
		t.Error("a scene that no program has")
	}
}

// Deciding for a request allocates nothing.
func BenchmarkAdmit(b *testing.B) {
	w := newWorld(b, nil)
	a := w.o.Scene(w.program, 1, "demo", "home").Begin()
	values := map[string]column.Value{"user": map[string]column.Value{"id": "user4711", "days": int64(3)}}
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := a.Admit(context.Background(), -1, values, "id"); err != nil {
			b.Fatal(err)
		}
		a.End(nil, time.Millisecond, 0)
	}
}
