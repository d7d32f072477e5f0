package optimize

import (
	"reflect"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// filter lets `top` leave out what the `filter` behind it drops, where that is
// the same: the first k that pass are those of the first k that pass only where
// what passes comes first. So it is for a condition, or a part of it that stands
// between `and`s, that wants what the source orders by to be above something:
//
//	fresh = filter(top(games, by: released, k: 100), released > now() - 7d)
//
// The slice tests it as the number it orders by, not above but at least, since
// large numbers may be one as floats; the filter stays where it is and decides.
// It is not applied with `rank:`, which is another order, where others take what
// the source gives, where it keeps that (`cache`), and to stores. Where nothing
// passes the source looks for one item without it, so that its outcome says
// whether it found any.
//
// A condition over `_score` behind `search` or `nearest` is such a prefix too,
// but filters of a slice do not see scores.
func filter() Rule {
	return Rule{ID: "filter", Summary: "lets a source leave out what the filter behind it drops, where that is the same", Hides: true, apply: func(p *pass) {
		p.graphs(func(g *dag.Graph) {
			count := takers(g)
			for _, n := range g.Nodes {
				if n.Op != "filter" || n.Desc == nil || n.Optional || n.When != nil {
					continue // one that is off keeps what it would drop
				}
				at := g.Nodes[n.Inputs[0]]
				if by := orderOf(at); by != nil && count[at.ID] == 1 {
					p.filter(n, at, by)
				}
			}
		})
	}}
}

// orderOf is what a source orders by, greatest first; nil where it does not, or
// may not leave out anything.
func orderOf(n *dag.Node) *column.Expr {
	if n.Op != "top" || n.Desc == nil || n.Store != nil || n.Cache != nil || n.Arg("rank") != nil {
		return nil
	}
	if by := n.Arg("by"); by != nil {
		return by.Expr
	}
	return nil
}

func (p *pass) filter(n, at *dag.Node, by *column.Expr) {
	cond := n.Arg("cond")
	if cond == nil {
		return
	}
	for _, part := range conjuncts(cond.Expr) {
		above := above(part, by)
		if above == nil || len(above.Columns()) > 0 || readsNodes(n, above) {
			continue
		}
		a, b := number(by), number(above)
		if a == nil || b == nil {
			continue
		}
		at.Pushed = and(at.Pushed, &column.Expr{Op: ">=", Type: column.Type{Kind: column.Bool, Nullable: by.Type.Nullable || above.Type.Nullable}, Args: []*column.Expr{a, b}})
		p.did(at, "leaves out what is below %s, which %s drops", dag.Written(above), n.Name)
	}
}

// conjuncts are the parts of a condition that must all hold.
func conjuncts(e *column.Expr) []*column.Expr {
	if e != nil && e.Op == "and" {
		return append(conjuncts(e.Args[0]), conjuncts(e.Args[1])...)
	}
	return []*column.Expr{e}
}

// above is what a condition wants by to be above, or at least; nil where it
// wants something else.
func above(cond, by *column.Expr) *column.Expr {
	if cond == nil || len(cond.Args) != 2 {
		return nil
	}
	switch l, r := cond.Args[0], cond.Args[1]; {
	case (cond.Op == ">" || cond.Op == ">=") && reflect.DeepEqual(l, by):
		return r
	case (cond.Op == "<" || cond.Op == "<=") && reflect.DeepEqual(r, by):
		return l
	}
	return nil
}

// number is a number or a time as the float that a source orders by; nil of
// anything else.
func number(e *column.Expr) *column.Expr {
	float := column.Type{Kind: column.Float, Nullable: e.Type.Nullable}
	switch e.Type.Kind {
	case column.Float:
		return e
	case column.Int:
		return &column.Expr{Op: "*", Type: float, Args: []*column.Expr{e, {Op: "const", Value: 1.0, Type: column.Type{Kind: column.Float}}}}
	case column.Time:
		began := &column.Expr{Op: "const", Value: int64(0), Type: column.Type{Kind: column.Time}}
		since := &column.Expr{Op: "-", Type: column.Type{Kind: column.Duration, Nullable: e.Type.Nullable}, Args: []*column.Expr{e, began}}
		tick := &column.Expr{Op: "const", Value: int64(1), Type: column.Type{Kind: column.Duration}}
		return &column.Expr{Op: "/", Type: float, Args: []*column.Expr{since, tick}}
	}
	return nil
}

func and(a, b *column.Expr) *column.Expr {
	if a == nil {
		return b
	}
	return &column.Expr{Op: "and", Type: column.Type{Kind: column.Bool, Nullable: a.Type.Nullable || b.Type.Nullable}, Args: []*column.Expr{a, b}}
}
