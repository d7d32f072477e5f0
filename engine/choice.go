package engine

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/exec"
)

// choices finds the nodes to switch off, of which only optional ones may be,
// and the arms to begin with. Names may be of nodes in bodies; nil where the
// request says nothing.
func choices(g *dag.Graph, req Request) (map[*dag.Graph]exec.Choice, error) {
	if len(req.Off)+len(req.Arms) == 0 {
		return nil, nil
	}
	out := map[*dag.Graph]exec.Choice{}
	for _, name := range req.Off {
		in, n := find(g, name)
		if n == nil {
			return nil, invalid("off", "", fmt.Sprintf("%s has no node %q", g.Name, clip(name)))
		}
		if !n.Optional {
			return nil, invalid("off", "", fmt.Sprintf("%s is required, only optional nodes may be off", name))
		}
		c := out[in]
		if c.Off == nil {
			c.Off = make([]bool, len(in.Nodes))
		}
		c.Off[n.ID] = true
		out[in] = c
	}
	for name, arm := range req.Arms {
		in, n := find(g, name)
		if n == nil || n.Op != "choose" {
			return nil, invalid("arms", "", fmt.Sprintf("%s has no choose %q", g.Name, clip(name)))
		}
		k := slices.IndexFunc(n.Branches, func(b dag.Branch) bool { return b.Name == arm })
		if k < 0 {
			return nil, invalid("arms", "", fmt.Sprintf("%s has no arm %q", name, clip(arm)))
		}
		c := out[in]
		if c.Arms == nil {
			c.Arms = make([]int, len(in.Nodes))
		}
		c.Arms[n.ID] = k
		out[in] = c
	}
	return out, nil
}

// find a node of a root graph or of its bodies.
func find(g *dag.Graph, name string) (in *dag.Graph, n *dag.Node) {
	if n, ok := g.Node(name); ok {
		return g, n
	}
	g.Walk(func(have *dag.Graph, x *dag.Node) {
		if n == nil && x.Name == name {
			in, n = have, x
		}
	})
	return in, n
}
