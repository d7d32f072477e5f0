package exec

import (
	"context"
	"time"

	"riffle.dev/riffle/engine/op"
)

// begin readies the run. The caller holds one reference.
func (r *run) begin(ctx context.Context, in *Input) {
	r.in, r.parent, r.begun = *in, ctx, time.Since(r.epoch)
	r.plainly = in.Off == nil && in.Faults == nil && !in.Labels
	r.refs, r.phase, r.over, r.failed, r.tick = 1, answering, false, "", 0
	r.gone, r.late, r.closing, r.left = nil, false, false, len(r.plan.roots)
	r.budget, r.armed = in.Budget, in.Budget
	if r.plan.lends {
		r.sharers()
	}
	for _, id := range r.plan.first {
		if r.states[id].pending == 0 {
			r.enqueue(id)
		}
	}
	r.over = r.left == 0 // a body may give just what it is given
}

// release gives a reference back; the last one returns the run to the pool,
// and gives back what it held of the run around it. The lock is held and given
// up.
func (r *run) release() {
	r.refs--
	last := r.refs == 0 && r.over
	r.mu.Unlock()
	if !last {
		return
	}
	for i := range r.states {
		r.states[i].reset(&r.plan.nodes[i])
		r.ctxs[i].reset()
		forget(&r.calls[i], r.plan.nodes[i].more)
	}
	r.empty()
	if len(r.views) > 0 {
		clear(r.views)
	}
	r.in, r.parent = Input{}, nil
	r.unbind()
	if r.steps.Load()+r.retried.Load() > 0 {
		r.steps.Store(0)
		r.retried.Store(0)
	}
	r.spans.reset()
	select {
	case <-r.wake:
	default:
	}
	outer := r.outer
	r.nested, r.root = nested{}, nil
	r.plan.pool.Put(r)
	if outer != nil {
		outer.mu.Lock()
		outer.release()
	}
}

// refer keeps a reference for a goroutine or a nested run.
func (r *run) refer() {
	r.mu.Lock()
	r.refs++
	r.mu.Unlock()
}

// forget what a call was given.
func forget(c *op.Call, more bool) {
	if len(c.Sets) == 1 {
		c.Sets[0] = nil
	} else {
		clear(c.Sets)
	}
	if c.First != nil {
		c.First = nil
	}
	c.Down = 0
	if !more {
		return
	}
	if len(c.Values) > 0 {
		clear(c.Values)
		c.Values = c.Values[:0]
	}
	if c.Given != nil || c.Ins != nil {
		clear(c.Given)
		clear(c.Ins)
		c.Given, c.Ins = c.Given[:0], c.Ins[:0]
	}
}

// empty the queues.
func (r *run) empty() {
	r.cheap, r.worth = r.cheap[:0], 0
	r.crew.empty()
	r.far.empty()
}
