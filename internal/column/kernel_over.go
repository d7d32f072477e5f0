package column

import "slices"

// closure is an `over` inside of a program: row by row, what it reads of the
// row being its arguments, and its body a tree.
type closure struct {
	tree *Expr
	cols []*Expr // leaves, each name once
	prms []*Expr
}

func newClosure(e *Expr) *closure {
	c := &closure{tree: e}
	e.Walk(func(n *Expr) {
		same := func(have *Expr) bool { return have.Name == n.Name }
		switch {
		case n.Op == "col" && !slices.ContainsFunc(c.cols, same):
			c.cols = append(c.cols, n)
		case n.Op == "param" && !slices.ContainsFunc(c.prms, same):
			c.prms = append(c.prms, n)
		}
	})
	return c
}

// args are the leaves, columns before parameters.
func (c *closure) args() []*Expr { return slices.Concat(c.cols, c.prms) }

// apply evaluates the closure over the values of its leaves.
func (c *closure) apply(leaves []Value) (Value, error) {
	find := func(among []*Expr, values []Value) func(name string) Value {
		return func(name string) Value {
			for i, e := range among {
				if e.Name == name {
					return values[i]
				}
			}
			return nil
		}
	}
	w := walker{row: find(c.cols, leaves), params: find(c.prms, leaves[len(c.cols):]), visits: new(int)}
	v := w.eval(c.tree)
	return v, w.err()
}
