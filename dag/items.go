package dag

import (
	"slices"

	"riffle.dev/riffle/internal/column"
)

// items finds the columns an expression reads of sets it takes as lists of
// records: count(pool) reads none, pool[0].title one, map(pool, .title) too,
// anything else all. reads are the nodes of g that it reads.
func (f *flow) items(g *Graph, reads []Read, e *column.Expr) bool {
	set := func(e *column.Expr) (port, bool) {
		if e.Op != "param" {
			return port{}, false
		}
		for _, r := range reads {
			if n := g.Nodes[r.Node]; r.Param == e.Name && (n.Shape == SetShape || n.Shape == SetsShape) {
				return port{n, ""}, true
			}
		}
		return port{}, false
	}
	var visit func(e *column.Expr) bool
	visit = func(e *column.Expr) bool {
		news := false
		rest := e.Args
		switch {
		case e.Op == "call" && (e.Name == "count" || e.Name == "len"):
			if _, ok := set(e.Args[0]); ok {
				return false
			}
		case e.Op == "field" && e.Args[0].Op == "index":
			if p, ok := set(e.Args[0].Args[0]); ok {
				news = f.wants(p, e.Name)
				return visit(e.Args[0].Args[1]) || news
			}
		case e.Op == "over" && reduces[e.Name]:
			if p, ok := set(e.Args[0]); ok && p.n.Shape == SetShape {
				if names, all := elemFields(e.Args[1]); !all {
					news, rest = f.wants(p, names...), e.Args[1:]
				}
			}
		}
		if p, ok := set(e); ok {
			return f.wantsAll(p)
		}
		for _, a := range rest {
			news = visit(a) || news
		}
		return news
	}
	return visit(e)
}

// reduces are the closures that give nothing of an element but what their body
// makes of it.
var reduces = map[string]bool{"any": true, "all": true, "none": true, "one": true, "count": true, "map": true, "sum": true, "findIndex": true, "findLastIndex": true}

// elemFields are the fields that the body of a closure reads of its element;
// all where it uses it whole.
func elemFields(body *column.Expr) (names []string, all bool) {
	switch {
	case body.Op == "elem" && body.Name == "":
		return nil, true
	case body.Op == "field" && body.Args[0].Op == "elem" && body.Args[0].Name == "":
		return []string{body.Name}, false
	case body.Op == "over": // the body of a closure within has an element of its own
		return elemFields(body.Args[0])
	}
	for _, a := range body.Args {
		more, whole := elemFields(a)
		if whole {
			return nil, true
		}
		names = append(names, more...)
	}
	return names, false
}

// recordFields are all fields of a record node.
func recordFields(n *Node) []Column {
	var all []Column
	for _, f := range n.Type.Fields {
		all = append(all, Column{Name: f.Name, Type: f.Type, Pure: true})
	}
	return all
}

// fieldsRead are the fields of a record node that something reads; all where
// it is used whole.
func fieldsRead(root, of *Graph, n *Node) []Column {
	all := recordFields(n)
	seen := map[string]bool{}
	whole := slices.Contains(of.Roots(), n.ID)
	look := func(e *column.Expr) {
		e.Walk(func(e *column.Expr) {
			if e.Op == "field" && e.Args[0].Op == "param" && e.Args[0].Name == n.Name {
				seen[e.Name] = true
			}
		})
		whole = whole || usesWhole(e, n.Name)
	}
	for _, o := range of.Nodes {
		whole = whole || o.Fallback == n.ID || slices.ContainsFunc(o.Branches, func(b Branch) bool { return b.Result == n.ID }) ||
			slices.ContainsFunc(o.Parts, func(p Part) bool { return p.Node == n.ID })
	}
	root.Walk(func(g *Graph, o *Node) {
		o.exprs(look)
		if o.Loop != nil {
			look(o.Loop.While)
		}
		if o.Op == "input" && o.Name == n.Name { // captured: it may be what a body gives
			whole = whole || slices.Contains(g.Roots(), o.ID)
			for _, other := range g.Nodes {
				whole = whole || slices.Contains(other.Later(), o.ID)
			}
		}
	})
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
