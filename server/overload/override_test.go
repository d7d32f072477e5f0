package overload

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/engine/programtest"
	"riffle.dev/riffle/server/app"
)

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

	w.program, w.version = programtest.Make(t, project+"\n// changed\n").Program, 2
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

// slowStore takes its time, another one each time, so that who comes first is not who
// is done first.
type slowStore struct {
	store
	n atomic.Uint64
}

func (s *slowStore) SetOverride(ctx context.Context, by app.Change, team, scene string, now, before *app.Override) error {
	time.Sleep(time.Duration(s.n.Add(1)*7919%13) * 100 * time.Microsecond)
	return s.store.SetOverride(ctx, by, team, scene, now, before)
}

func (s *slowStore) Overrides(ctx context.Context, now time.Time) ([]app.Overriding, error) {
	out, err := s.store.Overrides(ctx, now)
	time.Sleep(time.Duration(s.n.Add(1)*104729%11) * 100 * time.Microsecond) // and what was read is old
	return out, err
}

// Of many who say something of a scene at once one is the last: what runs, what is told
// and what is written are hers, also while the database is followed and versions come.
func TestManyHandsAtOnce(t *testing.T) {
	ctx := context.Background()
	db := &slowStore{store: store{overrides: map[string]app.Overriding{}}}
	w := newWorld(t, db)
	const other = "\npipeline other(user: User) -> items { return top(games, by: installs, k: 20) }\n"
	moved := programtest.Make(t, strings.Replace(project, "scene home {\n  pipeline: feed", "scene home {\n  pipeline: other", 1)+other).Program
	for round := range 15 {
		first := w.program
		var all sync.WaitGroup
		for i := range 6 {
			by := app.Change{Who: &app.Principal{Login: fmt.Sprintf("user%d", i)}, RequestID: "r1"}
			all.Go(func() {
				if _, err := w.o.Override(ctx, by, "demo", "home", app.NewOverride{Action: "hold", Reason: by.Who.Login, ForS: 60}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Go(func() {
			for range 3 {
				w.o.Keep(ctx)
			}
		})
		all.Go(func() { // one version, and another, whose scene is of another pipeline
			w.o.Scene(moved, int64(2*round+2), "demo", "home")
			w.o.Scene(first, int64(2*round+3), "demo", "home")
		})
		all.Wait()
		told, err := w.o.Degradation(ctx, "demo", "home")
		if err != nil || told.Override == nil {
			t.Fatalf("round %d: %+v, %v", round, told.Override, err)
		}
		runs := w.o.control.Status(w.o.scenes[name{"demo", "home"}].key).Hold
		written := db.overrides["home"]
		if runs == nil || runs.By != told.Override.By || written.By != told.Override.By || !told.Override.Kept {
			t.Fatalf("round %d: %+v runs, %+v is told, %+v is written", round, runs, told.Override, written.Override)
		}
	}
	if len(db.audit) != 15*6 {
		t.Errorf("%d of %d are in the audit", len(db.audit), 15*6)
	}
}

// What is off by hand may leave a tier with a keep nothing more to give up: that is said.
func TestWhatIsForcedOffMayLeaveNothing(t *testing.T) {
	w := newWorld(t, nil)
	w.program, w.version = programtest.Make(t, strings.Replace(project, "degrade: last,", "degrade: last, keep: 90%,", 1)).Program, 2
	w.o.Sync()
	for _, c := range []struct {
		off   []string
		stuck int
	}{{[]string{"typed"}, 1}, {nil, 0}} {
		in := app.NewOverride{Action: "force", Reason: "a drill", ForS: 60, Off: c.off, Full: c.off == nil}
		got, err := w.o.Override(context.Background(), somebody, "demo", "home", in)
		if err != nil || len(got.Now.Stuck) != c.stuck {
			t.Fatalf("%v off: %+v, %v", c.off, got.Now, err)
		}
		d, err := w.o.Degradation(context.Background(), "demo", "home")
		if err != nil || len(d.Override.Stuck) != c.stuck {
			t.Fatalf("%+v, %v", d.Override, err)
		}
		if c.stuck == 0 {
			continue
		}
		if x := d.Override.Stuck[0]; x.Tier != "loyal" || x.Keep != .9 || x.Left >= .9 || x.Left < .5 {
			t.Errorf("%+v", x)
		}
		w.tick()
		w.tick()
		plans, err := w.o.DegradationPlans(context.Background(), "demo", "home")
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range plans {
			if p.Tier == "loyal" && p.Level > 0 {
				t.Errorf("it has a lighter plan after all: %+v", p)
			}
		}
	}
}

// staleStore tells what it held before somebody said something.
type staleStore struct {
	store
	meanwhile func()
}

func (s *staleStore) Overrides(ctx context.Context, now time.Time) ([]app.Overriding, error) {
	out, err := s.store.Overrides(ctx, now)
	if do := s.meanwhile; do != nil {
		s.meanwhile = nil
		do()
	}
	return out, err
}

// What the database told before somebody said something is old news: it takes nothing
// back.
func TestOldNewsTakeNothingBack(t *testing.T) {
	ctx := context.Background()
	db := &staleStore{store: store{overrides: map[string]app.Overriding{}}}
	w := newWorld(t, db)
	say := func(who, action string) {
		t.Helper()
		by := app.Change{Who: &app.Principal{Login: who}, RequestID: "r1"}
		if _, err := w.o.Override(ctx, by, "demo", "home", app.NewOverride{Action: action, Reason: "a drill", ForS: 60}); err != nil {
			t.Fatal(err)
		}
	}
	holds := func(want string) {
		t.Helper()
		hold := w.o.control.Status(w.o.scenes[name{"demo", "home"}].key).Hold
		if d, err := w.o.Degradation(ctx, "demo", "home"); err != nil || hold == nil || hold.By != want || d.Override == nil || d.Override.By != want {
			t.Errorf("%+v runs, %+v is told, %v; want %s", hold, d.Override, err, want)
		}
	}
	db.meanwhile = func() { say("li", "hold") } // none was there
	w.o.Keep(ctx)
	holds("li")
	db.meanwhile = func() { say("wang", "freeze") } // li's was there
	w.o.Keep(ctx)
	holds("wang")
	w.o.Keep(ctx)
	holds("wang")
}

// A version may come between the look at a scene and what is said of it.
func TestAVersionComesBetween(t *testing.T) {
	const other = "\npipeline other(user: User) -> items { return top(games, by: installs, k: 20) }\n"
	moved := programtest.Make(t, strings.Replace(project, "scene home {\n  pipeline: feed", "scene home {\n  pipeline: other", 1)+other).Program
	w := newWorld(t, nil)
	publish := true
	w.o.cfg.Now = func() time.Time {
		if publish {
			publish = false
			w.o.Scene(moved, 2, "demo", "home")
		}
		return w.now
	}
	got, err := w.o.Override(context.Background(), somebody, "demo", "home", app.NewOverride{Action: "hold", Reason: "a drill", ForS: 60})
	if err != nil || got.Now == nil {
		t.Fatalf("%+v, %v", got, err)
	}
	if s := w.o.scenes[name{"demo", "home"}]; s.key.Pipeline != "other" || w.o.control.Status(s.key).Hold == nil {
		t.Errorf("%v: %+v", s.key, w.o.control.Status(s.key).Hold)
	}
}
