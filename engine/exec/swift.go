package exec

import (
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// A swift node is a cheap one whose operator is all there is to do, in a run
// that only the request's goroutine knows of: nobody can give it up, nothing
// stands between it and its operator, and the lock is kept through. Such nodes
// are most of what a graph does besides asking its sources.

// swift tells whether a node of the queue of cheap ones is one.
func (r *run) swift(id int32) bool {
	return r.plan.nodes[id].quick && r.plainly && r.refs == 1 && r.root == r && !r.states[id].shares && !r.states[id].asked
}

// row runs a swift node and those that come after it one by one, which go
// through no queue. It gives the time. The lock is held.
func (r *run) row(id int32, now time.Duration) time.Duration {
	for {
		s, x := &r.states[id], &r.plan.nodes[id]
		s.swift = true
		s.span.Start = int64(now + r.in.Elapsed)
		r.fill(id)
		ctx := &r.ctxs[id]
		ctx.start, ctx.until = now, r.cut(id, now)
		out, outcome, err := alone(&r.calls[id])
		if err != nil {
			s.swift = false
			now = r.measured(id, now)
			s.span.End = int64(now + r.in.Elapsed)
			r.erred(id, err)
			return now
		}
		if !r.in.Bare && !r.unmeasured(id) {
			now = r.measured(id, now)
		}
		s.span.Outcome, s.span.End = outcome, int64(now+r.in.Elapsed)
		if x.next < 0 || r.states[x.next].pending != 1 || r.states[x.next].status != waiting || r.states[x.next].asked || len(s.waiters) > 0 ||
			r.unslotted > 0 && (now >= r.unslotted || !light(r.plan.costs[x.next].read())) {
			r.settle(id, out)
			return now
		}
		s.status, s.out, s.span.Out = done, out, int32(out.Set.Len())
		id = x.next
		next := &r.states[id]
		next.pending, next.cost = 0, r.plan.costs[id].read()
	}
}

// alone runs an operator. A panic is its error.
func alone(c *op.Call) (out op.Out, outcome trace.Status, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked{p}
		}
	}()
	if out, err = c.Run(); err != nil {
		return out, "", err
	}
	if out.Set.Len() == 0 {
		return out, trace.Empty, nil
	}
	return out, trace.OK, nil
}
