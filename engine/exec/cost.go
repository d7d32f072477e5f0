package exec

import (
	"sync/atomic"
	"time"
)

// cost is what a node takes, a mean over earlier runs in which the last ones
// count most. It is read by every run and seldom written: what does not change
// it by an eighth is not.
type cost struct{ ns atomic.Int64 }

// read it; 0 when it was never measured.
func (c *cost) read() time.Duration { return time.Duration(c.ns.Load()) }

// note what it took this time.
func (c *cost) note(took time.Duration) {
	old := c.ns.Load()
	if old == 0 {
		c.ns.Store(max(1, int64(took)))
		return
	}
	if off := int64(took) - old; off > old/8+slack || off < -old/8-slack {
		c.ns.Store(max(1, old+min(off/8, old+slack))) // doubled at most: it may have been the machine
	}
}

// slack below which a difference says nothing.
const slack = 250

// tiny is what a node takes that is not worth a look at the clock of its own.
const tiny = 500 * time.Nanosecond

// unread are nodes in a row that were tiny so far. One look at the clock is the
// end of them all, and the beginning of each is that of the first: what they
// took is known to the last look before and the first after, which are a few
// microseconds apart. Where that turns out to be more than tiny they are measured
// one by one from then on.
type unread struct {
	ids   [32]int32
	n     int
	worth time.Duration // what they took in earlier runs
}

// blurred is how much of a run the clock is not looked at for.
const blurred = 4 * time.Microsecond

// read the clock. The lock is held.
func (r *run) read() time.Duration {
	began := r.tick
	r.tick = r.now()
	if u := &r.unread; u.n > 0 {
		end := int64(r.tick + r.in.Elapsed)
		each := (r.tick - began) / time.Duration(u.n)
		for _, id := range u.ids[:u.n] {
			r.states[id].span.End = end
			if each > tiny {
				r.plan.costs[id].note(each)
			}
		}
		u.n, u.worth = 0, 0
	}
	return r.tick
}

// unmeasured tells whether a node that has run without others beside is left to
// the next look at the clock.
func (r *run) unmeasured(id int32) bool {
	u := &r.unread
	known := r.states[id].cost
	if known == 0 || known > tiny || u.n == len(u.ids) || u.worth+known > blurred {
		return false
	}
	u.worth += known
	u.ids[u.n] = id
	u.n++
	return true
}
