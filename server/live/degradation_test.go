package live_test

import (
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/stats"
)

// relief is one scene, as the test has it.
type relief struct {
	mu  sync.Mutex
	now api.Degradation
}

func (r *relief) View(team, scene string) (api.Degradation, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.now, team == "demo" && scene == r.now.Scene
}
func (r *relief) Brief(string, string) (api.SceneRelief, bool) { return api.SceneRelief{}, false }

func (r *relief) set(change func(*api.Degradation)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	change(&r.now)
}

// The topic says all of a scene to begin with, again when its state moves, and when
// nothing moves once a second for its numbers.
func TestTheDegradationTopic(t *testing.T) {
	r := &relief{now: api.Degradation{Scene: "home", State: "normal", At: time.Unix(1_700_000_000, 0), Rate: 10}}
	w := newWorldOf(t, &live.Sources{Board: stats.NewBoard(time.Now, nil), Running: running{}, Graph: graph, Journal: live.NewJournal(func() {}), Relief: r,
		Database: func() api.DatabaseState { return api.DatabaseState{State: "ok"} }, Traffic: func(string) api.Traffic { return api.Traffic{} }}, live.Options{})
	c := w.login(t, "anna")
	c.say(`{"op":"sub","id":"1","topic":"scene/home/degradation","team":"demo"}`)
	hear := func(want string) (got api.Degradation) {
		t.Helper()
		for { // past what is no message of the topic
			m := c.hear()
			if m.Topic != "scene/home/degradation" {
				continue
			}
			if m.into(t, &got); got.State == want {
				return got
			}
		}
	}
	if got := hear("normal"); got.Scene != "home" || got.Rate != 10 {
		t.Errorf("the snapshot: %+v", got)
	}
	r.set(func(d *api.Degradation) { d.State, d.Level, d.Why = "degraded", 2, "the budget is short" })
	w.hub.Poke()
	if got := hear("degraded"); got.Level != 2 || got.Why == "" {
		t.Errorf("it moved: %+v", got)
	}
	r.set(func(d *api.Degradation) { d.At, d.Need = d.At.Add(2*time.Second), 4 })
	w.hub.Poke()
	if got := hear("degraded"); got.Need != 4 {
		t.Errorf("its numbers: %+v", got)
	}
	c.say(`{"op":"sub","id":"2","topic":"scene/nowhere/degradation","team":"demo"}`)
	for {
		if m := c.hear(); m.ID == "2" {
			if m.Type != "error" {
				t.Errorf("a scene that is not there: %+v", m)
			}
			break
		}
	}
}
