package exec

import (
	"fmt"
	"math"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// conditions says which branches of an if or a choose may be taken: of an if
// just the first whose condition is true, of a choose those from the planned
// arm down that may be. It runs without the lock.
func (r *run) conditions(id int32) error {
	s, c, n := &r.states[id], &r.calls[id], r.plan.nodes[id].Node
	if s.branch == nil {
		s.branch = &choice{open: make([]bool, len(n.Branches))}
	}
	clear(s.branch.open)
	s.branch.until, s.branch.cut = 0, 0
	for k := r.planned(id); k < len(n.Branches); k++ {
		if when := n.Branches[k].When; when != nil {
			v, err := column.EvalRow(when, noRow, c.Param)
			if err != nil {
				return fmt.Errorf("%s: %w", n.Branches[k].Name, err)
			}
			if v != true {
				continue
			}
		}
		s.branch.open[k] = true
		if n.Op == "if" {
			break
		}
	}
	return nil
}

// planned is the arm a choose begins with.
func (r *run) planned(id int32) int {
	n := r.plan.nodes[id].Node
	if n.Op != "choose" || r.in.Arms == nil {
		return 0
	}
	return max(0, min(r.in.Arms[id], len(n.Branches)-1))
}

// All below is called with the lock held.

// descend takes the first open branch from k on; where there is none the node
// fails as the last that was taken did.
func (r *run) descend(id int32, k int) {
	s, x := &r.states[id], &r.plan.nodes[id]
	for ; k < len(x.Node.Branches); k++ {
		if !s.branch.open[k] {
			continue
		}
		b := &x.Node.Branches[k]
		f := int32(b.Result)
		s.status, s.wants, s.arm = branching, f, int16(k)
		r.activate(f)
		if r.over {
			return
		}
		switch got := &r.states[f]; {
		case got.status != done:
			got.waiters = append(got.waiters, id)
			s.branch.until = 0
			if b.Timeout > 0 {
				s.branch.until = r.now() + time.Duration(b.Timeout)
			}
			if next := s.branch.next(); next < r.armed {
				r.armed = next
				r.signal()
			}
			return
		case !got.failed:
			r.take(id, f)
			return
		}
	}
	if s.arm < 0 {
		r.fail(id, trace.Error, "no branch may be taken")
		return
	}
	left := &x.Node.Branches[s.arm]
	if f := int32(left.Result); r.states[f].status == done {
		outcome := trace.Error
		if r.states[r.culprit(f)].span.Outcome == trace.Timeout {
			outcome = trace.Timeout
		}
		r.fail(id, outcome, r.why(f))
		return
	}
	r.fail(id, trace.Timeout, fmt.Sprintf("%s not done in %s", left.Name, time.Duration(left.Timeout)))
}

// branched says how the branch taken answered.
func (r *run) branched(id int32, out op.Out) {
	s, n := &r.states[id], r.plan.nodes[id].Node
	s.span.Outcome = trace.OK
	if size(n, out) == 0 {
		s.span.Outcome = trace.Empty
	}
}

// outOfTime gives up a branch for the next below, or the node where its own
// time is up.
func (r *run) outOfTime(id int32, now time.Duration) {
	s := &r.states[id]
	left := s.wants
	r.forget(id)
	if s.branch.cut > 0 && s.branch.cut <= now {
		r.fail(id, trace.Timeout, cause(trace.Timeout, nil, s.branch.cut))
	} else {
		r.descend(id, int(s.arm)+1)
	}
	if !r.over {
		r.drop(left)
	}
}

// forget that a node waits for another.
func (r *run) forget(id int32) {
	s := &r.states[id]
	w := &r.states[s.wants]
	for i, have := range w.waiters {
		if have == id {
			w.waiters = append(w.waiters[:i], w.waiters[i+1:]...)
			break
		}
	}
	s.wants = -1
}

const givenUp = "given up with its branch"

// drop what nothing wants any more, from a result back: what runs is
// abandoned, what waits is not started.
func (r *run) drop(id int32) {
	s, x := &r.states[id], &r.plan.nodes[id]
	if !x.Node.Lazy || s.status == done || s.status == idle || r.wanted(id) {
		return
	}
	now := int64(r.now() + r.in.Elapsed)
	switch s.status {
	case running, ready:
		r.abandon(id)
		s.span.Outcome, s.span.Cause, s.span.Failure, s.span.End = trace.Timeout, givenUp, trace.LateFailure, now
		if s.status == ready {
			s.span.Start = now
		}
		s.status, s.failed = done, true
	default:
		on := s.wants
		waits := s.status != waiting
		if waits {
			r.forget(id)
		}
		s.status, s.span = idle, mark{Outcome: trace.Skipped, Cause: givenUp, Start: now, End: now}
		if waits {
			r.drop(on)
		}
	}
	for _, b := range x.before {
		r.drop(b)
	}
}

// wanted tells whether something still waits for a node.
func (r *run) wanted(id int32) bool {
	if len(r.states[id].waiters) > 0 {
		return true
	}
	for _, a := range r.plan.nodes[id].after {
		if r.states[a].status == waiting {
			return true
		}
	}
	return false
}

// next is when the branch, or the node, has to be done.
func (c *choice) next() time.Duration {
	next := time.Duration(math.MaxInt64)
	if c.until > 0 {
		next = c.until
	}
	if c.cut > 0 {
		next = min(next, c.cut)
	}
	return next
}
