package optimize

import (
	"slices"

	"riffle.dev/riffle/dag"
)

// takers counts, for every node of a graph, who takes what it gives: inputs,
// values, bodies, branches, fallbacks, parts, the answer, what comes after, and
// nodes that share it. A node that takes it twice counts twice.
func takers(g *dag.Graph) []int {
	out := make([]int, len(g.Nodes))
	for _, n := range g.Nodes {
		for _, id := range n.Before() {
			out[id]++
		}
		for _, id := range n.Later() {
			out[id]++
		}
		if n.Shares != nil {
			out[*n.Shares]++
		}
		for _, p := range n.Parts {
			if p.Node >= 0 && !slices.Contains(n.Inputs, p.Node) {
				out[p.Node]++
			}
		}
	}
	for _, id := range g.Roots() {
		out[id]++
	}
	for _, id := range g.After {
		out[id]++
	}
	return out
}
