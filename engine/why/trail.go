package why

import (
	"context"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// trail goes from an answer back to where an item was lost.
type trail struct {
	*target
	ctx   context.Context
	root  *exec.Kept
	drops []trace.Drop
}

// place is a node of one run: of the request's, or of a body's.
type place struct {
	kept *exec.Kept
	node *dag.Node
	seen map[int]bool // of that run
}

// answer of a run: its set, and of a body what it hands on.
func (t *trail) answer(k *exec.Kept) {
	seen := map[int]bool{}
	if r := k.Graph.Result.Items; r >= 0 && r < len(k.Graph.Nodes) {
		t.back(place{k, k.Graph.Nodes[r], seen})
	}
	if k != t.root { // a loop hands on the variables it has
		for _, f := range k.Graph.Result.Fields {
			if f.Node >= 0 && f.Node < len(k.Graph.Nodes) {
				t.back(place{k, k.Graph.Nodes[f.Node], seen})
			}
		}
	}
}

// back from a node that does not have the item.
func (t *trail) back(p place) {
	if p.seen[p.node.ID] || len(t.drops) >= 4*MaxDrops {
		return
	}
	p.seen[p.node.ID] = true
	n := p.node
	if n.Shape == dag.ValueShape || t.in(p.kept.Outs[n.ID]) {
		return
	}
	had := false
	inputs := t.flow(p)
	for _, in := range inputs {
		had = had || t.in(p.kept.Outs[in])
	}
	switch {
	case n.Source():
		if n.Resource == t.name && n.Bit >= 0 {
			t.drop(p, t.source(p))
		}
		return
	case n.Op == "loop" || n.Op == "each" || n.Op == "recur":
		if t.within(p) {
			break
		}
		fallthrough
	default:
		if had {
			t.drop(p, t.transform(p))
			return
		}
	}
	for _, in := range inputs {
		t.back(place{p.kept, p.kept.Graph.Nodes[in], p.seen})
	}
}

// within the bodies that a node ran; false where nothing is to tell of them.
func (t *trail) within(p place) bool {
	before := len(t.drops)
	for _, b := range t.root.Bodies {
		if b.Owner == p.node.Name && over(b.Turn, p.kept.Turn) {
			t.answer(b)
		}
	}
	return len(t.drops) > before
}

// over tells whether a turn is one of a body within another's.
func over(turn, outer string) bool {
	if outer == "" {
		return !slices.Contains([]byte(turn), '.')
	}
	return len(turn) > len(outer) && turn[:len(outer)+1] == outer+"." && !slices.Contains([]byte(turn[len(outer)+1:]), '.')
}

// flow is what a node hands on: the branch it took, its fallback, a part, or
// all its sets.
func (t *trail) flow(p place) []int {
	n, end := p.node, p.kept.Ends[p.node.ID]
	switch {
	case end.Outcome == trace.Fallback && n.Fallback >= 0:
		return []int{n.Fallback}
	case len(n.Branches) > 0:
		for _, b := range n.Branches {
			if b.Name == end.Arm {
				return []int{b.Result}
			}
		}
		return nil
	case n.Op == "minus" && len(n.Inputs) > 0:
		return n.Inputs[:1]
	case n.Op == "part" && len(n.Inputs) > 0:
		return t.part(p)
	case n.Op == "call" || n.Op == "record":
		if out := partsOf(n); len(out) > 0 {
			return out
		}
	}
	return n.Inputs
}

// part is the node that gives one part of a bundle, where one does.
func (t *trail) part(p place) []int {
	from, a := p.kept.Graph.Nodes[p.node.Inputs[0]], p.node.Args
	for _, part := range from.Parts {
		if len(a) > 0 && len(a[0].Words) > 0 && part.Name == a[0].Words[0] && part.Node >= 0 {
			return []int{part.Node}
		}
	}
	return p.node.Inputs
}

func partsOf(n *dag.Node) []int {
	var out []int
	for _, part := range n.Parts {
		if part.Node >= 0 {
			out = append(out, part.Node)
		}
	}
	return out
}

// in tells whether what a node gave holds the item.
func (t *trail) in(out op.Out) bool {
	if out.Set != nil {
		return slices.Contains(out.Set.IDs, t.id)
	}
	return slices.ContainsFunc(out.Many(), t.in)
}

// drop notes where it was lost.
func (t *trail) drop(p place, d trace.Drop) {
	d.Node, d.Op, d.Pos, d.Turn, d.Source = p.node.Name, p.node.Op, p.node.Pos.String(), p.kept.Turn, p.node.Source()
	d.Message = d.Sentence()
	t.drops = append(t.drops, d)
}
