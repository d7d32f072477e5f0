package exec

import (
	"fmt"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

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
