package exec

import (
	"errors"
	"sync"
	"sync/atomic"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

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
