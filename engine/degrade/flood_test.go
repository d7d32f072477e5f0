package degrade

import (
	"testing"
	"time"
)

// warm lets a scene be served in full for so long, n requests a tick.
func (m *toy) warm(scene string, n, ticks int) {
	for range ticks {
		m.ask(scene, n, nil)
		m.tick()
	}
}

// Plans that are thought to cost three times what they do make the capacity for
// them three times as large, also where so little is asked that what the machine
// does otherwise might count: nobody is degraded on a machine that has time.
func TestCapacityIsLearntAtLittleUse(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	for tick := range 100 {
		for i := range 60 { // 600 a second of 1 ms as thought are .6 cores, in truth .2
			d := m.c.Decide("front", "page", string(rune('a'+i)), 0)
			if tick > 20 && (d.Shed || !d.Plan.whole()) {
				t.Fatalf("tick %d: degraded on a machine that is used by a fifth: %+v", tick, m.c.Status(Key{"front", "page"}))
			}
			m.busy += d.Plan.Cost() / 3
			d.Done(time.Millisecond, 0)
		}
		m.tick()
	}
	if got := m.c.Status(Key{"front", "page"}).Capacity; got < 2.5 || got > 3.2 {
		t.Errorf("the capacity is %.2f cores of planned work, want about 3", got)
	}
}

// Who refuses many spends on that. It is work as planned work is: else the capacity
// would seem to shrink with every refusal.
func TestRefusalsAreWork(t *testing.T) {
	const refusal = 100 * time.Microsecond
	for _, told := range []bool{true, false} {
		m := newToy(t, 1, page("front", Core))
		if told {
			m.c.SetRefusal(refusal)
		}
		m.warm("front", 20, 50)
		answered := 0
		for tick := range 100 {
			left := Step
			for i := range 700 { // 7000 a second of .2 ms at least
				d := m.c.Decide("front", "page", string(rune('a'+i%26))+string(rune('a'+i/26)), 0)
				cost := d.Plan.Cost()
				if d.Shed {
					cost = refusal
				}
				if left -= cost; left < 0 {
					cost = 0 // nobody is there to do it
				}
				m.busy += cost
				if mark := TimedOut; !d.Shed {
					if left >= 0 {
						mark = 0
					}
					d.Done(time.Millisecond, mark)
					if left >= 0 && tick >= 50 {
						answered++
					}
				}
			}
			m.tick()
		}
		// x answered of 700, all at .2 ms, and 700-x refused at .1 fill 92 of 100 ms.
		if got := float64(answered) / 50; got < 190 || got > 310 {
			t.Errorf("told %v: %.0f answered a tick, want about 220", told, got)
		}
		if got := m.c.Status(Key{"front", "page"}).Capacity; told != (got > .85) {
			t.Errorf("told %v: the capacity is %.2f", told, got)
		}
	}
}

// While there is time nobody is refused, whatever plans are thought to cost.
func TestNobodyIsRefusedWhileThereIsTime(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	m.warm("front", 20, 50)
	for tick := range 50 { // 8000 a second, which .2 ms each would not fit; they take .06
		for i := range 800 {
			d := m.c.Decide("front", "page", string(rune('a'+i%26))+string(rune('a'+i/26)), 0)
			if d.Shed {
				t.Fatalf("tick %d: refused (%s), busy %.2f", tick, d.Reason, m.c.Status(Key{"front", "page"}).Busy)
			}
			m.busy += d.Plan.Cost() * 3 / 10
			if tick < 2 {
				m.busy -= d.Plan.Cost() * 2 / 10 // the plans are not the cheapest yet
			}
			d.Done(time.Millisecond, 0)
		}
		m.tick()
	}
}

// What a hand forces holds also where the key only watches, and then nothing else
// does: a flood takes nobody's plan.
func TestForceActsWhereTheKeyWatches(t *testing.T) {
	spec := page("front", Core)
	spec.Mode = Watch
	m := newToy(t, 1, spec)
	key := Key{"front", "page"}
	m.warm("front", 20, 20)
	if err := m.c.Override(key, Override{By: "an operator", For: time.Minute, Level: 1}); err != nil {
		t.Fatal(err)
	}
	m.warm("front", 20, 5)
	for tick := range 20 {
		for i := range 400 {
			if d := m.c.Decide("front", "page", string(rune('a'+i%26)), i%2); d.Shed || d.Plan.Level != 1 {
				t.Fatalf("tick %d: level %d, refused %v, want level 1 for all and nothing more", tick, d.Plan.Level, d.Shed)
			}
		}
		m.busy += Step
		m.tick()
	}
	if err := m.c.Release(key, "an operator"); err != nil {
		t.Fatal(err)
	}
	m.warm("front", 20, 5)
	if d := m.c.Decide("front", "page", "a", 0); d.Plan.Level != 0 || d.Shed {
		t.Errorf("level %d after the hand let go", d.Plan.Level)
	}
}

// What was asked and given is counted by weight, and what was late was not given.
func TestWhatWasGiven(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	m.tick()
	for i, mark := range []Mark{0, 0, TimedOut, Failed} {
		d := m.c.Decide("front", "page", "a", i%2) // weights 1 and 3
		d.Done(time.Millisecond, mark)
	}
	if st := m.c.Status(Key{"front", "page"}); st.Asked != 8 || st.Given != 4 {
		t.Errorf("asked %g, given %g, want 8 and 4", st.Asked, st.Given)
	}
}

// A program that has just begun is slow. What its costs were then does not stay.
func TestColdCostsDoNotStay(t *testing.T) {
	m := newToy(t, 4, page("front", Core))
	ask := func(ticks int, times time.Duration) {
		for range ticks {
			for i := range 20 {
				d := m.c.Decide("front", "page", string(rune('a'+i)), 0)
				for k := range 3 {
					d.Module(k, time.Millisecond, times*100*time.Microsecond, 0, 0)
				}
				m.busy += 300 * times * time.Microsecond
				d.Done(time.Millisecond, 0)
			}
			m.tick()
		}
	}
	ask(20, 10)
	ask(100, 1)
	if got := m.c.Levels(Key{"front", "page"})[0].Plan.Cost(); got < 290*time.Microsecond || got > 400*time.Microsecond {
		t.Errorf("the full plan costs %v, want about 300µs", got)
	}
	if got := m.c.Status(Key{"front", "page"}).Capacity; got > 6 {
		t.Errorf("the capacity is %.1f cores, that of the costs of the begin", got)
	}
}
