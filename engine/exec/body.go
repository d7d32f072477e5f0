package exec

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Errors of what a request may do in bodies.
var (
	ErrSteps = fmt.Errorf("more than %d steps in the bodies of a request", dag.MaxSteps)
	ErrDepth = fmt.Errorf("pipelines call themselves deeper than %d", dag.MaxRecursion)
)

// nested is what a run is besides when it is that of a body.
type nested struct {
	outer *run            // held until this one is out
	stop  <-chan struct{} // closed: what it was for is over; may be nil
	name  string          // of the node it is for
	turn  string          // 2.3: the second turn of the outer body, the third of the inner
	depth int             // recur nodes around it
}

// visit is one run of a body.
type visit struct {
	values map[string]column.Value // of its parameters
	inputs []op.Out                // by Graph.Inputs
	turn   int                     // from 1
	depth  int
	stop   <-chan struct{}
}

// body runs the graph of a node once. It shares the request's moment, views,
// faults, steps and trace; the time it has is what the node has left. read
// takes what is wanted, with the lock of the body's run held.
func (r *run) body(id int32, v visit, read func(sub *run) (op.Out, error)) (op.Out, error) {
	p, ctx := r.plan.nodes[id].body, &r.ctxs[id]
	if !r.root.step(p.steps) {
		return op.Out{}, ErrSteps
	}
	now := r.now()
	if err := ctx.Err(); err != nil {
		return op.Out{}, err
	}
	r.refer()
	sub := p.pool.Get().(*run)
	r.root.spans.enter(sub)
	sub.mu.Lock()
	sub.root = r.root
	sub.nested = nested{outer: r, stop: v.stop, name: r.plan.nodes[id].Node.Name, depth: v.depth, turn: strconv.Itoa(v.turn)}
	if r.turn != "" {
		sub.turn = r.turn + "." + sub.turn
	}
	in := r.in
	in.Values, in.Choice = v.values, r.in.Inner[p.Graph]
	in.Budget, in.Elapsed = ctx.until-now, r.in.Elapsed+now
	sub.begin(ctx, &in)
	for k, given := range v.inputs {
		at := p.inputs[k]
		s := &sub.states[at]
		s.status, s.out = done, sub.calls[at].Complete(given)
	}
	sub.drive(ctx, 0)
	out, err := sub.outcome()
	if err == nil {
		out, err = read(sub)
	}
	sub.mu.Unlock()
	r.root.spans.leave(sub)
	sub.mu.Lock()
	sub.release()
	return out, err
}

// step takes steps of the request; false when there are not so many left.
func (s *shared) step(n int64) bool { return s.steps.Add(n) <= dag.MaxSteps }

// outcome of a run that is over. The lock is held.
func (r *run) outcome() (op.Out, error) {
	switch {
	case r.gone != nil:
		return op.Out{}, r.gone
	case r.late:
		return op.Out{}, context.DeadlineExceeded
	case r.failed != "":
		for i := range r.states {
			if r.plan.nodes[i].Node.Name == r.failed && r.states[i].failed {
				return op.Out{}, r.failure(int32(i))
			}
		}
		return op.Out{}, fmt.Errorf("%s failed", r.failed)
	}
	return op.Out{}, nil
}

// failure of the node that failed the run. One that had not the time it wanted
// is the run's own lack of time.
func (r *run) failure(id int32) error {
	s, x := &r.states[id], &r.plan.nodes[id]
	if s.span.Outcome != trace.Timeout {
		return errors.New(r.why(id))
	}
	began, ended, until := time.Duration(s.span.Start)-r.in.Elapsed, time.Duration(s.span.End)-r.in.Elapsed, r.ctxs[id].until
	if ended >= until && (x.timeout == 0 || until < began+x.timeout) {
		return context.DeadlineExceeded
	}
	return lateInside{r.why(id)}
}

// lateInside is the error of a body in which a node was given less time than it
// wanted: a timeout of its own, or of what it asked.
type lateInside struct{ why string }

func (e lateInside) Error() string { return e.why }

// Is makes it a timeout.
func (e lateInside) Is(target error) bool { return target == context.DeadlineExceeded }

// culprit of a node's failure: the node itself, or the innermost of those because
// of which it never ran.
func (r *run) culprit(id int32) int32 {
	for r.states[id].span.Outcome == trace.Skipped {
		next := slices.IndexFunc(r.plan.nodes[id].before, func(b int32) bool { return r.states[b].status == done && r.states[b].failed })
		if next < 0 {
			break
		}
		id = r.plan.nodes[id].before[next]
	}
	return id
}

// why a node failed: of one that failed because of another, the innermost.
func (r *run) why(id int32) string {
	id = r.culprit(id)
	name, cause := r.plan.nodes[id].Node.Name, r.states[id].span.Cause
	switch {
	case strings.Contains(cause, " failed: "):
		return cause
	case cause == "":
		return name + " failed"
	}
	return name + " failed: " + cause
}
