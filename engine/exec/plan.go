package exec

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
)

// Plan is a graph made ready to run. Immutable but for its pool.
type Plan struct {
	Graph *dag.Graph
	Space *batch.Space
	nodes []node
	first []int32 // wanted nodes without inputs
	roots []int32 // nodes the answer is made of, each once
	pool  sync.Pool
}

type node struct {
	*op.Prepared
	before  []int32 // nodes that must be done first, each once
	after   []int32 // nodes that wait for it
	pending int32   // len(before)
	heavy   bool
	root    bool
	timeout time.Duration
	pos     string
}

// Compile prepares a graph's nodes with the operators of a catalogue.
func Compile(g *dag.Graph, cat op.Catalogue) (*Plan, error) {
	p := &Plan{Graph: g, Space: Space(g), nodes: make([]node, len(g.Nodes))}
	for i, n := range g.Nodes {
		var decl *op.Decl
		if n.Desc != nil {
			d, ok := cat.Decl(n.Op)
			if !ok {
				return nil, fmt.Errorf("%s: %s: no operator %q", n.Pos, n.Name, n.Op)
			}
			decl = d
		}
		prep, err := op.Prepare(n, decl, slices.Index(g.Resources, n.Resource), slices.Index(g.Sources, n.ID))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n.Pos, err)
		}
		x := &p.nodes[i]
		x.Prepared = prep
		x.heavy = n.Op == "words" || n.Desc != nil && n.Desc.Cost == dag.Heavy
		x.pos = n.Pos.String()
		x.timeout = time.Duration(n.Timeout)
		for _, id := range n.Before() {
			if !slices.Contains(x.before, int32(id)) {
				x.before = append(x.before, int32(id))
				p.nodes[id].after = append(p.nodes[id].after, int32(i))
			}
		}
		x.pending = int32(len(x.before))
		if !n.Lazy {
			if x.pending == 0 {
				p.first = append(p.first, int32(i))
			}
		}
	}
	for _, id := range g.Roots() {
		if !p.nodes[id].root {
			p.nodes[id].root = true
			p.roots = append(p.roots, int32(id))
		}
	}
	p.pool.New = func() any { return newRun(p) }
	return p, nil
}

// Space of a graph: what the codes of its batches mean.
func Space(g *dag.Graph) *batch.Space {
	s := &batch.Space{Resources: g.Resources}
	for _, id := range g.Sources {
		s.Sources = append(s.Sources, g.Nodes[id].Name)
	}
	return s
}
