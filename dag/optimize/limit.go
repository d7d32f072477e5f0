package optimize

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// limit asks a source for as many items as the `take` behind it keeps: of a
// source that orders, the first n of its first k are its first n.
//
// Between the two may stand what keeps order and number: calls of pipelines,
// `with` that asks no model, and `select`. Nobody else may take what the source or one of these
// gives, a fallback, a branch and an expression included. How many is computed
// when the source starts: it must hang on the request alone. A source is asked
// for one item at least, so that its outcome says whether it found any.
//
// It is not applied where the source keeps what it gave (`cache`: the key would
// not say how much), nor to stores, which answer page by page: where they give
// up hangs on how much is wanted. `hybrid` looks k deep into two orders. A take
// that is off, skipped or fails still cuts, at the low end of its knob.
func limit() Rule {
	return Rule{ID: "limit", Summary: "asks a source for no more than the take behind it keeps", Hides: true, apply: func(p *pass) {
		p.graphs(func(g *dag.Graph) {
			count := takers(g)
			for _, n := range g.Nodes {
				if by := takes(n); by != nil {
					p.limit(g, count, n, by)
				}
			}
		})
	}}
}

// takes is how many items a take keeps at most; nil where it is no take, or
// that hangs on other nodes.
func takes(n *dag.Node) *column.Expr {
	if n.Op != "take" || n.Desc == nil {
		return nil
	}
	switch a := n.Arg("n"); {
	case a == nil:
		return nil
	case a.Knob != nil:
		return &column.Expr{Op: "const", Value: a.Knob.Hi, Type: column.Type{Kind: column.Int}}
	case a.Expr == nil || readsNodes(n, a.Expr):
		return nil
	default:
		return a.Expr
	}
}

// readsNodes tells whether an expression reads what another node gives.
func readsNodes(n *dag.Node, e *column.Expr) bool {
	for _, name := range e.Params() {
		for _, r := range n.Reads {
			if r.Param == name {
				return true
			}
		}
	}
	return false
}

func (p *pass) limit(g *dag.Graph, count []int, n *dag.Node, by *column.Expr) {
	at := g.Nodes[n.Inputs[0]]
	for count[at.ID] == 1 && at.Shape == dag.SetShape && keepsOrder(at) {
		at = g.Nodes[at.Inputs[0]]
	}
	k := at.Arg("k")
	if count[at.ID] != 1 || k == nil || !limitable(at) || !lowers(by, k) {
		return
	}
	at.Limit = by
	p.did(at, "is asked for no more than %s, which is what %s keeps", dag.Written(by), n.Name)
}

// keepsOrder tells whether a node gives what it is given, as many in the same
// order.
func keepsOrder(n *dag.Node) bool {
	if n.Cache != nil || len(n.Inputs) != 1 {
		return false
	}
	if n.Op == "call" {
		return true
	}
	return (n.Op == "with" || n.Op == "select") && n.Desc != nil && n.Desc.PushLimit && !asksModel(n)
}

// limitable sources give the first k of one order.
func limitable(n *dag.Node) bool {
	return n.Desc != nil && n.Desc.Source && n.Desc.PushLimit && n.Store == nil && n.Cache == nil && n.Op != "hybrid"
}

// lowers tells whether a limit may be below k.
func lowers(by *column.Expr, k *dag.Arg) bool {
	n, known := by.Value.(int64)
	if by.Op != "const" || !known {
		return true
	}
	if k.Knob != nil {
		return n < k.Knob.Hi
	}
	if k.Expr != nil && k.Expr.Op == "const" {
		most, ok := k.Expr.Value.(int64)
		return !ok || n < most
	}
	return true
}
