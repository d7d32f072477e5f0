package optimize

import (
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
)

// prune reads, carries and computes no column that nothing needs: of a source
// the fields that no argument, condition, model, answer or log reads, of a
// record the fields nobody asks for, of `with` the columns that are left out
// behind it.
//
// What an expression over a whole set reads stays, and what a pipeline that
// calls itself declares. A column that a model computes stays: the call may
// fail, and its outcome counts. A node whose columns are all dropped still runs
// and hands its set on.
func prune() Rule {
	return Rule{ID: "prune", Summary: "reads and computes no column that nothing needs", apply: func(p *pass) {
		before := p.read()
		p.reading.All = false
		p.settle()
		for p.unbind() {
			p.settle()
		}
		after := p.read()
		p.root.Walk(func(_ *dag.Graph, n *dag.Node) {
			p.tell(n, "does not read %s", without(before[n], after[n]))
		})
	}}
}

// read are the columns that nodes read of resources, by node.
func (p *pass) read() map[*dag.Node][]string {
	out := map[*dag.Node][]string{}
	p.root.Walk(func(_ *dag.Graph, n *dag.Node) {
		for _, c := range n.Fetch {
			out[n] = append(out[n], c.Name)
		}
	})
	return out
}

// without are the names of a that b lacks.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(name string) bool { return slices.Contains(b, name) })
}

// tell what became of a node's columns, if any.
func (p *pass) tell(n *dag.Node, format string, columns []string) {
	if len(columns) > 0 {
		p.did(n, format, strings.Join(columns, " "))
	}
}

// unbind leaves out what `with` computes for nobody; it tells whether there was
// anything.
func (p *pass) unbind() bool {
	any := false
	p.root.Walk(func(_ *dag.Graph, n *dag.Node) {
		for i := range n.Args {
			a := &n.Args[i]
			if a.Kind != sig.Bindings || n.Shape != dag.SetShape {
				continue
			}
			was := len(a.Bindings)
			a.Bindings = slices.DeleteFunc(a.Bindings, func(b dag.Binding) bool {
				dead := b.Model == nil && !slices.ContainsFunc(n.Columns, func(c dag.Column) bool { return c.Name == b.Name })
				if dead {
					p.did(n, "does not compute %s", b.Name)
				}
				return dead
			})
			any = any || len(a.Bindings) < was
		}
	})
	return any
}
