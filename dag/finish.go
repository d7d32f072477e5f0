package dag

import "slices"

// finish computes what follows from the nodes: who runs only as a fallback,
// how much follows each, the sources, and which columns are worth reading.
func finish(g *Graph) {
	lazy(g)
	depths(g)
	sources(g)
	columns(g)
	prune(g)
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
	return out
}

// lazy marks what only fallbacks want.
func lazy(g *Graph) {
	wanted := make([]bool, len(g.Nodes))
	for _, id := range g.Roots() {
		wanted[id] = true
	}
	for id := len(g.Nodes) - 1; id >= 0; id-- {
		if wanted[id] {
			for _, in := range g.Nodes[id].Before() {
				wanted[in] = true
			}
		}
	}
	for _, n := range g.Nodes {
		n.Lazy = !wanted[n.ID]
	}
}

// depths counts the nodes on the longest way from each to the answer.
func depths(g *Graph) {
	for id := len(g.Nodes) - 1; id >= 0; id-- {
		n := g.Nodes[id]
		for _, in := range n.Before() {
			g.Nodes[in].Depth = max(g.Nodes[in].Depth, n.Depth+1)
		}
		if n.Fallback >= 0 {
			g.Nodes[n.Fallback].Depth = max(g.Nodes[n.Fallback].Depth, n.Depth)
		}
	}
}

func sources(g *Graph) {
	for _, n := range g.Nodes {
		n.Bit = -1
		if n.Desc == nil || !n.Desc.Source {
			continue
		}
		if !slices.Contains(g.Resources, n.Resource) {
			g.Resources = append(g.Resources, n.Resource)
		}
		if n.Shape == SetShape {
			n.Bit = len(g.From)
			g.From = append(g.From, n.Name)
			g.Sources = append(g.Sources, n.ID)
		}
	}
}

// columns says for every set which columns are there, and which are the
// resource's own fields, unchanged, so that they may be read at the end.
func columns(g *Graph) {
	given := make([][]string, len(g.Nodes)) // the resources whose items a set may have
	fields := map[string]bool{}             // resource.field
	for _, n := range g.Nodes {
		if n.Shape != SetShape {
			continue
		}
		switch {
		case n.Op == "empty":
			continue
		case n.Desc != nil && n.Desc.Source:
			given[n.ID] = []string{n.Resource}
			as := n.wordOf("as")
			for i := range n.Columns {
				n.Columns[i].Pure = n.Columns[i].Name != as
				fields[n.Resource+"."+n.Columns[i].Name] = n.Columns[i].Pure
			}
			n.fields = n.Columns
		default:
			for _, in := range n.Inputs {
				for _, r := range given[in] {
					if !slices.Contains(given[n.ID], r) {
						given[n.ID] = append(given[n.ID], r)
					}
				}
			}
			if n.Op == "call" && len(n.Inputs) > 0 {
				n.Columns = append([]Column(nil), g.Nodes[n.Inputs[0]].Columns...)
				break
			}
			made := n.made()
			for i := range n.Columns {
				c := &n.Columns[i]
				c.Pure = !slices.Contains(made, c.Name)
				for _, in := range n.carriers() {
					has := func(r string) bool { return fields[r+"."+c.Name] }
					c.Pure = c.Pure && pureIn(g.Nodes[in], c.Name, slices.ContainsFunc(given[in], has))
				}
			}
		}
		if n.Fallback >= 0 {
			n.Columns = uniteColumns(n.Columns, g.Nodes[n.Fallback].Columns)
			for _, r := range given[n.Fallback] {
				if !slices.Contains(given[n.ID], r) {
					given[n.ID] = append(given[n.ID], r)
				}
			}
		}
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
	switch n.Op {
	case "merge", "backfill", "blend", "position":
		return n.Inputs
	}
	return n.Inputs[:min(1, len(n.Inputs))]
}

// pureIn tells whether a column is a resource's own in an input. A set that
// lacks it makes it impure, for there it is nil whatever the resource holds,
// unless none of its items can have it.
func pureIn(n *Node, name string, canHave bool) bool {
	i := slices.IndexFunc(n.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return !canHave
	}
	return n.Columns[i].Pure
}

// uniteColumns of a node and its fallback.
func uniteColumns(a, b []Column) []Column {
	out := append([]Column(nil), a...)
	for _, c := range b {
		i := slices.IndexFunc(out, func(have Column) bool { return have.Name == c.Name })
		if i < 0 {
			c.Type.Nullable, c.Pure = true, false
			out = append(out, c)
			continue
		}
		out[i].Pure = out[i].Pure && c.Pure
		out[i].Type.Nullable = out[i].Type.Nullable || c.Type.Nullable
	}
	return out
}
