package dag

import (
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// needs is the columns read behind each node.
type needs []map[string]bool

func (n needs) add(id int, names ...string) {
	if n[id] == nil {
		n[id] = map[string]bool{}
	}
	for _, name := range names {
		if !strings.HasPrefix(name, "_") {
			n[id][name] = true
		}
	}
}

// prune decides what the answer shows and where each column is read. A column
// that is a resource's own is read by the first node that needs it, for the
// items that are left there, and not carried from the source; the answer's at
// the end. What was computed is carried from where it was made. Columns of a
// node are afterwards those it must carry.
func prune(g *Graph) {
	need := make(needs, len(g.Nodes))
	g.answer(need)
	for id := len(g.Nodes) - 1; id >= 0; id-- {
		n := g.Nodes[id]
		n.exprs(func(e *column.Expr) { readItems(g, n, e, need) })
		if n.Shape != SetShape {
			switch {
			case n.Desc == nil:
			case n.Desc.Source:
				n.Fetch = fieldsRead(g, n)
			case len(n.Inputs) > 0: // such as facets
				need.add(n.Inputs[0], n.fetch(g)...)
			}
			continue
		}
		wanted := n.wanted(need[id])
		wanted = append(wanted, n.fetch(g)...)
		if n.Fallback >= 0 {
			need.add(n.Fallback, keys(need[id])...)
		}
		if n.Desc != nil && n.Desc.Source {
			for _, c := range n.fields {
				if need[id][c.Name] && c.Pure {
					n.Fetch = append(n.Fetch, c)
				}
			}
		}
		for _, in := range n.carriers() {
			need.add(in, wanted...)
		}
		n.Nils = nils(n)
		n.Columns = slices.DeleteFunc(slices.Clone(n.Columns), func(c Column) bool { return !need[id][c.Name] })
	}
}

// answer: the columns of the final set but vectors. Those nothing computed are
// late.
func (g *Graph) answer(need needs) {
	if g.Result.Items < 0 || g.Result.Items >= len(g.Nodes) {
		return
	}
	for _, c := range g.Nodes[g.Result.Items].Columns {
		if c.Type.Kind == column.Vector {
			continue
		}
		g.Result.Columns = append(g.Result.Columns, c)
		if c.Pure {
			g.Result.Late = append(g.Result.Late, c)
		} else {
			need.add(g.Result.Items, c.Name)
		}
	}
	for _, f := range g.Result.Fields {
		if n := g.Nodes[f.Node]; n.Shape == SetShape {
			for _, c := range n.Columns {
				need.add(f.Node, c.Name)
			}
		}
	}
}

// fetch finds the columns a node reads of its first set: those that are a
// resource's own it fetches, the others, which are returned, the set must bring.
func (n *Node) fetch(g *Graph) []string {
	if len(n.Inputs) == 0 {
		return nil
	}
	var carried []string
	first := g.Nodes[n.Inputs[0]]
	for _, name := range n.columnsRead() {
		i := slices.IndexFunc(first.Columns, func(c Column) bool { return c.Name == name })
		if i >= 0 && first.Columns[i].Pure {
			n.Fetch = append(n.Fetch, first.Columns[i])
		} else {
			carried = append(carried, name)
		}
	}
	return carried
}

// columnsRead by the node's own arguments, each once.
func (n *Node) columnsRead() []string {
	var out []string
	add := func(names ...string) {
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	for i := range n.Args {
		a := &n.Args[i]
		switch a.Kind {
		case sig.PerItem, sig.Order:
			if a.Expr != nil {
				add(a.Expr.Columns()...)
			}
		case sig.Column:
			add(a.Words...)
		case sig.Columns:
			if n.Shape != SetShape { // a select only leaves some out
				add(a.Words...)
			}
		}
		for _, b := range a.Bindings {
			add(b.Expr.Columns()...)
		}
	}
	return out
}

// wanted are the columns a node's inputs must bring for those behind it: all
// it does not make or leave out.
func (n *Node) wanted(behind map[string]bool) []string {
	made := n.made()
	mayBeOff := n.Optional || n.When != nil
	var out []string
	for _, name := range keys(behind) {
		if mayBeOff || !slices.Contains(made, name) {
			out = append(out, name)
		}
	}
	if left := n.Arg("columns"); left != nil && left.Kind == sig.Columns && !mayBeOff {
		out = slices.DeleteFunc(out, func(name string) bool { return !slices.Contains(left.Words, name) })
	}
	return out
}

func keys(m map[string]bool) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// nils are the columns that are nil where the node is off.
func nils(n *Node) []Column {
	var out []Column
	made := n.made()
	if n.Desc == nil || n.Desc.Source {
		return nil
	}
	for _, c := range n.Columns {
		if slices.Contains(made, c.Name) {
			c.Type.Nullable = true
			out = append(out, c)
		}
	}
	return out
}

// readItems finds the columns an expression reads of sets it takes as lists of
// records: count(pool) reads none, pool[0].title one, anything else all.
func readItems(g *Graph, n *Node, e *column.Expr, need needs) {
	set := func(e *column.Expr) (int, bool) {
		if e.Op != "param" {
			return 0, false
		}
		for _, r := range n.Reads {
			if r.Param == e.Name && g.Nodes[r.Node].Shape == SetShape {
				return r.Node, true
			}
		}
		return 0, false
	}
	switch {
	case e.Op == "call" && (e.Name == "count" || e.Name == "len"):
		if _, ok := set(e.Args[0]); ok {
			return
		}
	case e.Op == "field" && e.Args[0].Op == "index":
		if id, ok := set(e.Args[0].Args[0]); ok {
			need.add(id, e.Name)
			readItems(g, n, e.Args[0].Args[1], need)
			return
		}
	}
	if id, ok := set(e); ok {
		for _, c := range g.Nodes[id].Columns {
			need.add(id, c.Name)
		}
	}
	for _, a := range e.Args {
		readItems(g, n, a, need)
	}
}

// fieldsRead are the fields of a record node that something reads; all where
// it is used whole.
func fieldsRead(g *Graph, of *Node) []Column {
	var all []Column
	for _, f := range of.Type.Fields {
		all = append(all, Column{Name: f.Name, Type: f.Type, Pure: true})
	}
	seen := map[string]bool{}
	whole := slices.Contains(g.Roots(), of.ID)
	for _, n := range g.Nodes {
		whole = whole || n.Fallback == of.ID
		n.exprs(func(e *column.Expr) {
			e.Walk(func(e *column.Expr) {
				if e.Op == "field" && e.Args[0].Op == "param" && e.Args[0].Name == of.Name {
					seen[e.Name] = true
				}
			})
			whole = whole || usesWhole(e, of.Name)
		})
	}
	if whole {
		return all
	}
	return slices.DeleteFunc(all, func(c Column) bool { return !seen[c.Name] })
}

// usesWhole tells whether a parameter stands anywhere but left of a dot.
func usesWhole(e *column.Expr, name string) bool {
	if e.Op == "param" && e.Name == name {
		return true
	}
	if e.Op == "field" && e.Args[0].Op == "param" {
		return false
	}
	for _, a := range e.Args {
		if usesWhole(a, name) {
			return true
		}
	}
	return false
}
