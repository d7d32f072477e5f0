package degrade

import "testing"

// A machine whose requests cost less the busier it is shows what it can do at its edge
// only: while somebody has less and time is left, more and more is given, until none
// is; and once everybody has all again the machine is planned for as before.
func TestTheEdgeIsSought(t *testing.T) {
	p, m, now := &pool{patience: .12}, &loads{}, Load{Cores: 1}
	p.cpu = m
	under := 1e6
	tick := func(short bool, used float64) {
		now.Busy += seconds(used * Step.Seconds())
		p.done.Add(int64(used * Step.Seconds() * 1e9))
		p.underWay.Store(int64(under))
		m.now, p.wanted = now, short
		p.tick(Step)
	}
	for range 50 {
		tick(false, .6)
	}
	usual := p.budget() / p.capacity
	if usual < headroom-1e-9 || usual > headroom+1e-9 {
		t.Fatalf("%.2f of the capacity is planned for while everybody has all, want %.2f", usual, headroom)
	}
	for range 30 {
		tick(true, .7)
	}
	sought := p.budget() / p.capacity
	if sought < usual+.1 {
		t.Errorf("after three seconds in which somebody had less and a third was left, %.2f of the capacity is planned for, want more than %.2f", sought, usual+.1)
	}
	for range 1000 {
		tick(true, .7)
	}
	if most := p.budget() / p.capacity; most > headroom+edgeMost+1e-9 {
		t.Errorf("%.2f of the capacity is planned for, at most %.2f", most, headroom+edgeMost)
	}
	for range 12 {
		tick(true, 1)
	}
	if edge := p.edge; edge < edgeMost-1e-9 {
		t.Errorf("the processor was busy for a second, with nobody waiting: %.2f more than the headroom is planned for, want %.2f still", edge, edgeMost)
	}
	under = 30e6 // more than usual, and than is done in a small part of the deadline
	for range 12 {
		tick(true, 1)
	}
	under = 1e6
	if edge := p.edge; edge > 0 {
		t.Errorf("a second after no time was left %.2f more than the headroom is planned for", edge)
	}
	for range 40 {
		tick(true, .7)
	}
	for range 60 {
		tick(false, .5)
	}
	if p.edge > 0 {
		t.Errorf("six seconds after everybody had all again %.2f more is planned for", p.edge)
	}
}

// What collects garbage takes a part of some ticks, and all that nobody wants besides: a
// processor without a moment left is no slower one while hardly anybody waits, and is
// believed to be one as soon as many do.
func TestBusyWithNobodyWaitingIsNotSlow(t *testing.T) {
	p, m, now := &pool{patience: .12}, &loads{}, Load{Cores: 1}
	p.cpu = m
	tick := func(used, done, under float64) {
		now.Busy += seconds(used * Step.Seconds())
		p.done.Add(int64(done * Step.Seconds() * 1e9))
		p.underWay.Store(int64(under * 1e9))
		m.now = now
		p.tick(Step)
	}
	for range 50 {
		tick(.85, .85, .004)
	}
	was := p.capacity
	for range 20 {
		for range 3 {
			tick(1, .7, .004)
		}
		for range 7 {
			tick(.85, .85, .004)
		}
	}
	if p.capacity < .85*was {
		t.Errorf("a collector at work for a third of the time, with nobody waiting: the capacity is %.2f, %.2f before", p.capacity, was)
	}
	for range 10 {
		tick(1, .7, .1)
	}
	if p.capacity > .8 {
		t.Errorf("for a second .7 of a core was done and much waited: the capacity is %.2f", p.capacity)
	}
}
