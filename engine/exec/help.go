package exec

import (
	"slices"
	"time"
)

// worthwhile is what has to be ready, measured in earlier runs, before another
// goroutine is asked to help: waking one and taking its result back costs about
// as much.
const worthwhile = 20 * time.Microsecond

// patience is how long heavy nodes wait for a goroutine of their run that is at
// work: where they were thought to be cheap enough for it, and where no processor
// seems to be idle.
const patience = 200 * time.Microsecond

// crew of goroutines for one kind of heavy node.
type crew struct {
	ids    []int32       // ready
	worth  time.Duration // what they took in earlier runs; unmeasured ones count as much
	spare  int           // goroutines started that have not picked a node yet
	busy   time.Duration // what those at work took in earlier runs
	hands  int           // goroutines that hold a slot for it, or are about to
	until  time.Duration // when the rest is not left to one goroutine any longer; 0: there is no rest
	waiter waiter        // for a slot, for one more
	work   func()        // of one goroutine, made once so that `go` allocates nothing
	called func()        // of one that had to wait for its slot
}

func (c *crew) add(id int32, cost time.Duration) {
	c.ids = append(c.ids, id)
	c.worth += cost
}

// next node that is ready.
func (c *crew) next(r *run) int32 {
	id := c.ids[0]
	c.remove(r, 0)
	return id
}

// remove the node at a place of the queue.
func (c *crew) remove(r *run, at int) {
	c.worth -= r.states[c.ids[at]].cost
	if c.ids = slices.Delete(c.ids, at, at+1); len(c.ids) == 0 {
		c.until = 0
	}
}

// empty the queue. Those at work stay so.
func (c *crew) empty() { c.ids, c.worth, c.until = c.ids[:0], 0, 0 }

// withdraw the wish for one more. The lock of the run is held.
func (c *crew) withdraw(r *run) {
	if c.waiter.asked && r.in.Slots.withdraw(&c.waiter) {
		c.waiter.asked = false
		r.refs--
	}
}

// dispatch finds goroutines for the heavy nodes that are ready: one each for
// those that wait, for those that work as many as it is worth and slots are
// free. The lock is held.
func (r *run) dispatch() {
	if r.over || r.closing {
		return
	}
	r.elsewhere()
	c := &r.crew
	if len(c.ids) == 0 {
		return
	}
	want := len(c.ids)
	if c.busy+c.worth <= worthwhile && !r.impatient() { // one does
		if c.busy > 0 {
			return
		}
		want = 1
	}
	for c.spare < want {
		if s, some := r.in.Slots, c.hands > 0 || r.owner.has; s != nil && !s.grab(some) {
			if !c.waiter.asked && (!some || r.impatient()) {
				c.waiter.asked = true
				r.refs++
				s.queue(&c.waiter, r.in.Lane)
			}
			return
		}
		c.spare++
		c.hands++
		r.refs++
		go c.work()
	}
}

// elsewhere starts the nodes that wait for something else than a processor. The
// run goes on. The lock is held.
func (r *run) elsewhere() {
	for r.far.spare < len(r.far.ids) {
		r.far.spare++
		r.refs++
		go r.far.work()
	}
}

// impatient tells whether heavy nodes have waited long enough for the goroutine
// that is to do them all. From the first time on it is looked at again.
func (r *run) impatient() bool {
	c := &r.crew
	if c.until > 0 {
		return r.tick >= c.until
	}
	if c.until = r.tick + patience; c.until < r.armed {
		r.armed = c.until
		r.signal()
	}
	return false
}

// called is a helper that had to wait for its slot.
func (r *run) called() {
	r.mu.Lock()
	r.crew.waiter.asked = false
	r.crew.spare++
	r.crew.hands++
	r.mu.Unlock()
	r.helper()
}

// helper is a goroutine that takes a heavy node and then what it can do, as
// long as it has its slot: that is taken from it when its node is abandoned, and
// then it is no hand any more.
func (r *run) helper() {
	deepen(0)
	r.mu.Lock()
	c, began, now := &r.crew, r.tick, r.tick
	c.spare--
	has := true
	if len(c.ids) > 0 && !r.over {
		now = r.read()
		began = now
		for has && !r.over && len(c.ids) > 0 && c.spare < len(c.ids) {
			id := c.next(r)
			cost := r.states[id].cost
			c.busy += cost
			r.dispatch()
			r.states[id].held = r.in.Slots != nil
			now = r.perform(id, now)
			c.busy -= cost
			if r.in.Slots != nil {
				has = r.states[id].held
				r.states[id].held = false
			}
			if has {
				if r.alone() {
					break
				}
				now = r.drain(now)
			}
		}
	}
	if has {
		c.hands--
		r.handOver(now, now-began)
	}
	r.leave()
}

// leave is the end of a goroutine that is not the request's. What it leaves
// ready that one takes. The lock is held and given up.
func (r *run) leave() {
	if len(r.cheap) > 0 && !r.over {
		r.signal()
	}
	r.dispatch()
	r.release()
}

// waits is a goroutine that takes a node which waits for something else. It
// holds no slot for that, and goes on only where one is free.
func (r *run) waits() {
	r.mu.Lock()
	r.far.spare--
	if len(r.far.ids) > 0 && !r.over {
		now := r.perform(r.far.next(r), r.read())
		if !r.alone() && len(r.cheap) > 0 && (r.in.Slots == nil || r.in.Slots.try()) {
			r.giveSlot(r.drain(now) - now)
		}
	}
	r.leave()
}

// share finds an aide for cheap nodes, where a processor is idle. The lock is
// held.
func (r *run) share() {
	if r.aides >= r.plan.procs-1 || r.in.Slots != nil && !r.in.Slots.grab(true) {
		return
	}
	r.aides++
	r.refs++
	go r.aid()
}

// aide helps with cheap nodes as long as there are some.
func (r *run) aide() {
	deepen(0)
	r.mu.Lock()
	began := r.read()
	r.giveSlot(r.drain(began) - began)
	r.aides--
	r.leave()
}

func (r *run) giveSlot(held time.Duration) {
	if s := r.in.Slots; s != nil {
		s.give(r.in.Lane, held, r.in.Weight)
	}
}

// holding is what the request's goroutine has of Slots.
type holding struct {
	waiter waiter
	turn   chan struct{} // cap 1: the waiter's
	has    bool
	since  time.Duration
}

// hold tells whether the request's goroutine may work: it has a slot, or there
// is one, or nobody waits for turns any longer.
func (r *run) hold(now time.Duration) bool {
	h, s := &r.owner, r.in.Slots
	switch {
	case s == nil || h.has || r.closing:
		return true
	case h.waiter.asked:
		return false
	case s.try():
		h.has, h.since = true, now
		return true
	}
	return false
}

// got is its turn.
func (h *holding) got(now time.Duration) { h.waiter.asked, h.has, h.since = false, true, now }

// yield the slot.
func (h *holding) yield(r *run, now time.Duration) {
	if h.has {
		h.has = false
		r.giveSlot(now - h.since)
	}
}

// leave at the end of a run.
func (h *holding) leave(r *run, now time.Duration) {
	if h.waiter.asked {
		h.waiter.asked = false
		if !r.in.Slots.withdraw(&h.waiter) {
			<-h.turn
			h.has, h.since = true, now
		}
	}
	h.yield(r, now)
}
