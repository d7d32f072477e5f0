package degrade

import (
	"testing"
	"time"
)

// service is what another machine runs, at a speed of its own.
type service struct {
	busy  time.Duration
	slow  float64       // how many times as long everything takes
	until time.Duration // it can have been busy by the end of the tick
}

func (s *service) Load() Load { return Load{Cores: 1, Busy: s.busy} }

// A service comes down to a third of its speed while the CPU of this process is
// idle: only plans that use it are moved, and of them only what uses it; when it is
// itself again all is as before.
func TestAServiceAtAThirdOfItsSpeed(t *testing.T) {
	far := &service{slow: 1}
	m := &toy{now: time.Unix(1_700_000_000, 0), cores: 20}
	c, err := New(Options{Now: func() time.Time { return m.now }, CPU: m, Pool: map[string]CPU{"ctr": far}, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	m.c = c
	uses, other := page("uses", Core), page("other", Spare)
	uses.Modules[2].Pool = "ctr" // .4 ms of a request; 1,500 a second take .6 of its core
	for _, s := range []Spec{uses, other} {
		if err := c.Register(s); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(ticks int) {
		for range ticks {
			far.until = far.busy + Step
			for range 150 {
				m.serveAt(&uses, far)
				m.serveAt(&other, far)
			}
			m.tick()
			if st := c.Status(other.Key); st.State != NORMAL || st.Full < .999 {
				t.Fatalf("what does not use it is %v, %.0f %% in full%s", st.State, 100*st.Full, m.events())
			}
		}
	}
	ask(50)
	if st := c.Status(uses.Key); st.State != NORMAL || st.Full < .999 {
		t.Fatalf("while all is well: %+v", st)
	}
	far.slow = 3
	ask(200)
	st := c.Status(uses.Key)
	if st.State == NORMAL || st.Full > .8 || st.Reversals > tooManyTurns {
		t.Errorf("at a third of its speed: %v, %.0f %% in full, %d reversals%s", st.State, 100*st.Full, st.Reversals, m.events())
	}
	for _, tier := range st.Tiers {
		if tier.Plan != "full" && tier.Plan != "rank off" || tier.Deeper > 1e-6 && tier.Below != "rank off" || tier.Shed > 0 {
			t.Errorf("%s has %q and below that %q: only rank uses the service", tier.Name, tier.Plan, tier.Below)
		}
	}
	far.slow = 1
	for range 1200 { // a hold may have grown to a minute
		if ask(1); c.Status(uses.Key).State == NORMAL {
			break
		}
	}
	if st := c.Status(uses.Key); st.State != NORMAL || st.Full < .999 {
		t.Errorf("when it is itself again: %+v%s", st, m.events())
	}
}

// serveAt a request of a scene as planned: what the service has no time for is late.
func (m *toy) serveAt(s *Spec, far *service) {
	d := m.c.Decide(s.Scene, s.Pipeline, time.Duration(m.busy).String(), 0)
	m.busy += d.Plan.Cost()
	mark := Mark(0)
	for k, v := range d.Plan.Variants {
		x := &s.Modules[k].Variants[v]
		if x.Off {
			continue
		}
		if s.Modules[k].Pool == "" {
			d.Module(k, x.Time/2, x.Fixed, x.Rows, 0)
			continue
		}
		took := time.Duration(float64(x.Fixed) * far.slow)
		if far.busy+took > far.until {
			mark = TimedOut
			d.Module(k, 0, 0, 0, TimedOut)
			continue
		}
		far.busy += took
		d.Module(k, x.Time/2, x.Fixed, x.Rows, 0)
	}
	d.Done(20*time.Millisecond, mark)
}
