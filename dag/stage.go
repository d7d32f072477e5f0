package dag

import "slices"

// stages, left to right.
var stages = [...]string{"feature", "recall", "merge", "rank", "out", "after"}

// Stages are the lanes a graph is drawn in, left to right.
func Stages() []string { return slices.Clone(stages[:]) }

// Stage is the lane a node stands in: a feature is a value or what a body is
// given, recall reads a resource, out is what the answer is cut from, after is
// what only runs once the answer has left. A choice stands where its arms do,
// and an arm that only cuts stands beside the others; a cut that more is made
// of is no answer either, nor is what a body gives.
func (g *Graph) Stage(n *Node) string {
	switch {
	case n.ID == g.Result.Items && len(g.Inputs) == 0:
		return "out"
	case n.Lazy && g.behind(n):
		return "after"
	case n.Shape == ValueShape, n.Op == "input":
		return "feature"
	case n.lane() == "recall":
		return "recall"
	case len(n.Branches) > 0:
		return g.armsStage(n)
	}
	if stage := n.lane(); stage != "out" {
		return stage
	}
	if of := g.choice(n); of != nil {
		return g.armsStage(of)
	}
	if len(g.Inputs) > 0 || g.goesOn(n) {
		return "merge"
	}
	return "out"
}

// Lane is where nodes of an operator are drawn, wherever they stand.
func (o *Op) Lane() string {
	switch {
	case o.Source:
		return "recall"
	case o.Stage == "":
		return "merge"
	}
	return o.Stage
}

// lane of a node by what it is.
func (n *Node) lane() string {
	switch {
	case n.Desc != nil:
		return n.Desc.Lane()
	case n.Resource != "":
		return "recall"
	}
	return "merge"
}

// armsStage is rank when one of a node's arms ranks, else merge.
func (g *Graph) armsStage(n *Node) string {
	for _, b := range n.Branches {
		if g.Nodes[b.Result].lane() == "rank" {
			return "rank"
		}
	}
	return "merge"
}

// choice is the node that has n as an arm; nil for none.
func (g *Graph) choice(n *Node) *Node {
	if !n.Lazy {
		return nil
	}
	for _, m := range g.Nodes {
		if slices.ContainsFunc(m.Branches, func(b Branch) bool { return b.Result == n.ID }) {
			return m
		}
	}
	return nil
}

// goesOn tells whether something that does not cut reads a node before the
// answer leaves.
func (g *Graph) goesOn(n *Node) bool {
	return slices.ContainsFunc(g.Nodes, func(m *Node) bool {
		return m.ID > n.ID && (len(m.Branches) > 0 || m.lane() != "out") && m.Shape != ValueShape && slices.Contains(m.Before(), n.ID) && !g.behind(m)
	})
}

// behind tells whether only what runs after the answer wants a node.
func (g *Graph) behind(n *Node) bool {
	return len(g.After) > 0 && !g.reach(g.Roots())[n.ID] && g.reach(g.After)[n.ID]
}

// reach are the nodes that some need, or may ask for, by id.
func (g *Graph) reach(from []int) []bool {
	seen := make([]bool, len(g.Nodes))
	todo := slices.Clone(from)
	for len(todo) > 0 {
		n := g.Nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if !seen[n.ID] {
			seen[n.ID] = true
			todo = append(append(todo, n.Before()...), n.Later()...)
		}
	}
	return seen
}
