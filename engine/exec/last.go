package exec

import (
	"slices"
	"time"
)

// A last run is what is left of a request whose pipeline gave no answer: a
// scene's fallback, with its reserve. To come to a slot, or to a processor for
// another goroutine, takes longer on a busy machine than most of what it has to
// do, so the request's own goroutine, which has a processor, does that.

// brief is what a node that reads an index has taken at most in earlier runs
// where the request's own goroutine runs it. Those that take longer have helpers
// with slots even in a last run: two of them side by side, and the goroutine free
// to leave.
const brief = time.Millisecond

// byOwner tells whether a node is done by the request's goroutine though it is
// heavy: in a last run what waits for nobody and is brief, or was never measured;
// it looks at its time as it works.
func (r *run) byOwner(id int32, x *node) bool {
	return r.in.Last && x.local() && r.plan.costs[id].read() <= brief
}

// local tells whether a heavy node does no more than read an index of this process.
func (x *node) local() bool { return x.form == plain && !x.waits && x.store == "" }

// reclaim a heavy node whose end has come before a helper came to it: where it
// was brief in earlier runs the request's goroutine has still the time for it. A
// time written at the node is kept to. The lock is held.
func (r *run) reclaim(id int32) bool {
	s, x := &r.states[id], &r.plan.nodes[id]
	if s.status != ready || x.timeout > 0 || !x.local() || r.in.Soft != nil && r.in.Soft.until[id] > 0 {
		return false
	}
	cost, at := r.plan.costs[id].read(), slices.Index(r.crew.ids, id)
	if cost == 0 || cost > brief || at < 0 {
		return false
	}
	r.crew.remove(r, at)
	s.apart, s.cost = false, cost
	r.worth += cost
	r.cheap = append(r.cheap, id)
	return true
}

// pace is how long a node works before it lets others go first: in a last run
// others have waited for it long enough.
func (r *run) pace() time.Duration {
	if r.in.Last {
		return brief
	}
	return pause
}

// hasten drains what is ready without a slot, and has the lane pay for the time.
// The lock is held.
func (r *run) hasten(now time.Duration) time.Duration {
	began := now
	now = r.drain(now)
	if s := r.in.Slots; s != nil {
		s.charge(r.in.Lane, now-began, r.in.Weight)
	}
	return now
}
