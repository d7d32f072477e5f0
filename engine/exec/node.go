package exec

import (
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// perform runs a node on this goroutine and settles it, unless it was
// abandoned meanwhile. The lock is held before and after, not while it works.
func (r *run) perform(id int32, now time.Duration) time.Duration {
	s, x := &r.states[id], &r.plan.nodes[id]
	if s.apart && r.in.Soft != nil {
		r.join(now) // which may leave nobody who waits for it
	}
	if s.status != ready {
		return now // given up while it was in the queue
	}
	s.status = running
	s.span.Start = int64(now + r.in.Elapsed)
	r.fill(id)
	r.ctxs[id].start, r.ctxs[id].until = now, r.cut(id, now)
	var out op.Out
	var outcome trace.Status
	var err error
	if r.refs == 1 && r.root == r && x.form == plain {
		out, outcome, err = r.exec(id) // nobody else is here who could want the lock
		if err != nil || !r.in.Bare && !r.unmeasured(id) {
			now = r.measured(id, now)
		}
	} else {
		if s.apart {
			r.hurry(id)
		}
		r.mu.Unlock()
		out, outcome, err = r.exec(id)
		r.mu.Lock()
		now = r.measured(id, now)
	}
	if s.status != running || r.over {
		return now
	}
	if x.form == branch && err == nil && outcome == "" {
		if s.arm = -1; x.timeout > 0 {
			s.branch.cut = r.ctxs[id].until
		}
		r.descend(id, 0)
		return now
	}
	s.span.End = int64(now + r.in.Elapsed)
	if err != nil {
		r.erred(id, err)
		return now
	}
	s.span.Outcome = outcome
	if outcome == trace.Degraded {
		s.span.Cause = r.in.Why
	}
	r.settle(id, out)
	return now
}

// erred settles a node that gave an error. One that was cut short because the
// caller went away was not late: it ends the run, as the caller does.
func (r *run) erred(id int32, err error) {
	s, outcome := &r.states[id], trace.Error
	if op.TimedOut(err) {
		if gone := r.root.bound().Err(); gone != nil {
			r.leaves(gone)
			return
		}
		outcome = trace.Timeout
	}
	if s.kept != nil && errors.As(err, new(lateInside)) {
		s.kept = nil // it had the time
	}
	s.span.Failure = failure(err)
	r.fail(id, outcome, cause(outcome, err, r.ctxs[id].until))
}

// fill a call with what the node's inputs gave. One that never came to run has
// an off-value made of them too.
func (r *run) fill(id int32) {
	s, c, x := &r.states[id], &r.calls[id], &r.plan.nodes[id]
	n, sets := 0, c.Sets[:len(x.inputs)]
	for k, in := range x.inputs {
		set := r.states[in].out.Set
		if s.partial {
			set = r.output(int(in), true).Set
		}
		if sets[k] = set; set != nil {
			n += set.Len()
		}
	}
	s.span.In = int32(n)
	if r.in.Down != nil {
		c.Down = r.in.Down[id]
	}
	if x.more {
		r.fillMore(id)
	}
}

// fillMore is what else but sets a node takes.
func (r *run) fillMore(id int32) {
	s, c, x := &r.states[id], &r.calls[id], &r.plan.nodes[id]
	if len(x.Node.Reads) > 0 {
		c.Values = c.Values[:0]
		for _, read := range x.Node.Reads {
			c.Values = append(c.Values, r.output(read.Node, s.partial).Read())
		}
	}
	if x.wide {
		r.gather(id)
	}
	if len(x.lends) > 0 {
		r.reading(id)
	}
}

// measured notes what a node took, and gives the time.
func (r *run) measured(id int32, began time.Duration) time.Duration {
	now := r.read()
	r.plan.costs[id].note(now - began)
	return now
}

// gather what a node takes besides sets and values.
func (r *run) gather(id int32) {
	c, x := &r.calls[id], &r.plan.nodes[id]
	c.Ins, c.Given = c.Ins[:0], c.Given[:0]
	for _, in := range x.Node.Inputs {
		c.Ins = append(c.Ins, *r.output(in, r.states[id].partial))
	}
	switch {
	case x.body != nil:
		for _, in := range x.body.Graph.Inputs {
			if in.From < 0 {
				c.Given = append(c.Given, op.Out{})
			} else {
				c.Given = append(c.Given, *r.output(in.From, r.states[id].partial))
			}
		}
	default:
		for _, p := range x.Node.Parts {
			if p.Node < 0 {
				c.Given = append(c.Given, op.Out{})
			} else {
				c.Given = append(c.Given, *r.output(p.Node, r.states[id].partial))
			}
		}
	}
}

func cause(outcome trace.Status, err error, until time.Duration) string {
	if outcome == trace.Timeout {
		if errors.As(err, new(*op.RemoteError)) || errors.As(err, new(lateInside)) {
			return err.Error()
		}
		return fmt.Sprintf("not done at %s", until.Round(10*time.Microsecond))
	}
	return err.Error()
}

// cut is when a node that starts now has to be done. One on the request's own
// goroutine is not given up for being late: there is nobody to go on without it.
func (r *run) cut(id int32, now time.Duration) time.Duration {
	x, until := &r.plan.nodes[id], r.budget
	if !r.states[id].apart {
		until += r.budget / 16
	} else if x.Node.Depth > 0 {
		until = r.reserving(id, now)
	}
	if x.timeout > 0 {
		until = min(until, now+x.timeout)
	}
	return until
}

// reserving is when a node has to be done that others follow.
func (r *run) reserving(id int32, now time.Duration) time.Duration {
	budget, depth := r.budget, time.Duration(r.plan.nodes[id].Node.Depth)
	// calls within calls reserve less, or 64 of them would leave nothing
	until := budget - min(budget/4, max(budget/16, depth*budget/64))/time.Duration(r.depth+1)
	if soft := r.in.Soft; soft != nil && soft.until[id] > 0 {
		until = min(until, soft.until[id])
	}
	return min(max(until, now+budget/64), budget)
}

// exec is the work of a node. A panic is its error.
func (r *run) exec(id int32) (out op.Out, outcome trace.Status, err error) {
	c, x := &r.calls[id], &r.plan.nodes[id]
	if r.in.Labels {
		pprof.SetGoroutineLabels(x.labels)
	}
	defer func() {
		if p := recover(); p != nil {
			err = panicked{p}
		}
		if r.in.Labels {
			pprof.SetGoroutineLabels(context.Background())
		}
	}()
	if r.states[id].lent {
		of := x.shares
		if out, err = c.Borrow(r.plan.nodes[of].Prepared, r.states[of].out); err == nil {
			outcome = answered(x.Node, out)
		}
		return out, outcome, err
	}
	n := x.Node
	if r.in.Off != nil && r.in.Off[id] {
		out, err = c.Off()
		return out, trace.Degraded, err
	}
	if n.When != nil {
		v, err := column.EvalRow(n.When, noRow, c.Param)
		if err != nil {
			return out, "", err
		}
		if v != true {
			out, err = c.Off()
			return out, trace.Skipped, err
		}
	}
	if r.in.Faults != nil && x.form != asked {
		if err := drill(c.Ctx, r.in.Faults, n); err != nil {
			return out, "", err
		}
	}
	switch x.form {
	case plain:
		out, err = c.Run()
	case branch:
		return out, "", r.conditions(id)
	default:
		out, err = r.work(id)
	}
	if err != nil {
		return out, "", err
	}
	return out, answered(n, out), nil
}

// answered is the outcome of a node that did.
func answered(n *dag.Node, out op.Out) trace.Status {
	if size(n, out) == 0 {
		return trace.Empty
	}
	return trace.OK
}

func noRow(string) column.Value { return nil }

// size of what a node gives: items of a set, sets of a list, 1 for a value or
// several by name, 0 for nil.
func size(n *dag.Node, out op.Out) int {
	switch {
	case n.Shape == dag.SetShape:
		return out.Set.Len()
	case n.Shape == dag.SetsShape:
		return len(out.Many())
	case n.Shape == dag.BundleShape:
		return 1
	case out.Value == nil:
		return 0
	}
	return 1
}

func (r *run) faulty(id int32) bool {
	n := r.plan.nodes[id].Node
	_, ok := r.in.Faults.At(n.Resource, n.Name)
	return ok
}

// drill plays a fault, if one is on for the node. A hang ends when the node is
// abandoned.
func drill(ctx context.Context, faults op.Faults, n *dag.Node) error {
	f, ok := faults.At(n.Resource, n.Name)
	if !ok {
		return nil
	}
	if f.Delay > 0 {
		t := time.NewTimer(f.Delay)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if f.Hang {
		<-ctx.Done()
		return ctx.Err()
	}
	if f.Late {
		return context.DeadlineExceeded
	}
	if f.Err != "" {
		return drilled(f.Err)
	}
	return nil
}
