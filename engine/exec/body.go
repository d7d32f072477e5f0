package exec

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
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
	r.hold()
	sub := p.pool.Get().(*run)
	r.root.spans.enter(sub)
	sub.mu.Lock()
	sub.root = r.root
	sub.nested = nested{outer: r, stop: v.stop, depth: v.depth, turn: strconv.Itoa(v.turn)}
	if r.turn != "" {
		sub.turn = r.turn + "." + sub.turn
	}
	in := r.in
	in.Values, in.Choice = v.values, r.in.Inner[p.Graph]
	in.Budget, in.Elapsed = ctx.until-now, r.in.Elapsed+now
	sub.begin(ctx, in)
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

// why a node failed: of one that failed because of another, the innermost.
func (r *run) why(id int32) string {
	for r.states[id].span.Outcome == trace.Skipped {
		next := slices.IndexFunc(r.plan.nodes[id].before, func(b int32) bool { return r.states[b].status == done && r.states[b].failed })
		if next < 0 {
			break
		}
		id = r.plan.nodes[id].before[next]
	}
	name, cause := r.plan.nodes[id].Node.Name, r.states[id].span.Cause
	switch {
	case strings.Contains(cause, " failed: "):
		return cause
	case cause == "":
		return name + " failed"
	}
	return name + " failed: " + cause
}

// loop runs its body as long as its condition holds.
func (r *run) loop(id int32) (op.Out, error) {
	c, x := &r.calls[id], &r.plan.nodes[id]
	l, g := x.Node.Loop, x.body.Graph
	vars, err := c.Firsts()
	if err != nil {
		return op.Out{}, err
	}
	v := visit{values: r.in.Values, inputs: make([]op.Out, len(g.Inputs)), depth: r.depth}
	copy(v.inputs, c.Given)
	see := func(name string) column.Value {
		for _, read := range l.Reads {
			if read.Param != name {
				continue
			}
			for k, in := range g.Inputs {
				if in.Node == read.Node {
					return v.inputs[k].Read()
				}
			}
		}
		return r.value(name)
	}
	for l.Max == 0 || v.turn < l.Max {
		now := vars.Many()
		for k, in := range g.Inputs {
			for i, part := range x.Node.Parts {
				if in.From < 0 && in.Name == part.Name {
					v.inputs[k] = now[i]
				}
			}
		}
		goesOn, err := column.EvalRow(l.While, noRow, see)
		if err != nil {
			return op.Out{}, fmt.Errorf("while: %w", err)
		}
		if goesOn != true {
			break
		}
		v.turn++
		next, err := r.body(id, v, fields)
		if err != nil {
			return op.Out{}, err
		}
		vars = c.Complete(next)
		r.keep(id, vars)
	}
	return vars, nil
}

// keep what a whole turn gave, should the time be up before the loop is done.
func (r *run) keep(id int32, vars op.Out) {
	r.mu.Lock()
	r.states[id].kept = &vars
	r.mu.Unlock()
}

// fields of a body's result.
func fields(sub *run) (op.Out, error) {
	list := sub.plan.Graph.Result.Fields
	out := make([]op.Out, len(list))
	for i, f := range list {
		out[i] = sub.states[f.Node].out
	}
	return op.Several(out), nil
}

// each runs its body for every element, several at once.
func (r *run) each(id int32) (op.Out, error) {
	c, x := &r.calls[id], &r.plan.nodes[id]
	e := x.Node.Each
	elems, err := r.elements(id)
	if err != nil {
		return op.Out{}, err
	}
	results := make([]op.Out, len(elems))
	workers := e.Parallel
	if workers <= 0 {
		workers = defaultParallel
	}
	stop := make(chan struct{})
	var next atomic.Int64
	var failed error
	var once sync.Once
	work := func() {
		for {
			i := int(next.Add(1)) - 1
			if i >= len(elems) {
				return
			}
			select {
			case <-stop:
				return
			default:
			}
			out, err := r.body(id, r.element(id, i, elems[i], stop), r.single(id))
			if err != nil {
				once.Do(func() { failed = err; close(stop) })
				return
			}
			results[i] = out
		}
	}
	var others sync.WaitGroup
	for range min(workers, len(elems)) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	if failed != nil {
		return op.Out{}, failed
	}
	if x.Node.Shape == dag.SetsShape {
		return c.Complete(op.Several(results)), nil
	}
	list := make([]column.Value, len(results))
	for i := range results {
		list[i] = results[i].Read()
	}
	return op.Out{Value: list}, nil
}

// defaultParallel is how many bodies of an each run at once where it says
// nothing.
const defaultParallel = 4

// elements an each goes over.
func (r *run) elements(id int32) ([]op.Out, error) {
	in, err := r.calls[id].Argument("in")
	if err != nil {
		return nil, err
	}
	elems := in.Many()
	if list, ok := in.Value.([]column.Value); ok {
		elems = make([]op.Out, len(list))
		for i, v := range list {
			elems[i].Value = v
		}
	}
	if most := r.plan.nodes[id].Node.Each.Max; most > 0 && len(elems) > most {
		elems = elems[:most]
	}
	return elems, nil
}

// element is the run of an each's body for one.
func (r *run) element(id int32, i int, elem op.Out, stop <-chan struct{}) visit {
	c, x := &r.calls[id], &r.plan.nodes[id]
	g := x.body.Graph
	v := visit{values: r.in.Values, inputs: make([]op.Out, len(g.Inputs)), turn: i + 1, depth: r.depth, stop: stop}
	copy(v.inputs, c.Given)
	for k, in := range g.Inputs {
		if in.From < 0 && in.Name == x.Node.Each.Var {
			v.inputs[k] = elem
		}
	}
	return v
}

// single is the one thing an each's body gives.
func (r *run) single(id int32) func(sub *run) (op.Out, error) {
	set := r.plan.nodes[id].Node.Shape == dag.SetsShape
	return func(sub *run) (op.Out, error) {
		res := &sub.plan.Graph.Result
		switch {
		case set && res.Items >= 0:
			return sub.states[res.Items].out, nil
		case !set && len(res.Fields) > 0:
			return sub.states[res.Fields[0].Node].out, nil
		}
		return op.Out{}, errors.New("a body without a value")
	}
}

// recur runs the graph of a pipeline that calls itself.
func (r *run) recur(id int32) (op.Out, error) {
	if r.depth >= dag.MaxRecursion {
		return op.Out{}, ErrDepth
	}
	c, x := &r.calls[id], &r.plan.nodes[id]
	g := x.body.Graph
	v := visit{values: make(map[string]column.Value, len(g.Params)), inputs: make([]op.Out, len(g.Inputs)), turn: r.depth + 1, depth: r.depth + 1}
	for _, p := range g.Params {
		if x.Node.Arg(p.Name) == nil {
			v.values[p.Name] = p.Default
			continue
		}
		arg, err := c.Argument(p.Name)
		if err != nil {
			return op.Out{}, fmt.Errorf("%s: %w", p.Name, err)
		}
		v.values[p.Name] = arg.Read()
	}
	for k, in := range g.Inputs {
		arg, err := c.Argument(in.Name)
		if err != nil {
			return op.Out{}, fmt.Errorf("%s: %w", in.Name, err)
		}
		v.inputs[k] = arg
	}
	out, err := r.body(id, v, func(sub *run) (op.Out, error) { return sub.returned(x.Node) })
	if err != nil {
		return op.Out{}, err
	}
	return c.Complete(out), nil
}

// returned is what a called graph gives, in the shape of the node that called
// it.
func (r *run) returned(n *dag.Node) (op.Out, error) {
	res := &r.plan.Graph.Result
	items := op.Out{}
	if res.Items >= 0 {
		items = r.states[res.Items].out
		if items.Set != nil && items.Set.Len() > 0 && len(res.Late) > 0 {
			var err error
			if items.Set, err = op.Fetch(r.parent, items.Set, res.Late, r.view); err != nil {
				return op.Out{}, err
			}
		}
	}
	if n.Shape == dag.SetShape {
		return items, nil
	}
	field := func(name string) op.Out {
		for _, f := range res.Fields {
			if f.Name == name {
				return r.states[f.Node].out
			}
		}
		return items
	}
	if n.Shape == dag.BundleShape {
		out := make([]op.Out, len(n.Parts))
		for i, p := range n.Parts {
			out[i] = field(p.Name)
		}
		return op.Several(out), nil
	}
	if len(res.Fields) > 0 {
		return r.states[res.Fields[0].Node].out, nil
	}
	return items, nil
}
