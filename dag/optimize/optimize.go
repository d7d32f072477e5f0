package optimize

import (
	"fmt"

	"riffle.dev/riffle/dag"
)

// Result is a graph made cheaper, and how.
type Result struct {
	Graph *dag.Graph
	Steps []Step // of the rules that changed something, in order
	// Hides: a rule was applied that does.
	Hides bool
}

// Step is what one rule did.
type Step struct {
	Rule    string   `json:"rule"`
	Summary string   `json:"summary" doc:"what the rule does"`
	Changes []Change `json:"changes"`
	Graph   string   `json:"graph,omitempty" doc:"the graph after it, a node a line"` // with Options.Text
}

// Change is what a rule did to one node, and why it could.
type Change struct {
	Node string `json:"node"`
	Pos  string `json:"pos,omitempty" doc:"file:line:column"`
	Text string `json:"text"`
}

// Graph applies the rules that are not left out to a copy of a root graph.
// resources are those of the project.
func Graph(g *dag.Graph, resources []*dag.Resource, opt Options) Result {
	p := &pass{root: g.Clone(), resources: resources, reading: dag.Reading{Early: true, All: true}}
	p.settle()
	out := Result{Graph: p.root}
	for _, r := range Rules() {
		if !opt.on(r.ID) {
			continue
		}
		p.changes = nil
		r.apply(p)
		if len(p.changes) > 0 {
			step := Step{Rule: r.ID, Summary: r.Summary, Changes: p.changes}
			if opt.Text {
				step.Graph = dag.Explain(p.root)
			}
			out.Steps = append(out.Steps, step)
			out.Hides = out.Hides || r.Hides
		}
	}
	return out
}

// pass is a graph on its way through the rules.
type pass struct {
	root      *dag.Graph
	resources []*dag.Resource
	reading   dag.Reading
	changes   []Change
}

// did notes a change.
func (p *pass) did(n *dag.Node, format string, args ...any) {
	c := Change{Node: n.Name, Text: fmt.Sprintf(format, args...)}
	if n.Pos != (dag.Pos{}) {
		c.Pos = n.Pos.String()
	}
	p.changes = append(p.changes, c)
}

// graphs visits the root, its bodies, and the recursive pipelines.
func (p *pass) graphs(visit func(g *dag.Graph)) {
	var last *dag.Graph
	seen := map[*dag.Graph]bool{}
	p.root.Walk(func(g *dag.Graph, _ *dag.Node) {
		if g != last && !seen[g] {
			seen[g], last = true, g
			visit(g)
		}
	})
}

// settle reads columns where the rules so far say, and lets nodes that share
// an answer have in it what either needs. A source that shares makes a set of its
// own: what it reads the other does not carry.
func (p *pass) settle() {
	p.root.Settle(p.resources, p.reading)
	p.root.Walk(func(g *dag.Graph, n *dag.Node) {
		if n.Shares == nil || n.Source() && n.Shape == dag.SetShape {
			return
		}
		of := g.Nodes[*n.Shares]
		of.Columns = dag.Union(of.Columns, n.Columns)
		if n.Shape == dag.ValueShape {
			of.Fetch = dag.Union(of.Fetch, n.Fetch)
		}
	})
}
