package degrade

import (
	"testing"
	"time"
)

// What a hand has switched off is not tried on anybody until the hand lets go.
func TestWhatAHandSwitchedOffStaysOff(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	for range 30 {
		m.ask("front", 100, nil)
		m.tick()
	}
	key := Key{"front", "page"}
	if err := m.c.Override(key, Override{By: "an operator", For: 30 * time.Second, Off: []string{"bought"}}); err != nil {
		t.Fatal(err)
	}
	m.ask("front", 100, nil)
	m.tick()
	m.ask("front", 100, nil)
	m.tick()
	for tick := range 250 {
		for i := range 200 {
			if d := m.c.Decide("front", "page", string(rune('a'+i%26))+string(rune('a'+i/26)), i%2); d.Plan.Variants[1] == 0 {
				t.Fatalf("tick %d: user %d has what is switched off by hand: %s%s", tick, i, d.Reason, m.events())
			}
		}
		m.tick()
	}
	if st := m.c.Status(key); st.Full != 0 || st.State != DEGRADED {
		t.Errorf("%+v", st)
	}
	m.until(t, "front", 1000, NORMAL, time.Minute)
	if st := m.c.Status(key); st.Full < 1 {
		t.Errorf("after the hand let go: %+v", st)
	}
}

// A scene that is late now and then on good days does not wait to be better than
// it ever was.
func TestTheExitBoundIsTwiceTheUsual(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	if s.exit() != s.spec.Exit {
		t.Fatalf("%g before anything is known, want as written", s.exit())
	}
	n := 0
	ask := func(ticks, late int) { // one in so many is late
		for range ticks {
			for i := range 100 {
				d := m.c.Decide("front", "page", string(rune('a'+i)), 0)
				m.busy += d.Plan.Cost()
				mark := Mark(0)
				if n++; n%late == 0 {
					mark = TimedOut
				}
				d.Done(20*time.Millisecond, mark)
			}
			m.tick()
		}
	}
	ask(300, 50)
	if got := s.exit(); got < .035 || got > .045 {
		t.Errorf("with 2 %% late on good days the exit is %g, want .04", got)
	}
	before := s.exit()
	ask(100, 3)
	if m.state("front") == NORMAL || s.exit() > before*1.2 {
		t.Errorf("bad days count as good ones: %v, exit %g, before %g", m.state("front"), s.exit(), before)
	}
	ask(600, 50)
	if m.state("front") != NORMAL {
		t.Errorf("%v: as good as it ever was is not good enough: %s", m.state("front"), m.events())
	}
}

// A hang that is over is found by the few who look, before the wait that failed
// probes would have made; while it lasts no probe is wasted on it.
func TestAnEarlyLook(t *testing.T) {
	m := newToy(t, 20, page("front", Core))
	ask := func(ticks int, hang map[string]bool) {
		for range ticks {
			m.ask("front", 1000, hang)
			m.tick()
		}
	}
	ask(30, nil)
	hang := map[string]bool{"bought": true}
	ask(400, hang)
	key := Key{"front", "page"}
	if st := m.c.Status(key); len(st.Off) != 1 || st.Reversals > 0 {
		t.Fatalf("40 s of a hang should waste no probe: %+v%s", st, m.events())
	}
	if took := m.until(t, "front", 10_000, RECOVERING, time.Minute); took > 6*time.Second {
		t.Errorf("it took %v to find that it is back: %s", took, m.events())
	}
}
