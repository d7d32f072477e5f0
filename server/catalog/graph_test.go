package catalog

import (
	"slices"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
)

// choice is a graph with a node that has two arms.
func choice() *dag.Graph {
	return &dag.Graph{Nodes: []*dag.Node{
		{ID: 0, Name: "a", Op: "top", Fallback: -1},
		{ID: 1, Name: "fine.none", Op: "take", Inputs: []int{0}, Fallback: -1},
		{ID: 2, Name: "fine", Op: "choose", Branches: []dag.Branch{{Name: "none", Result: 1}, {Name: "same", Result: 0}}, Fallback: -1},
	}}
}

func TestArmsLeadToTheirNode(t *testing.T) {
	g, want := choice(), []string{"fine.none", "a"}
	if got := describeNode(g.Picture()[2], nil).Inputs; !slices.Equal(got, want) {
		t.Errorf("inputs in a graph: %v, want %v", got, want)
	}
	if got := runNode(&engine.Step{Node: g.Nodes[2], Graph: g}).Inputs; !slices.Equal(got, want) {
		t.Errorf("inputs in a run: %v, want %v", got, want)
	}
}
