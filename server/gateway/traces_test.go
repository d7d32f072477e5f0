package gateway

import (
	"slices"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
)

// A trace leads from the arms of a choice to it, as its picture does.
func TestArmsLeadToTheirNode(t *testing.T) {
	g := &dag.Graph{Nodes: []*dag.Node{
		{ID: 0, Name: "a", Op: "top", Fallback: -1},
		{ID: 1, Name: "fine.none", Op: "take", Inputs: []int{0}, Fallback: -1},
		{ID: 2, Name: "fine", Op: "choose", Branches: []dag.Branch{{Name: "none", Result: 1}}, Fallback: -1},
	}}
	if got := node(&engine.Step{Node: g.Nodes[2], Graph: g}).Inputs; !slices.Equal(got, []string{"fine.none"}) {
		t.Errorf("inputs %v", got)
	}
}
