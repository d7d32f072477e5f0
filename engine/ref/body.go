package ref

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

// body begins a run of a graph within this one: what it is given by name, what
// it captures by node.
func (r *run) body(g *dag.Graph, given map[string]*value) *run {
	in := &run{request: r.request, g: g, values: r.values, done: map[int]*value{}, depth: r.depth}
	for _, input := range g.Inputs {
		if input.From >= 0 {
			in.done[input.Node] = r.node(input.From).clone()
		} else if v := given[input.Name]; v != nil {
			in.done[input.Node] = v.clone()
		} else {
			in.done[input.Node] = &value{}
		}
	}
	return in
}

// answer charges the steps of a body and computes what it gives.
func (r *run) answer() error {
	if r.steps += r.g.Steps(); r.steps > dag.MaxSteps {
		return fmt.Errorf("more than %d steps in loops, eaches and recursive calls", dag.MaxSteps)
	}
	return r.roots()
}

// given are the arguments of a node that runs a body, by name.
func (r *run) given(n *dag.Node) map[string]*value {
	out := map[string]*value{}
	for i := range n.Args {
		a := &n.Args[i]
		switch {
		case a.Expr != nil:
			out[a.Name] = &value{scalar: r.eval(a.Expr, nothing)}
		case len(a.Sets) > 0:
			out[a.Name] = r.node(n.Inputs[a.Sets[0]]).clone()
		}
	}
	return out
}

func (r *run) loop(n *dag.Node) (*value, error) {
	vars := r.given(n)
	for turn := 0; n.Loop.Max == 0 || turn < n.Loop.Max; turn++ {
		in := r.body(n.Loop.Body, vars)
		goOn, err := column.EvalRow(n.Loop.While, nothing, in.param)
		if err != nil {
			return nil, fmt.Errorf("while: %w", err)
		}
		if goOn != true {
			break
		}
		if err := in.answer(); err != nil {
			return nil, fmt.Errorf("turn %d: %w", turn+1, err)
		}
		next := map[string]*value{}
		for _, f := range n.Loop.Body.Result.Fields {
			next[f.Name] = in.node(f.Node).clone()
		}
		vars = next
	}
	return &value{parts: vars}, nil
}

func (r *run) each(n *dag.Node) (*value, error) {
	var elems []*value
	if a := n.Arg("in"); a.Expr != nil {
		list, _ := r.eval(a.Expr, nothing).([]column.Value)
		for _, x := range list {
			elems = append(elems, &value{scalar: x})
		}
	} else {
		for _, at := range a.Sets {
			v := r.node(n.Inputs[at])
			if r.g.Nodes[n.Inputs[at]].Shape == dag.SetShape {
				elems = append(elems, v)
			}
			for _, set := range v.sets {
				elems = append(elems, &value{set: set})
			}
		}
	}
	if n.Each.Max > 0 {
		elems = elems[:min(n.Each.Max, len(elems))]
	}
	body, out := n.Each.Body, &value{}
	list := []column.Value{}
	var failed error
	for i, e := range elems { // they run side by side: one that fails does not keep the others
		in := r.body(body, map[string]*value{n.Each.Var: e})
		if err := in.answer(); err != nil && failed == nil {
			failed = fmt.Errorf("element %d: %w", i+1, err)
		}
		if failed != nil {
			continue
		}
		if n.Shape == dag.SetsShape {
			out.sets = append(out.sets, in.node(body.Result.Items).clone().set)
		} else {
			list = append(list, in.scalar(body.Result.Fields[0].Node))
		}
	}
	if n.Shape == dag.ValueShape {
		out.scalar = list
	}
	return out, failed
}

// recur answers the graph of a pipeline that calls itself, which sees of its
// arguments, and gives, just what it declares.
func (r *run) recur(n *dag.Node) (*value, error) {
	if r.depth >= dag.MaxRecursion {
		return nil, fmt.Errorf("pipeline %s calls itself deeper than %d", n.Pipeline, dag.MaxRecursion)
	}
	g, ok := r.root.Called(n)
	if !ok {
		return nil, fmt.Errorf("no pipeline %q", n.Pipeline)
	}
	args := r.given(n)
	for _, input := range g.Inputs {
		if v := args[input.Name]; v != nil {
			v.only(g.Nodes[input.Node].Declared())
		}
	}
	in := r.body(g, args)
	in.depth++
	in.values = map[string]column.Value{}
	for name, v := range args {
		in.values[name] = v.scalar
	}
	if err := in.answer(); err != nil {
		return nil, err
	}
	if n.Shape == dag.SetShape {
		out := in.node(g.Result.Items).clone()
		out.only(n.Declared())
		return out, nil
	}
	out := &value{parts: map[string]*value{}}
	if g.Result.Items >= 0 {
		out.parts["items"] = in.node(g.Result.Items).clone()
	}
	for _, f := range g.Result.Fields {
		out.parts[f.Name] = in.node(f.Node).clone()
	}
	for i := range n.Parts {
		if p := &n.Parts[i]; p.Shape != dag.ValueShape {
			out.parts[p.Name].only(p.Declared())
		}
	}
	return out, nil
}

// only leaves the columns given on sets.
func (v *value) only(cols []dag.Column) {
	for _, set := range append([][]plain.Row{v.set}, v.sets...) {
		for _, row := range set {
			kept := map[string]column.Value{}
			for _, c := range cols {
				kept[c.Name] = row.Cols[c.Name]
			}
			clear(row.Cols)
			for name, x := range kept {
				row.Cols[name] = x
			}
		}
	}
}
