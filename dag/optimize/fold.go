package optimize

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// fold computes what is constant once, when the graph is made: parts of
// expressions, which a pipeline that was called with constants has, a `when`
// that always holds, and the condition of an `if`, whose other branch then is
// none.
//
// A value keeps its kind: an int that `? :` makes a float stays an operation.
// A `when` that never holds stays: the node is skipped, and hands on its input.
// An arm of `choose` stays, whatever its condition: a plan may name it. A node
// waits for what it read, whether a constant made that needless, for it has an
// outcome.
func fold() Rule {
	return Rule{ID: "fold", Summary: "computes what is constant once", Hides: true, apply: func(p *pass) {
		p.root.Walk(func(_ *dag.Graph, n *dag.Node) {
			n.Rewrite(func(e *column.Expr) *column.Expr {
				out := folded(e)
				if out != e {
					p.did(n, "%s is %s", dag.Text(e), dag.Text(out))
				}
				return out
			})
			if isConst(n.When, true) {
				n.When = nil
				p.did(n, "always runs")
			}
			p.branches(n)
		})
		p.settle()
	}}
}

// branches of an if or choose whose conditions are constant.
func (p *pass) branches(n *dag.Node) {
	for i := range n.Branches {
		b := &n.Branches[i]
		always, never := isConst(b.When, true), b.When != nil && b.When.Op == "const" && b.When.Value != true
		switch {
		case always:
			b.When = nil
			if n.Op != "if" {
				p.did(n, "%s may always be taken", b.Name)
				continue
			}
			p.did(n, "is always %s", b.Name)
			n.Branches = n.Branches[i : i+1]
			return
		case never && n.Op == "if" && i+1 < len(n.Branches):
			p.did(n, "is never %s", b.Name)
			n.Branches = slices.Delete(n.Branches, i, i+1)
			p.branches(n)
			return
		}
	}
}

func isConst(e *column.Expr, v column.Value) bool {
	return e != nil && e.Op == "const" && e.Value == v
}

// folded is an expression with its constant parts computed; e itself where
// there are none.
func folded(e *column.Expr) *column.Expr {
	if e == nil || len(e.Args) == 0 {
		return e
	}
	args := make([]*column.Expr, len(e.Args))
	same, known := true, true
	for i, a := range e.Args {
		args[i] = folded(a)
		same = same && args[i] == a
		known = known && args[i].Op == "const"
	}
	out := e
	if !same {
		copied := *e
		copied.Args, out = args, &copied
	}
	if known {
		if v, err := column.EvalRow(out, nothing, nothing); err == nil && small(v) {
			t := out.Type
			t.Nullable = t.Nullable || v == nil
			return &column.Expr{Op: "const", Value: v, Type: t}
		}
	}
	return decided(out)
}

// decided is an operation that one constant decides.
func decided(e *column.Expr) *column.Expr {
	side := func(i int) *column.Expr {
		if a := e.Args[i]; a.Type.Kind == e.Type.Kind {
			return a
		}
		return e
	}
	for i, a := range e.Args {
		if a.Op != "const" {
			continue
		}
		switch {
		case e.Op == "and" && a.Value == true, e.Op == "or" && a.Value == false:
			return side(1 - i)
		case e.Op == "and" && a.Value == false, e.Op == "or" && a.Value == true:
			return side(i)
		case e.Op == "cond" && i == 0 && a.Value == true:
			return side(1)
		case e.Op == "cond" && i == 0:
			return side(2)
		case e.Op == "??" && i == 0 && a.Value != nil:
			return side(0)
		case e.Op == "??" && i == 0:
			return side(1)
		}
	}
	return e
}

func nothing(string) column.Value { return nil }

// maxFolded is how many elements a list has at most that is computed here: it
// is kept as long as the graph is.
const maxFolded = 1000

func small(v column.Value) bool {
	switch x := v.(type) {
	case []column.Value:
		return len(x) <= maxFolded
	case string:
		return len(x) <= maxFolded
	}
	return true
}
