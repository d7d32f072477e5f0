package catalog

import (
	"slices"
	"testing"

	"riffle.dev/riffle/dag"
)

func TestArmsLeadToTheirNode(t *testing.T) {
	g := &dag.Graph{Nodes: []*dag.Node{
		{ID: 0, Name: "a", Op: "top", Fallback: -1},
		{ID: 1, Name: "fine.none", Op: "take", Inputs: []int{0}, Fallback: -1},
		{ID: 2, Name: "fine", Op: "choose", Branches: []dag.Branch{{Name: "none", Result: 1}, {Name: "same", Result: 0}}, Fallback: -1},
	}}
	if got := describeNode(g, g.Nodes[2], nil).Inputs; !slices.Equal(got, []string{"fine.none", "a"}) {
		t.Errorf("inputs %v", got)
	}
}
