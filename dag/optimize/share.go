package optimize

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// share computes what stands in the graph twice once: of nodes with one
// operator, equal arguments and equal inputs the later ones take what the first
// gave, under their own names. A source that shares makes its own set of the
// ids and scores that were found: its items say that it brought them, and it
// reads the columns it needs.
//
// Both are nodes that run in every request (neither lazy nor with `when`), keep
// nothing (`cache`), and have one timeout, hedge and number of tries; the first
// has no fallback. What asks a service or a model is not shared: two calls are
// two. Where one of them is switched off or drilled, in that request nothing is
// shared between them. Where the first fails the other tries by itself, but a
// timeout is a timeout of both: they would have waited side by side.
func share() Rule {
	return Rule{ID: "share", Summary: "computes equal parts of the graph once", Hides: true, apply: func(p *pass) {
		p.graphs(func(g *dag.Graph) {
			s := sharing{g: g, same: make([]int, len(g.Nodes)), first: map[string]int{}}
			for id, n := range g.Nodes {
				s.same[id] = id
				if !shareable(n) {
					continue
				}
				key := s.key(n)
				of, have := s.first[key]
				switch {
				case !have && n.Fallback < 0:
					s.first[key] = id
				case have:
					n.Shares = &of
					p.did(n, "shares the answer of %s", g.Nodes[of].Name)
					if !n.Source() || n.Shape != dag.SetShape {
						s.same[id] = of
					}
				}
			}
		})
		p.settle()
	}}
}

func shareable(n *dag.Node) bool {
	if n.Lazy || n.When != nil || n.Cache != nil || asksModel(n) || n.Literal() {
		return false
	}
	return n.Op == "words" || n.Desc != nil && n.Desc.Deterministic && !n.Desc.Behind
}

// asksModel tells whether a node calls a model.
func asksModel(n *dag.Node) bool {
	for i := range n.Args {
		if n.Args[i].Model != nil {
			return true
		}
		for _, b := range n.Args[i].Bindings {
			if b.Model != nil {
				return true
			}
		}
	}
	return false
}

// sharing of one graph.
type sharing struct {
	g     *dag.Graph
	same  []int          // by node: the first that gives exactly this
	first map[string]int // by key: the node that is shared
}

// key is equal for nodes that give the same, but for the name of a source.
func (s *sharing) key(n *dag.Node) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %d %v %d %d %d", n.Op, n.Resource, n.Shape, n.Type, n.Timeout, n.Hedge, n.Retry)
	for _, in := range n.Inputs {
		fmt.Fprintf(&b, " <%d", s.same[in])
	}
	for i := range n.Args {
		a := &n.Args[i]
		if a.Name == "as" && a.Kind == sig.Word && n.Source() {
			continue // each keeps the score under its own name
		}
		fmt.Fprintf(&b, "\n%q %d %v %q %q %q %v", a.Name, a.Kind, a.Sets, a.SetNames, a.Words, a.Field, a.Knob)
		if a.Policy != nil {
			fmt.Fprintf(&b, " %q %#v %#v", a.Policy.Name, a.Policy.Args, a.Policy.Named)
		}
		s.expr(&b, n, a.Expr)
		for _, bind := range a.Bindings {
			fmt.Fprintf(&b, " %q:", bind.Name)
			s.expr(&b, n, bind.Expr)
		}
	}
	return b.String()
}

// expr writes an expression whole, types included; what it reads of other nodes
// by the node.
func (s *sharing) expr(b *strings.Builder, n *dag.Node, e *column.Expr) {
	if e == nil {
		b.WriteString(" -")
		return
	}
	fmt.Fprintf(b, " (%s %v %T %#v", e.Op, e.Type, e.Value, e.Value)
	at := -1
	for _, r := range n.Reads {
		if e.Op == "param" && r.Param == e.Name {
			at = s.same[r.Node]
		}
	}
	if at >= 0 {
		fmt.Fprintf(b, " <%d", at)
	} else {
		fmt.Fprintf(b, " %q", e.Name)
	}
	for _, a := range e.Args {
		s.expr(b, n, a)
	}
	b.WriteByte(')')
}
