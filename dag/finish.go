package dag

import "slices"

// finish computes what follows from the nodes of a root graph and its bodies:
// who runs only when asked for, how much follows each, the sources, and which
// columns are worth reading.
func (x *expander) finish() {
	all := x.top.graphs()
	for _, g := range all {
		lazy(g)
		depths(g)
	}
	sources(x.top, all)
	f := newFlow(x.known())
	f.columns(x.top)
	f.prune(x.top, all)
}

// known are the resources by name, and their fields as resource.field. They are
// counted again only when some were added: a project has many graphs.
func (b *builder) known() ([]string, map[string]bool) {
	if len(b.knownNames) != len(b.resources) {
		b.knownNames, b.knownFields = sorted(b.resources), map[string]bool{}
		for name, r := range b.resources {
			for _, field := range r.Fields {
				b.knownFields[name+"."+field.Name] = true
			}
		}
	}
	return b.knownNames, b.knownFields
}

// graphs are a root graph, its bodies and theirs, and those of its recursive
// pipelines.
func (g *Graph) graphs() []*Graph {
	out := []*Graph{g}
	for _, n := range g.Nodes {
		for _, inner := range n.Inner() {
			out = append(out, inner.graphs()...)
		}
	}
	for _, r := range g.Recursive {
		out = append(out, r.graphs()...)
	}
	return out
}

// Roots are the nodes the answer is made of.
func (g *Graph) Roots() []int {
	out := []int{g.Result.Items}
	for _, f := range g.Result.Fields {
		out = append(out, f.Node)
	}
	return slices.DeleteFunc(out, func(id int) bool { return id < 0 || id >= len(g.Nodes) })
}

// Before are the nodes that must be done before a node starts.
func (n *Node) Before() []int {
	out := append([]int(nil), n.Inputs...)
	for _, r := range n.Reads {
		out = append(out, r.Node)
	}
	return append(out, n.Captures...)
}

// Later are the nodes that a node may ask for when it comes to it: its fallback
// and the results of its branches.
func (n *Node) Later() []int {
	var out []int
	if n.Fallback >= 0 {
		out = append(out, n.Fallback)
	}
	for _, b := range n.Branches {
		out = append(out, b.Result)
	}
	return out
}

// Source tells whether a node brings items of a resource, or reads one of it.
func (n *Node) Source() bool {
	return n.Desc != nil && n.Desc.Source || n.Op == "service" && n.Resource != ""
}

// lazy marks what only fallbacks, some branches, and what comes after want.
// What every branch of a node wants is wanted, whichever is taken.
func lazy(g *Graph) {
	shared := make([][]int, len(g.Nodes))
	for _, n := range g.Nodes {
		if len(n.Branches) > 0 && n.When == nil && !n.Optional {
			shared[n.ID] = g.shared(n, shared)
		}
	}
	wanted := make([]bool, len(g.Nodes))
	for _, id := range g.Roots() {
		g.wants(id, wanted, shared)
	}
	for _, n := range g.Nodes {
		n.Lazy = !wanted[n.ID] && n.Op != "input"
	}
}

// wants marks a node and all that must be done for it; shared are what the
// branches of nodes share.
func (g *Graph) wants(id int, wanted []bool, shared [][]int) {
	todo := []int{id}
	for len(todo) > 0 {
		n := g.Nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if !wanted[n.ID] {
			wanted[n.ID] = true
			todo = append(append(todo, n.Before()...), shared[n.ID]...)
		}
	}
}

// shared are the nodes that every branch of a node wants, without those that
// another of them wants: a short list, whatever stands before them.
func (g *Graph) shared(n *Node, before [][]int) []int {
	times := make([]int, len(g.Nodes))
	for _, b := range n.Branches {
		own := make([]bool, len(g.Nodes))
		g.wants(b.Result, own, before)
		for id, is := range own {
			if is {
				times[id]++
			}
		}
	}
	var out []int
	implied := make([]bool, len(g.Nodes))
	for id := n.ID - 1; id >= 0; id-- {
		if times[id] == len(n.Branches) && !implied[id] {
			out = append(out, id)
			g.wants(id, implied, before)
		}
	}
	return out
}

// depths counts the nodes on the longest way from each to the answer.
func depths(g *Graph) {
	for id := len(g.Nodes) - 1; id >= 0; id-- {
		n := g.Nodes[id]
		for _, in := range n.Before() {
			g.Nodes[in].Depth = max(g.Nodes[in].Depth, n.Depth+1)
		}
		for _, b := range n.Branches {
			g.Nodes[b.Result].Depth = max(g.Nodes[b.Result].Depth, n.Depth+1)
		}
		if n.Fallback >= 0 {
			g.Nodes[n.Fallback].Depth = max(g.Nodes[n.Fallback].Depth, n.Depth)
		}
	}
}

// sources gives every source its bit in the root's table, which all share.
func sources(root *Graph, all []*Graph) {
	root.Walk(func(_ *Graph, n *Node) {
		if n.Literal() {
			root.writes(n)
		} else if n.Resource != "" && !slices.Contains(root.Resources, n.Resource) {
			root.Resources = append(root.Resources, n.Resource)
		}
		if n.Source() && n.Shape == SetShape {
			n.Bit = len(root.From)
			root.From = append(root.From, n.Name)
		}
	})
	for _, g := range all {
		g.From, g.Resources, g.Literals = root.From, root.Resources, root.Literals
	}
}

// wordOf a Word argument; "" when not given.
func (n *Node) wordOf(name string) string {
	if a := n.Arg(name); a != nil && len(a.Words) > 0 {
		return a.Words[0]
	}
	return ""
}

// made are the columns a node computes.
func (n *Node) made() []string {
	var out []string
	for i := range n.Args {
		for _, b := range n.Args[i].Bindings {
			out = append(out, b.Name)
		}
	}
	if as := n.wordOf("as"); as != "" {
		out = append(out, as)
	}
	return out
}

// carriers are the inputs whose columns a node passes on: all sets of a
// uniting operator, else the first.
func (n *Node) carriers() []int {
	if n.Desc != nil && n.Desc.Unites {
		return n.Inputs
	}
	return n.Inputs[:min(1, len(n.Inputs))]
}
