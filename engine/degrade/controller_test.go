package degrade

import (
	"fmt"
	"testing"
	"time"
)

func TestDecideAllocatesNothing(t *testing.T) {
	m := newToy(t, 2, page("front", Core))
	for range 20 {
		m.ask("front", 400, nil)
		m.tick()
	}
	if n := testing.AllocsPerRun(1000, func() {
		d := m.c.Decide("front", "page", "user4711", 1)
		d.Module(0, time.Millisecond, time.Microsecond, 10, 0)
		d.Done(time.Millisecond, 0)
	}); n != 0 {
		t.Errorf("a request allocates %g times", n)
	}
}

func TestAFloodDegradesAndComesBack(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	m.until(t, "front", 500, NORMAL, time.Second)
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	m.until(t, "front", 2000, DEGRADED, 300*time.Millisecond)
	for range 50 {
		m.ask("front", 200, nil)
		m.tick()
	}
	st := m.c.Status(Key{"front", "page"})
	if st.Budget > 1 || st.Tiers[0].Gain >= st.Tiers[1].Gain || st.Tiers[1].Gain < .9 {
		t.Errorf("visitors should give way before members: %+v", st)
	}
	m.until(t, "front", 500, NORMAL, 20*time.Second)
}

func TestNotEvenTheCheapestFits(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	for range 30 {
		m.ask("front", 1500, nil)
		m.tick()
	}
	if s := m.state("front"); s != SHEDDING {
		t.Fatalf("%v, want SHEDDING: %s", s, m.events())
	}
	for i := range 1000 {
		if d := m.c.Decide("front", "page", fmt.Sprint(i), 1); d.Shed {
			t.Fatalf("a member was refused: %v", d.Reason)
		}
	}
}

// A branch that hangs is switched off, tried again and brought back, and the
// others run on.
func TestAHangingModule(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	for range 30 {
		m.ask("front", 100, nil)
		m.tick()
	}
	hang := map[string]bool{"bought": true}
	for range 10 {
		m.ask("front", 100, hang)
		m.tick()
	}
	st := m.c.Status(Key{"front", "page"})
	if len(st.Off) != 1 || st.Off[0].Module != "bought" || st.Off[0].Cause == none || st.State != DEGRADED {
		t.Fatalf("bought should be off: %+v%s", st, m.events())
	}
	for range 200 { // it hangs on: probes fail, nobody else is touched
		m.ask("front", 100, hang)
		m.tick()
	}
	if st := m.c.Status(Key{"front", "page"}); st.Reversals > tooManyTurns || st.Full != 0 && st.Full > .06 {
		t.Errorf("while it hangs: %+v", st)
	}
	m.until(t, "front", 1000, NORMAL, 2*time.Minute)
	if st := m.c.Status(Key{"front", "page"}); len(st.Off) != 0 || st.Full < 1 {
		t.Errorf("after it came back: %+v", st)
	}
}
