package exec

import "time"

// spell is how long the request's goroutine works without a slot where none is
// free: it has a processor already, and to wait for a turn is to come to one
// anew, behind all that is ready to run. What is ready must have taken less in
// earlier runs.
const spell = 100 * time.Microsecond

// attend to the cheap nodes that are ready, on the request's goroutine: with a
// slot; while there is none only to light ones, until it has its turn. A last run
// needs none. The lock is held.
func (r *run) attend(now time.Duration) time.Duration {
	if r.in.Last {
		return r.hasten(now)
	}
	if r.hold(now) {
		return r.drain(now)
	}
	h, s := &r.owner, r.in.Slots
	began := now
	r.unslotted = began + spell
	for !r.over && now < r.unslotted && r.lightest() {
		now = r.next(now)
	}
	r.unslotted = 0
	s.charge(r.in.Lane, now-began, r.in.Weight)
	if !r.over && len(r.cheap) > 0 && !h.waiter.asked {
		h.waiter.asked = true
		s.queue(&h.waiter, r.in.Lane)
	}
	return now
}

// lightest tells whether the next of the cheap nodes is a light one.
func (r *run) lightest() bool {
	n := len(r.cheap)
	return n > 0 && light(r.states[r.cheap[n-1]].cost)
}

// light tells whether what took so long in earlier runs needs no slot; 0: nobody
// knows.
func light(cost time.Duration) bool { return cost > 0 && cost < spell }
