package ref

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/plain"
)

// compute a node whose inputs are there.
func (r *run) compute(n *dag.Node) (*value, error) {
	var sets [][]plain.Row // by n.Inputs, lists of sets spread
	var names []string
	for i, in := range n.Inputs {
		v := r.node(in).clone()
		name := setName(n, i)
		if r.g.Nodes[in].Shape != dag.SetsShape {
			sets, names = append(sets, v.set), append(names, name)
		}
		for _, set := range v.sets {
			sets, names = append(sets, set), append(names, name)
		}
	}
	switch n.Op {
	case "if", "choose":
		return r.branch(n)
	case "loop":
		return r.loop(n)
	case "each":
		return r.each(n)
	case "recur":
		return r.recur(n)
	case "service":
		return r.service(n)
	case "part":
		return r.node(n.Inputs[0]).parts[n.Arg("name").Words[0]].clone(), nil
	case "list":
		return &value{sets: sets}, nil
	case "record":
		return r.gather(n), nil
	}
	switch n.Op {
	case "expr":
		return &value{scalar: r.eval(n.Arg("value").Expr, nothing)}, nil
	case "call":
		if n.Shape == dag.BundleShape {
			return r.gather(n), nil
		}
		return &value{set: sets[0]}, nil
	case "empty":
		return &value{}, nil
	case "words":
		return r.vector(n)
	}
	decl, ok := r.in.Ops.Decl(n.Op)
	if !ok || decl.Plain == nil {
		return nil, fmt.Errorf("no operator %q", n.Op)
	}
	out, err := decl.Plain(&plain.Call{
		Node: n, Sets: sets, Names: names, First: r.first(n), From: r.root.From,
		View: r.view, Eval: r.eval, Ask: r.model, Down: r.down(n),
	})
	if err != nil {
		return nil, err
	}
	return &value{set: out.Set, scalar: out.Value}, nil
}

// first are the columns of a node's first set, with those it reads besides.
func (r *run) first(n *dag.Node) []dag.Column {
	if len(n.Inputs) == 0 {
		return nil
	}
	in := r.g.Nodes[n.Inputs[0]]
	return append(append(append([]dag.Column(nil), in.Columns...), n.Fetch...), in.Declared()...)
}

// vector is a text by a word table.
func (r *run) vector(n *dag.Node) (*value, error) {
	t, err := r.in.Res.Words(n.Arg("table").Words[0])
	if err != nil {
		return nil, err
	}
	if text, ok := r.eval(n.Arg("text").Expr, nothing).(string); ok {
		if v := t.Vector(text); v != nil {
			return &value{scalar: v}, nil
		}
	}
	return &value{}, nil
}

// setName is what policies call the set of an input by.
func setName(n *dag.Node, input int) string {
	for _, a := range n.Args {
		for i, at := range a.Sets {
			if at == input && i < len(a.SetNames) {
				return a.SetNames[i]
			}
		}
	}
	return ""
}
