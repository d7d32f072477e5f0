package exec

import (
	"context"
	"time"

	"riffle.dev/riffle/engine/trace"
)

// After is what a graph does once its answer has left. It keeps the run, so it
// must be done or dropped, once.
type After struct{ run *run }

// Do it, within a time. It gives how many of the nodes did what they should,
// and how many did not.
func (a *After) Do(ctx context.Context, budget time.Duration) (good, bad int) {
	r := a.run
	r.mu.Lock()
	now := r.read()
	r.again(ctx, now+budget)
	for _, id := range r.plan.tail {
		switch s := &r.states[id]; {
		case s.status == done:
			r.reached(&r.plan.nodes[id])
		default:
			r.activate(id)
		}
		if r.over {
			break
		}
	}
	r.drive(ctx, now)
	for _, id := range r.plan.tail {
		switch s := &r.states[id]; {
		case s.status == done && !s.failed && (s.span.Outcome == trace.OK || s.span.Outcome == trace.Empty):
			good++
		case s.span.Outcome != trace.Skipped || s.failed:
			bad++
		}
	}
	r.release()
	return good, bad
}

// Drop it.
func (a *After) Drop() {
	a.run.mu.Lock()
	a.run.release()
}

// again readies a run that is over for its second phase. What was given up
// stays failed, what was not reached may be wanted again.
func (r *run) again(ctx context.Context, budget time.Duration) {
	for i := range r.states {
		switch s := &r.states[i]; s.status {
		case running, fallback, branching:
			s.status, s.failed = done, true
			s.waiters = s.waiters[:0]
		case waiting, ready:
			s.status = idle
			s.waiters = s.waiters[:0]
		}
	}
	r.empty()
	r.phase, r.over, r.late, r.closing, r.gone = trailing, false, false, false, nil
	r.left = len(r.plan.tail)
	r.budget, r.armed = budget, budget
	r.bind(ctx)
	select {
	case <-r.wake:
	default:
	}
}
