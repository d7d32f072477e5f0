package exec

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

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
