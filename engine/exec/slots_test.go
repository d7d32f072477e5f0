package exec

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/batch"
)

// turns queues waiters of lanes for one slot that is taken, then gives it back
// as often as there are some, each time after it was held for a millisecond, and
// tells whose turn it was.
func turns(s *Slots, weights map[string]float64, lanes ...string) string {
	var order []string
	for _, l := range lanes {
		s.queue(&waiter{grant: func() { order = append(order, l) }}, l)
	}
	for range lanes {
		last := ""
		if len(order) > 0 {
			last = order[len(order)-1]
		}
		s.give(last, time.Millisecond, weights[last])
	}
	return strings.Join(order, " ")
}

func TestSlotsAreFairBetweenLanes(t *testing.T) {
	for _, c := range []struct {
		name, lanes, want string
		weights           map[string]float64
	}{
		{"one lane", "a a a", "a a a", nil},
		{"a quiet one behind a loud one", "a a a a a a b", "a b a a a a a", nil},
		{"by turns", "a a a b b b", "a b a b a b", nil},
		{"by weight", "a a a a b b b b", "a b a a a b b b", map[string]float64{"a": 3}},
	} {
		s := NewSlots(1)
		if !s.try() || s.try() {
			t.Fatal("want one slot")
		}
		if got := turns(s, c.weights, strings.Fields(c.lanes)...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestALaneThatWasAwayHasSavedNothingUp(t *testing.T) {
	s := NewSlots(1)
	s.try()
	turns(s, nil, "a", "a", "a", "a", "a", "a")
	s.give("a", 0, 0) // nobody waits: not counted
	s.try()
	if got := turns(s, nil, "b", "b", "b", "a", "a", "a"); strings.HasPrefix(got, "b b") {
		t.Errorf("%s: b makes up for the time it was away", got)
	}
}

func TestSlotsWithdraw(t *testing.T) {
	s := NewSlots(1)
	s.try()
	var order []string
	list := make([]waiter, 3)
	for i := range list {
		list[i].grant = func() { order = append(order, fmt.Sprint(i)) }
		s.queue(&list[i], "a")
	}
	if !s.withdraw(&list[2]) || !s.withdraw(&list[0]) || s.withdraw(&list[0]) {
		t.Fatal("what waits can be withdrawn, once")
	}
	s.queue(&list[2], "a")
	s.give("a", 0, 0)
	s.give("a", 0, 0)
	if got := strings.Join(order, " "); got != "1 2" || s.withdraw(&list[1]) {
		t.Errorf("turns %s, want 1 2", got)
	}
	s.give("a", 0, 0)
	if !s.try() || s.try() {
		t.Error("want one slot free again")
	}
}

func TestLanesAreForgotten(t *testing.T) {
	s := NewSlots(1)
	s.try()
	for i := range 3 * maxLanes {
		s.queue(&waiter{grant: func() {}}, fmt.Sprint(i))
		s.give("", 0, 0)
	}
	if n := len(s.lanes); n > maxLanes {
		t.Errorf("%d lanes are remembered, want %d at most", n, maxLanes)
	}
}

func TestSlotsUnderManyHands(t *testing.T) {
	s := NewSlots(2)
	var at, most atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			turn := make(chan struct{}, 1)
			w := waiter{grant: func() { turn <- struct{}{} }}
			for range 300 {
				if !s.try() {
					s.queue(&w, fmt.Sprint(i%3))
					if i%4 == 0 && s.withdraw(&w) {
						continue
					}
					<-turn
				}
				n := at.Add(1)
				for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
				}
				at.Add(-1)
				s.give(fmt.Sprint(i%3), time.Microsecond, 1)
			}
		})
	}
	all.Wait()
	if most.Load() > 2 || s.free.Load() != 2 || s.waiting.Load() != 0 {
		t.Errorf("%d at once, %d free, %d wait; want 2, 2, 0", most.Load(), s.free.Load(), s.waiting.Load())
	}
}

// busy is work that takes a while and counts how many are at it.
type busy struct{ at, most atomic.Int64 }

func (c *busy) work(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
	n := c.at.Add(1)
	for old := c.most.Load(); n > old && !c.most.CompareAndSwap(old, n); old = c.most.Load() {
	}
	time.Sleep(time.Millisecond)
	c.at.Add(-1)
	return some(1), nil
}

func TestWhoWorksHoldsASlotWhoWaitsDoesNot(t *testing.T) {
	for _, c := range []struct {
		waits bool
		took  time.Duration
		most  int64
	}{{false, 4 * time.Millisecond, 2}, {true, time.Millisecond, 8}} {
		synctest.Test(t, func(t *testing.T) {
			b, n := newBuild(t), busy{}
			var ids []int
			for i := range 8 {
				ids = append(ids, b.node(fmt.Sprintf("n%d", i), true, n.work).ID)
				b.decls[fmt.Sprintf("n%d", i)].Waits = c.waits
			}
			b.node("join", false, joins, ids...)
			s, start := NewSlots(2), time.Now()
			res := answer(t, b.plan(), Input{Budget: time.Second, Slots: s})
			if took := time.Since(start); !res.OK() || took != c.took || n.most.Load() != c.most {
				t.Errorf("waits %v: %s, %v, %d at once; want %v, %d", c.waits, outcomes(res), took, n.most.Load(), c.took, c.most)
			}
			synctest.Wait()
			if s.free.Load() != 2 || s.waiting.Load() != 0 {
				t.Errorf("%d slots are free and %d wait, want 2, 0", s.free.Load(), s.waiting.Load())
			}
		})
	}
}

func TestAnAbandonedNodeGivesItsSlotBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, free := newBuild(t), make(chan struct{})
		hung := b.node("hung", true, func(context.Context, []*batch.Batch) (*batch.Batch, error) {
			<-free
			return some(9), nil
		})
		hung.Optional, hung.Timeout = true, int64(5*time.Millisecond)
		good := b.node("good", true, gives(2))
		b.node("join", false, joins, hung.ID, good.ID)
		p, s := b.plan(), NewSlots(1)
		p.costs[hung.ID].note(time.Second)
		start := time.Now()
		res := answer(t, p, Input{Budget: time.Second, Slots: s})
		if got := outcomes(res); got != "hung timeout, good ok, join ok" || time.Since(start) != 5*time.Millisecond {
			t.Errorf("%s after %v", got, time.Since(start))
		}
		close(free)
		synctest.Wait()
		if s.free.Load() != 1 {
			t.Errorf("%d slots are free, want 1", s.free.Load())
		}
	})
}

// A node whose turn does not come in its time is given up like one that is at
// work, and so is the wish for a turn.
func TestNoTurnInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBuild(t)
		a := b.node("a", true, gives(1))
		a.Optional, a.Timeout = true, int64(3*time.Millisecond)
		b.node("join", false, joins, a.ID)
		s, start := NewSlots(1), time.Now()
		s.try()
		res := answer(t, b.plan(), Input{Budget: 20 * time.Millisecond, Slots: s})
		if got := outcomes(res); got != "a timeout, join empty" {
			t.Errorf("%s", got)
		}
		if took := time.Since(start); took != 20*time.Millisecond {
			t.Errorf("what is cheap was done after %v, want 20ms: when time is up nobody waits for turns", took)
		}
		s.give("", 0, 0)
		synctest.Wait()
		if s.free.Load() != 1 || s.waiting.Load() != 0 {
			t.Errorf("%d slots are free and %d wait, want 1, 0", s.free.Load(), s.waiting.Load())
		}
	})
}

func TestALoudSceneDoesNotHurtAQuietOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, n := newBuild(t), busy{}
		first := b.node("first", true, n.work)
		b.node("last", true, n.work, first.ID)
		p, s, lib := b.plan(), NewSlots(1), newLibrary(t)
		ask := func(lane string) time.Duration {
			start, res := time.Now(), &Result{}
			p.Run(context.Background(), Input{Budget: time.Minute, Slots: s, Lane: lane, Res: lib}, res, false)
			if !res.OK() {
				t.Errorf("%s: no answer", lane)
			}
			return time.Since(start)
		}
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() { ask("loud") })
		}
		time.Sleep(10 * time.Millisecond)
		if took := ask("quiet"); took > 6*time.Millisecond {
			t.Errorf("the quiet one took %v of 2ms of work, want 6ms at most: it waited for more than its turns", took)
		}
		all.Wait()
	})
}

// Who has a processor does what is light at once, though others have all slots;
// what is not waits for its turn.
func TestLightNodesNeedNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			earlier, now, took time.Duration // of each of three nodes; of the whole
		}{
			{20 * time.Microsecond, 20 * time.Microsecond, 60 * time.Microsecond},
			{200 * time.Microsecond, 20 * time.Microsecond, 5*time.Millisecond + 60*time.Microsecond},
			{20 * time.Microsecond, 90 * time.Microsecond, 5*time.Millisecond + 90*time.Microsecond}, // two, and then it waits
		} {
			b, d := newBuild(t), c.earlier
			b.node("join", false, lasts(&d), b.node("b", false, lasts(&d), b.node("a", false, lasts(&d)).ID).ID)
			p, s := b.plan(), NewSlots(1)
			answer(t, p, Input{Budget: time.Second, Slots: s})
			d = c.now
			s.try() // somebody else's
			time.AfterFunc(5*time.Millisecond, func() { s.give("other", 0, 0) })
			start := time.Now()
			if res := answer(t, p, Input{Budget: time.Second, Slots: s}); !res.OK() || time.Since(start) != c.took {
				t.Errorf("earlier %v, now %v: %v, want %v", c.earlier, c.now, time.Since(start), c.took)
			}
			time.Sleep(10 * time.Millisecond)
			if s.free.Load() != 1 || s.waiting.Load() != 0 {
				t.Errorf("%d slots are free and %d wait, want 1, 0", s.free.Load(), s.waiting.Load())
			}
		}
	})
}

// Lent slots are for runs with nobody at work: the first heavy node of each is
// begun, its others are not while no processor is idle.
func TestLentSlots(t *testing.T) {
	s := NewSlots(2)
	s.Lend(3)
	for i, further := range []bool{false, true, true, false, false, true, false, false} {
		if got, want := s.grab(further), i != 2 && i != 5 && i != 7; got != want {
			t.Errorf("%d: further %v: %v, want %v", i, further, got, want)
		}
	}
}
