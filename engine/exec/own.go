package exec

import (
	"runtime"
	"slices"
	"time"
)

// To hand a node over costs twice: another goroutine is started, and the
// request's has to be woken when it is done. So that one does light nodes itself,
// beside the helper that comes for the rest: it would only wait meanwhile.

// own runs a heavy node on the request's goroutine, where one is fit for that
// and there is a slot. A helper for the rest is started before, and is given this
// processor: it costs as little as a goroutine that waits for it, while another
// processor that has to wake takes the request's goroutine from the queue of all
// at once, but one just started only when it has looked everywhere else. It gives
// the time, and whether to look again at what there is to do. The lock is held.
func (r *run) own(now time.Duration) (time.Duration, bool) {
	at, c := r.fit(now), &r.crew
	if at < 0 || !r.hold(now) {
		return now, false
	}
	c.hands++
	if spare := c.spare; len(c.ids) > 1 {
		if r.dispatch(); c.spare > spare {
			r.mu.Unlock()
			runtime.Gosched()
			r.mu.Lock()
			now = r.read()
			at = r.fit(now)
		}
	}
	if at >= 0 {
		id := c.ids[at]
		c.remove(r, at)
		cost := r.states[id].cost
		c.busy += cost
		now = r.perform(id, now)
		c.busy -= cost
	}
	c.hands--
	return now, true
}

// fit finds a heavy node for the request's goroutine, -1 where there is none:
// one that only reads an index of this process, took less than 100 µs in earlier
// runs and has ten times as much, so that the goroutine leaves in time though
// the estimate is wrong. What helpers are on their way to is theirs, and so is
// the rest of several that are not worth more than one. The goroutine of a body
// does none: what it waits for may be given up from without.
func (r *run) fit(now time.Duration) int {
	c := &r.crew
	one := c.busy+c.worth <= worthwhile && (c.busy > 0 || len(c.ids) > 1)
	if r.over || r.closing || r.root != r || len(c.ids) <= c.spare || one {
		return -1
	}
	return slices.IndexFunc(c.ids, func(id int32) bool {
		x := &r.plan.nodes[id]
		return x.local() && x.timeout == 0 && light(r.plan.costs[id].read()) && now+brief < r.cut(id, now)
	})
}

// alone tells whether the request's goroutine and this helper are the only ones
// of the run, and the former waits: what is cheap is left to it then, for it has
// to be woken anyway, and needs neither a lock nor a look at the clock a node.
func (r *run) alone() bool {
	return r.refs == 2 && r.parked && len(r.crew.ids)+len(r.far.ids) == 0 && !r.owner.waiter.asked
}

// handOver gives a helper's slot to the request's goroutine where that is to go
// on, so that it does not wait for one, and back where not.
func (r *run) handOver(now, held time.Duration) {
	s, h := r.in.Slots, &r.owner
	if s == nil || r.over || len(r.cheap) == 0 || h.has || !r.alone() {
		r.giveSlot(held)
		return
	}
	s.charge(r.in.Lane, held, r.in.Weight)
	h.has, h.since = true, now
}
