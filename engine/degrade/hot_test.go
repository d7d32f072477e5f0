package degrade

import "testing"

// A request costs less on a machine without a moment left than on one with time: what was
// done in one flood is believed when the next begins a minute later, whatever calm work
// and collected garbage say between, and not where the machine has become slower.
func TestWhatAFloodShowedIsRemembered(t *testing.T) {
	p, m, now := &pool{patience: .12}, &loads{}, Load{Cores: 1}
	p.cpu = m
	tick := func(used, worth float64) {
		now.Busy += seconds(used * Step.Seconds())
		p.done.Add(int64(used * worth * Step.Seconds() * 1e9))
		p.underWay.Store(int64(used * 2e6))
		m.now = now
		p.tick(Step)
	}
	calm := func(ticks int) {
		for k := range ticks {
			if k%20 < 2 {
				tick(.9, .5) // garbage is collected
			} else {
				tick(.4, .6)
			}
		}
	}
	calm(300)
	if p.capacity > .7 {
		t.Fatalf("calm work was done at .6, the capacity is %.2f", p.capacity)
	}
	for range 50 {
		tick(.95, 1)
	}
	calm(600)
	if p.capacity < .88 {
		t.Errorf("a minute after a flood that showed 1 core the capacity is %.2f", p.capacity)
	}
	for range 20 {
		tick(.95, .7)
	}
	if p.capacity > .75 {
		t.Errorf("the next flood has shown .7 for two seconds, the capacity is %.2f", p.capacity)
	}
	calm(18000)
	if p.capacity > .65 {
		t.Errorf("half an hour later the capacity is %.2f, calm work is done at .6", p.capacity)
	}
}
