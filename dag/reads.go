package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// reads finds the columns a node reads of its first set: those that are a
// resource's own it fetches, the others the set must bring.
func (f *flow) reads(g *Graph, n *Node) (fetch []Column, carried []string) {
	if len(n.Inputs) == 0 {
		return nil, nil
	}
	first := port{g.Nodes[n.Inputs[0]], ""}
	names := n.columnsRead()
	if slices.Contains(g.After, n.ID) { // it is given what an answer would show
		for _, c := range first.columns() {
			if c.Type.Kind != column.Vector && !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	for _, name := range names {
		i := slices.IndexFunc(first.columns(), func(c Column) bool { return c.Name == name })
		if i >= 0 && first.columns()[i].Pure {
			fetch = append(fetch, first.columns()[i])
		} else {
			carried = append(carried, name)
		}
	}
	return fetch, carried
}

// columnsRead by the node's own arguments, each once.
func (n *Node) columnsRead() []string {
	var out []string
	add := func(names ...string) {
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	model := func(m *Model) {
		for _, c := range m.Columns {
			if !c.Missing {
				add(c.Name)
			}
		}
	}
	for i := range n.Args {
		a := &n.Args[i]
		switch a.Kind {
		case sig.PerItem, sig.Order:
			if a.Expr != nil {
				add(a.Expr.Columns()...)
			}
		case sig.Column:
			add(a.Words...)
		case sig.Columns:
			if n.Shape != SetShape { // a select only leaves some out
				add(a.Words...)
			}
		}
		for _, b := range a.Bindings {
			if b.Model != nil {
				model(b.Model)
			} else {
				add(b.Expr.Columns()...)
			}
		}
		if a.Model != nil {
			model(a.Model)
		}
	}
	return out
}

// wanted are the columns a node's inputs must bring for those behind it: all
// it does not make or leave out.
func (n *Node) wanted(behind []string) []string {
	made := n.made()
	mayBeOff := n.Optional || n.When != nil
	var out []string
	for _, name := range behind {
		if mayBeOff || !slices.Contains(made, name) {
			out = append(out, name)
		}
	}
	if left := n.Left(); left != nil {
		out = slices.DeleteFunc(out, func(name string) bool { return !slices.Contains(left, name) })
	}
	return out
}

// nils are the columns that are nil where the node is off.
func nils(n *Node) []Column {
	var out []Column
	made := n.made()
	if n.Desc == nil || n.Desc.Source {
		return nil
	}
	for _, c := range n.Columns {
		if slices.Contains(made, c.Name) {
			c.Type.Nullable = true
			out = append(out, c)
		}
	}
	return out
}
