package exec

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// key of what a node gives: by its `by`, or by all it reads.
func (r *run) key(id int32) (cacheKey, error) {
	c, n := &r.calls[id], r.plan.nodes[id].Node
	d := digest{sha256.New()}
	if c.Down > 0 {
		d.value(c.Down)
	}
	if by := n.Cache.By; by != nil {
		v, err := column.EvalRow(by, noRow, c.Param)
		if err != nil {
			return cacheKey{}, fmt.Errorf("cache by: %w", err)
		}
		d.value(v)
	} else {
		for _, v := range c.Values {
			d.value(v)
		}
		for _, b := range c.Sets {
			d.set(b)
		}
		for i := range c.Ins {
			d.out(&c.Ins[i])
		}
		for i := range c.Given {
			d.out(&c.Given[i])
		}
		for _, name := range r.plan.nodes[id].reads {
			d.value(r.value(name))
		}
	}
	key := cacheKey{node: n}
	d.Sum(key.sum[:0])
	return key, nil
}

// reads are the parameters a node's expressions use, the moment among them;
// those of its bodies too.
func reads(n *dag.Node) []string {
	var out []string
	one := func(n *dag.Node) {
		exprs(n, func(e *column.Expr) {
			for _, name := range e.Params() {
				if !slices.Contains(out, name) && !slices.ContainsFunc(n.Reads, func(r dag.Read) bool { return r.Param == name }) {
					out = append(out, name)
				}
			}
		})
		if n.Op == "recur" && !slices.Contains(out, dag.Moment) {
			out = append(out, dag.Moment) // its graph may use it
		}
	}
	one(n)
	for _, g := range n.Inner() {
		g.Walk(func(_ *dag.Graph, n *dag.Node) { one(n) })
	}
	return out
}

// exprs visits the expressions a node's answer depends on.
func exprs(n *dag.Node, visit func(*column.Expr)) {
	bindings := func(list []dag.Binding) {
		for _, b := range list {
			if b.Expr != nil {
				visit(b.Expr)
			}
			if b.Model != nil {
				for _, a := range b.Model.Args {
					visit(a.Expr)
				}
			}
		}
	}
	for i := range n.Args {
		a := &n.Args[i]
		if a.Expr != nil {
			visit(a.Expr)
		}
		bindings(a.Bindings)
		if a.Model != nil {
			bindings(a.Model.Args)
		}
	}
	for _, b := range n.Branches {
		if b.When != nil {
			visit(b.When)
		}
	}
	if n.When != nil {
		visit(n.When)
	}
	if n.Loop != nil && n.Loop.While != nil {
		visit(n.Loop.While)
	}
}
