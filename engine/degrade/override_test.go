package degrade

import (
	"fmt"
	"testing"
	"time"
)

// A scene of two requests a second, degraded by hand, returns when the hold ends.
func TestAQuietSceneReturns(t *testing.T) {
	m := newToy(t, 4, page("quiet", Normal))
	key := Key{"quiet", "page"}
	if err := m.c.Override(key, Override{By: "an operator", For: 10 * time.Second, Level: 9}); err != nil {
		t.Fatal(err)
	}
	ask := func(ticks int) {
		for i := range ticks {
			if i%5 == 0 {
				m.ask("quiet", 1, nil)
			}
			m.tick()
		}
	}
	ask(50)
	st := m.c.Status(key)
	if st.State != DEGRADED || st.Hold == nil || st.Hold.By != "an operator" || st.Full > 0 {
		t.Fatalf("while held: %+v", st)
	}
	ask(450)
	if st := m.c.Status(key); st.State != NORMAL || st.Hold != nil || st.Full < 1 {
		t.Errorf("35 s after the hold ended: %+v%s", st, m.events())
	}
}

func TestFreezeHoldsAndExpires(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	key := Key{"front", "page"}
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	if err := m.c.Override(key, frozen("an operator", 5*time.Second)); err != nil {
		t.Fatal(err)
	}
	for range 40 {
		m.ask("front", 300, nil)
		m.tick()
	}
	if st := m.c.Status(key); st.State != FROZEN || st.Full < 1 {
		t.Errorf("frozen: %+v", st)
	}
	for range 30 {
		m.ask("front", 300, nil)
		m.tick()
	}
	if s := m.state("front"); s != DEGRADED && s != SHEDDING {
		t.Errorf("after the freeze: %v", s)
	}
	for _, bad := range []error{m.c.Override(key, frozen("", time.Second)), m.c.Override(key, frozen("x", 0)), m.c.Override(key, frozen("x", 48*time.Hour)), m.c.Override(Key{"no", "page"}, frozen("x", time.Second)),
		m.c.Override(key, Override{By: "x", For: time.Second, Off: []string{"search"}}), m.c.Override(key, Override{By: "x", For: time.Second, Full: true, Level: 1})} {
		if bad == nil {
			t.Error("was taken")
		}
	}
}

func TestWatchChangesNothing(t *testing.T) {
	s := page("front", Core)
	s.Mode = Watch
	m := newToy(t, 1, s)
	for range 50 {
		if shed := m.ask("front", 1500, nil); shed > 0 {
			t.Fatal("a watched scene refused")
		}
		m.tick()
	}
	st := m.c.Status(s.Key)
	if st.Would == 0 || st.State == NORMAL {
		t.Errorf("nothing was decided: %+v", st)
	}
	watched := 0
	for i := range 100 {
		d := m.c.Decide("front", "page", fmt.Sprint("user", i), 0)
		if d.Plan.Level != 0 {
			t.Fatalf("%+v", d)
		}
		if d.Reason == OnWatch {
			watched++
		}
	}
	if watched == 0 {
		t.Error("no decision says that it was only watched")
	}
}
