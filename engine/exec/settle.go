package exec

import (
	"fmt"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// All here is called with the lock held.

// settle a node with what it gives, and start what waited for it.
func (r *run) settle(id int32, out op.Out) {
	s, x := &r.states[id], &r.plan.nodes[id]
	s.status, s.out = done, out
	if x.quick {
		s.span.Out = int32(out.Set.Len())
	} else {
		s.span.Out = int32(size(x.Node, out))
	}
	if len(s.waiters) > 0 {
		for _, w := range s.waiters {
			r.take(w, id)
		}
		s.waiters = s.waiters[:0]
	}
	for _, a := range x.after {
		next := &r.states[a]
		if next.status != waiting {
			continue
		}
		if next.pending--; next.pending == 0 {
			r.enqueue(a)
		} else if next.asked {
			r.signal()
		}
	}
	r.lend(x)
	r.reached(x)
}

// reached counts a node that the phase ends with.
func (r *run) reached(x *node) {
	if x.root&r.phase != 0 {
		if r.left--; r.left == 0 {
			r.end("")
		}
	}
}

// take gives a node the value of its fallback, or of the branch it took.
func (r *run) take(id, from int32) {
	s := &r.states[id]
	if s.wants != from || s.status != fallback && s.status != branching {
		return // it went on to another branch meanwhile
	}
	out := r.calls[id].Complete(r.states[from].out)
	if s.status == fallback {
		s.span.Outcome = trace.Fallback
	} else {
		r.branched(id, out)
	}
	s.span.End = int64(r.now() + r.in.Elapsed)
	r.settle(id, out)
}

// fail a node: its fallback answers, else its off-value where it is optional,
// else what needs it fails too.
func (r *run) fail(id int32, outcome trace.Status, why string) {
	s, n := &r.states[id], r.plan.nodes[id].Node
	s.span.Outcome, s.span.Cause = outcome, why
	if s.span.Failure == "" {
		s.span.Failure = trace.Other
		if outcome == trace.Timeout {
			s.span.Failure = trace.LateFailure
		}
	}
	s.span.End = int64(r.now() + r.in.Elapsed)
	if n.Fallback < 0 {
		r.off(id)
		return
	}
	f := int32(n.Fallback)
	r.activate(f)
	switch got := &r.states[f]; {
	case got.status != done:
		s.status, s.wants = fallback, f
		got.waiters = append(got.waiters, id)
	case got.failed:
		r.off(id)
	default:
		s.status, s.wants = fallback, f
		r.take(id, f)
	}
}

// lost tells a node that what it waited for has failed.
func (r *run) lost(id, from int32) {
	s := &r.states[id]
	switch {
	case s.wants != from:
	case s.status == fallback:
		r.off(id)
	case s.status == branching:
		r.descend(id, int(s.arm)+1)
	}
}

// off settles a failed node without a fallback. A loop whose time was up keeps
// what its last whole turn gave.
func (r *run) off(id int32) {
	s, n := &r.states[id], r.plan.nodes[id].Node
	if !n.Optional {
		r.sink(id)
		return
	}
	if s.kept != nil && s.span.Outcome == trace.Timeout {
		r.settle(id, *s.kept)
		return
	}
	out, err := r.calls[id].Off()
	if err != nil {
		s.span.Cause += "; " + err.Error()
		r.sink(id)
		return
	}
	r.settle(id, out)
}

// sink a required node that failed, and with it what needs it; a call of a
// pipeline may have a fallback of its own.
func (r *run) sink(id int32) {
	s, x := &r.states[id], &r.plan.nodes[id]
	s.status, s.failed = done, true
	for _, w := range s.waiters {
		r.lost(w, id)
	}
	s.waiters = s.waiters[:0]
	if x.root&r.phase != 0 {
		if r.phase == answering {
			r.end(r.origin(id))
			return
		}
		r.reached(x)
	}
	for _, a := range x.after {
		next := &r.states[a]
		if next.status != waiting {
			continue
		}
		why := fmt.Sprintf("%s failed", x.Node.Name)
		now := int64(r.now() + r.in.Elapsed)
		next.span.Start, next.span.End, next.span.Failure = now, now, trace.Needs
		if r.plan.nodes[a].Node.Op == "call" {
			r.fail(a, trace.Error, why)
			continue
		}
		next.span.Outcome, next.span.Cause = trace.Skipped, why
		r.sink(a)
	}
	r.lend(x)
}

// origin is the node whose failure made this one fail.
func (r *run) origin(id int32) string {
	for {
		x := &r.plan.nodes[id]
		next := int32(-1)
		for _, b := range x.before {
			if r.states[b].status == done && r.states[b].failed {
				next = b
				break
			}
		}
		if next < 0 {
			return x.Node.Name
		}
		id = next
	}
}

// activate a node that only a fallback, a branch or what comes after wants.
func (r *run) activate(id int32) {
	s := &r.states[id]
	if s.status != idle {
		return
	}
	s.status, s.pending, s.span, s.shares, s.lent = waiting, 0, mark{}, false, false
	failed := false
	for _, b := range r.plan.nodes[id].before {
		r.activate(b)
		switch got := &r.states[b]; {
		case got.status != done:
			s.pending++
		case got.failed:
			failed = true
		}
	}
	switch {
	case failed:
		s.span.Outcome, s.span.Cause, s.span.Failure = trace.Skipped, "what it needs has failed", trace.Needs
		r.sink(id)
	case s.pending == 0:
		r.enqueue(id)
	}
}

// nextCut is the earliest moment at which a running node, or one that waits for
// a branch, has to be done.
func (r *run) nextCut() time.Duration {
	next := r.budget
	if r.closing {
		next += r.budget / 16
	} else if r.crew.until > r.tick { // else who is to help was asked, or waits for a slot
		next = min(next, r.crew.until)
	}
	if r.in.Soft != nil {
		next = r.softCut(next)
	}
	for i := range r.states {
		switch r.states[i].status {
		case running:
			next = min(next, r.ctxs[i].until)
		case ready:
			if r.states[i].apart {
				next = min(next, r.ctxs[i].until)
			}
		case branching:
			next = min(next, r.states[i].branch.next())
		}
	}
	return next
}

// expire abandons the nodes whose time is up, but for those that are reclaimed, and the run when its own is: what
// is cheap and can be done with what is there is still done, a timer may be
// late.
func (r *run) expire(now time.Duration) {
	for i := range r.states {
		if r.over {
			return
		}
		switch {
		case (r.states[i].status == running || r.states[i].status == ready && r.states[i].apart) && r.ctxs[i].until <= now:
			if r.reclaim(int32(i)) {
				continue
			}
			if r.states[i].status == ready {
				r.fill(int32(i))
			}
			r.abandon(int32(i))
			r.fail(int32(i), trace.Timeout, cause(trace.Timeout, nil, r.ctxs[i].until))
		case r.states[i].status == branching && r.states[i].branch.next() <= now:
			r.outOfTime(int32(i), now)
		}
	}
	if now < r.budget || r.over {
		return
	}
	r.closing = true
	r.drain(now)
	if !r.over && (now >= r.budget+r.budget/16 || !r.finishing()) {
		r.late = true
		r.end("")
	}
}

// abandon a node: what it may still answer is dropped, and the slot it has is
// given back for it.
func (r *run) abandon(id int32) {
	r.ctxs[id].abandon()
	if s := &r.states[id]; s.held {
		s.held = false
		r.crew.hands--
		r.giveSlot(r.tick - r.ctxs[id].start)
	}
}

// finishing tells whether a cheap node is at work on some helper.
func (r *run) finishing() bool {
	for i := range r.states {
		if r.states[i].status == running && !r.states[i].apart {
			return true
		}
	}
	return false
}

// end the run: nothing more is started, what runs is abandoned.
func (r *run) end(failed string) {
	r.over, r.failed = true, failed
	if r.unread.n > 0 {
		r.read()
	}
	now := int64(r.tick + r.in.Elapsed)
	for i := range r.states {
		s := &r.states[i]
		switch s.status {
		case running:
			r.abandon(int32(i))
			s.span.Outcome, s.span.Cause, s.span.Failure, s.span.End = trace.Timeout, trace.NotDone, trace.LateFailure, now
		case branching:
			s.span.Outcome, s.span.Cause, s.span.Failure, s.span.End = trace.Timeout, trace.NotDone, trace.LateFailure, now
		case waiting, ready:
			s.span.Outcome, s.span.Cause = trace.Skipped, trace.NotReached
		}
	}
	r.signal()
}
