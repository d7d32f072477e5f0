package dag

import (
	"slices"

	"riffle.dev/riffle/internal/column"
)

// Clone is a graph of its own: nodes, bodies and the graphs of recursive
// pipelines may be changed without a change to the one it was made from.
// Expressions, descriptions and lists of columns are immutable and shared.
func (g *Graph) Clone() *Graph {
	out := *g
	out.Params, out.Inputs = slices.Clone(g.Params), slices.Clone(g.Inputs)
	out.After, out.From = slices.Clone(g.After), slices.Clone(g.From)
	out.Resources, out.Literals = slices.Clone(g.Resources), slices.Clone(g.Literals)
	out.Result.Fields = slices.Clone(g.Result.Fields)
	out.Nodes = make([]*Node, len(g.Nodes))
	for i, n := range g.Nodes {
		out.Nodes[i] = n.clone()
	}
	out.Recursive = make([]*Graph, len(g.Recursive))
	for i, r := range g.Recursive {
		out.Recursive[i] = r.Clone()
	}
	return &out
}

func (n *Node) clone() *Node {
	out := *n
	out.Parts, out.Inputs, out.Reads = slices.Clone(n.Parts), slices.Clone(n.Inputs), slices.Clone(n.Reads)
	out.Captures, out.Branches, out.Knobs = slices.Clone(n.Captures), slices.Clone(n.Branches), slices.Clone(n.Knobs)
	out.Args = slices.Clone(n.Args)
	for i := range out.Args {
		a := &out.Args[i]
		a.Sets, a.Bindings = slices.Clone(a.Sets), slices.Clone(a.Bindings)
	}
	if n.Loop != nil {
		loop := *n.Loop
		loop.Body, loop.Reads = loop.Body.Clone(), slices.Clone(loop.Reads)
		out.Loop = &loop
	}
	if n.Each != nil {
		each := *n.Each
		each.Body = each.Body.Clone()
		out.Each = &each
	}
	if n.Cache != nil {
		cache := *n.Cache
		out.Cache = &cache
	}
	return &out
}

// Rewrite replaces every expression of a node that is computed in its own
// graph: those of its arguments, conditions and models, the key of its cache.
func (n *Node) Rewrite(with func(*column.Expr) *column.Expr) {
	one := func(e **column.Expr) {
		if *e != nil {
			*e = with(*e)
		}
	}
	one(&n.When)
	for i := range n.Branches {
		one(&n.Branches[i].When)
	}
	if n.Cache != nil {
		one(&n.Cache.By)
	}
	bindings := func(list []Binding) []Binding {
		list = slices.Clone(list)
		for i := range list {
			one(&list[i].Expr)
		}
		return list
	}
	model := func(m *Model) *Model {
		if m == nil {
			return nil
		}
		out := *m
		out.Args = bindings(m.Args)
		return &out
	}
	for i := range n.Args {
		a := &n.Args[i]
		one(&a.Expr)
		a.Bindings = bindings(a.Bindings)
		for k := range a.Bindings {
			a.Bindings[k].Model = model(a.Bindings[k].Model)
		}
		a.Model = model(a.Model)
	}
}
