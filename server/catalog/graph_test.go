package catalog

import (
	"slices"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
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

// A node that takes the answer of an equal one says whose, in a body too; what
// is not equal says nothing.
func TestSharedNodesNameTheOther(t *testing.T) {
	p, found := dag.Compile([]dag.Source{{Name: "a.riffle", Text: []byte(`
resource games { fields { id: key, n: int } }
pipeline p() -> items {
  a = top(games, by: n, k: 5)
  b = top(games, by: n, k: 5)
  c = top(games, by: n, k: 6)
  return merge([minus(a, c), b])
}`)}}, op.NewCatalogue())
	if p == nil {
		t.Fatal(found)
	}
	got := map[string]string{}
	for _, n := range describeGraph(p, nil, p.Pipelines[0]).Nodes {
		if n.Shared != "" {
			got[n.Name] = n.Shared
		}
	}
	if len(got) != 1 || got["b"] != "a" {
		t.Errorf("shared: %v, want b with a", got)
	}
}
