package limit

import (
	"testing"
	"time"
)

// lined is a queue of one core with a lane, and who came in, in order.
type lined struct {
	now  time.Time
	q    *Queue
	lane *Lane
	in   []string
}

func newLined() *lined {
	l := &lined{now: start}
	l.q = NewQueue(func() time.Time { return l.now })
	l.lane = l.q.Lane(1, nil)
	return l
}

func (l *lined) ask(name string, class Class, cost time.Duration) {
	l.lane.Offer(Ask{Class: class, Cost: cost, Until: start.Add(time.Hour)}, func(in bool) {
		if in {
			l.in = append(l.in, name)
		}
	})
}

func (l *lined) want(t *testing.T, when string, names ...string) {
	t.Helper()
	if len(l.in) != len(names) {
		t.Fatalf("%s %v are in, want %v", when, l.in, names)
	}
	for i := range names {
		if l.in[i] != names[i] {
			t.Fatalf("%s %v are in, want %v", when, l.in, names)
		}
	}
	l.in = nil
}

// On a machine that is short of time the lower class comes in by one or two, what is
// better goes past those that wait, and nobody is held for the sake of nobody.
func TestTheLowerAreHeld(t *testing.T) {
	l := newLined()
	l.q.Set(1, 10*ms)
	for range 3 {
		l.ask("alone", Spare, ms)
	}
	l.want(t, "while nobody else asks", "alone", "alone", "alone")
	for range 3 {
		l.q.Leave(ms)
	}
	l.ask("core", Core, 2*ms)
	l.q.Set(1, 10*ms)
	l.ask("spare", Spare, ms)
	l.ask("spare", Spare, ms)
	l.ask("second", Core, 2*ms)
	l.want(t, "with a better one under way", "core", "second")
	l.q.Leave(2 * ms)
	l.want(t, "with one of two gone")
	l.q.Leave(2 * ms)
	l.want(t, "with both gone", "spare")
	l.q.Leave(ms)
	l.want(t, "then", "spare")
	l.q.Leave(ms)

	l.ask("core", Core, 2*ms)
	l.q.Apart(10 * ms) // of services: they may be asked meanwhile
	l.q.Set(1, 10*ms)
	l.ask("spare", Spare, ms)
	l.want(t, "where requests wait for services", "core", "spare")
	l.q.Leave(ms)
	l.q.Apart(0)
	l.q.Set(1, 10*ms)
	l.ask("spare", Spare, ms)
	l.want(t, "where they do not")
	ticks := 0
	for ; len(l.in) == 0 && ticks < 200; ticks++ {
		l.lane.Offer(Ask{Class: Core, Until: start.Add(time.Hour)}, func(bool) {})
		l.q.Set(0, 0) // there is time
	}
	l.want(t, "after a while with time left", "spare")
	if ticks < 20 || ticks > 100 {
		t.Errorf("that took %d ticks: it is to get more slowly", ticks)
	}
	l.q.Leave(ms)

	l.q.Set(1, 10*ms)
	l.ask("spare", Spare, ms)
	l.want(t, "short of time again")
	for range forgotten {
		l.q.Set(1, 10*ms)
	}
	l.want(t, "once nobody asked for better any more", "spare")
	l.q.Leave(ms)

	l.ask("core", Core, 2*ms)
	l.q.Set(1, 10*ms)
	l.in = nil
	l.lane.Offer(Ask{Class: Spare, Cost: ms, Until: l.now.Add(120 * ms)}, func(in bool) {
		if in {
			l.in = append(l.in, "spare")
		}
	})
	l.now = l.now.Add(29 * ms)
	l.q.Set(1, 10*ms)
	l.want(t, "before a quarter of his time is over")
	l.now = l.now.Add(ms)
	l.q.Set(1, 10*ms)
	l.want(t, "after it", "spare")
}
