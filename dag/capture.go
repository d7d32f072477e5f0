package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/sig"
)

// local is a binding of another graph as this one has it: sets are captured.
// Bundles and records are when a part of them is asked for, values when an
// expression that reads them becomes a node.
func (x *expander) local(b *binding, from *expander) *binding {
	if b == nil || from == x || b.x == x || b.is != meansSet && b.is != meansList {
		return b
	}
	out := *b
	out.x = x
	if b.is == meansSet {
		out.id = x.capture(b.x, b.id)
		return &out
	}
	out.ids = make([]int, len(b.ids))
	for i, id := range b.ids {
		out.ids[i] = x.capture(b.x, id)
	}
	return &out
}

// capture makes a node of a graph around this one an input of it.
func (x *expander) capture(from *expander, id int) int {
	if from == x {
		return id
	}
	outer := x.outer.capture(from, id)
	n := x.outer.graph.Nodes[outer]
	if have, ok := x.nodes[n.Name]; ok {
		return have
	}
	in := &Node{Name: n.Name, Op: "input", Shape: n.Shape, Type: n.Type, Pos: n.Pos, Fallback: -1,
		Columns: slices.Clone(n.fields), Parts: slices.Clone(n.Parts)}
	return x.entered(in, n.Name, outer)
}

// input is the node for a variable or a parameter of a body.
func (x *expander) input(name, node string, shape Shape, t sig.Type, at Pos) int {
	in := &Node{Name: node, Op: "input", Shape: shape, Pos: at, Fallback: -1}
	switch shape {
	case ValueShape:
		in.Type = columnType(t)
	case BundleShape:
		in.Parts = partsOf(t)
	default:
		in.Columns = columnsOf(t)
	}
	return x.entered(in, name, -1)
}

func (x *expander) entered(n *Node, name string, from int) int {
	id := x.add(&scope{}, n)
	x.graph.Inputs = append(x.graph.Inputs, Input{Name: name, Node: id, From: from})
	return id
}

// find a node that an expression calls by name, here or around; -1 when it is
// none, but a parameter.
func (x *expander) find(name string) int {
	if id, ok := x.nodes[name]; ok {
		return id
	}
	if x.outer == nil {
		return -1
	}
	id := x.outer.find(name)
	if id < 0 {
		return -1
	}
	return x.capture(x.outer, id)
}
