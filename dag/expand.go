package dag

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// expander makes the nodes of one graph. Statements are expanded when
// something asks for them, so that what nothing wants is no node.
type expander struct {
	*builder
	*root
	graph *Graph
	outer *expander      // of a body: that of the graph around it
	nodes map[string]int // node IDs by name
	parts map[part]int   // part nodes made
}

// root is what a graph shares with its bodies.
type root struct {
	top     *Graph
	decl    *ast.Pipeline
	taken   map[string]int          // how often a node name was wanted
	columns map[*sig.Field][]Column // of a set's fields, by the first of them
	count   int                     // nodes, those of bodies included
	full    bool                    // MaxNodes was reported
}

// scope is one pipeline within the graph, the graph's own or one called, or a
// block within one.
type scope struct {
	x       *expander // whose graph its nodes stand in
	around  *scope    // of a block; nil of a pipeline
	prefix  string    // "" or "call."
	owner   string    // of a body: the statement that runs it
	stmts   map[string]*ast.Stmt
	vars    map[string]*binding // statements expanded, parameters and variables
	depth   int
	when    *column.Expr // of the call: its nodes are off where it is false
	timeout int64        // of the call, or the arm
	inside  []*Node      // nodes of this scope, to be told their call node
}

func (b *builder) graph(name string, p *check.Pipeline) *Graph {
	b.file = b.info.FileOf[p.Decl]
	g := &Graph{Name: name}
	x := b.expander(g, &root{top: g, decl: p.Decl, taken: map[string]int{}, columns: map[*sig.Field][]Column{}}, nil)
	s := x.scope(p.Decl.Stmts, nil)
	x.params(s, p)
	if p.Decl.Return != nil {
		x.result(s, p.Decl.Return.Value)
		x.after(s, p)
	}
	x.finish()
	if n := len(g.Resources); n > maxResources {
		x.report(p.Decl.At, "E0902", fmt.Sprintf("pipeline %s reads %d resources, at most %d", p.Name, n, maxResources), "")
	}
	return g
}

func (b *builder) expander(g *Graph, r *root, outer *expander) *expander {
	return &expander{builder: b, root: r, graph: g, outer: outer, nodes: map[string]int{}, parts: map[part]int{}}
}

// params enters what a request, or a call that recurs, gives.
func (x *expander) params(s *scope, p *check.Pipeline) {
	for _, param := range p.Params {
		t := columnType(param.Type)
		if shape := shapeOf(param.Type); shape != ValueShape {
			at := Pos{}
			if param.Decl != nil {
				at = x.pos(param.Decl.At)
			}
			s.vars[param.Name] = x.bound(x.input(param.Name, s.prefix+param.Name, shape, param.Type, at))
			continue
		}
		g := Param{Name: param.Name, Type: t, Written: param.Type}
		if param.Default != nil {
			v, _, _ := check.ConstOf(param.Default)
			g.Default, g.HasDef = canonical(v, t), true
		}
		if param.Decl != nil {
			g.Fields = x.fieldDefaults(param.Decl.Type, param.Type, nil)
		}
		x.graph.Params = append(x.graph.Params, g)
		s.vars[param.Name] = scalarOf(&column.Expr{Op: "param", Name: param.Name, Type: t})
	}
}

// after expands what a pipeline that is asked does behind its answer; those
// called do nothing there.
func (x *expander) after(s *scope, p *check.Pipeline) {
	for _, c := range p.After {
		if facts := x.info.Calls[c]; facts != nil {
			x.graph.After = append(x.graph.After, x.asNode(s, x.call(s, c, facts, "after", nil), c, "after"))
		}
	}
}

// scope of a pipeline, or of a block within one.
func (x *expander) scope(stmts []*ast.Stmt, around *scope) *scope {
	s := &scope{x: x, around: around, stmts: map[string]*ast.Stmt{}, vars: map[string]*binding{}}
	if around != nil {
		s.prefix, s.owner, s.depth = around.prefix, around.owner, around.depth
		if around.x == x { // the node that runs a body has these already
			s.when, s.timeout = around.when, around.timeout
		}
	}
	for _, st := range stmts {
		if st != nil && st.Name != nil {
			s.stmts[st.Name.Text] = st
		}
	}
	return s
}

// result expands what a pipeline returns: items, or a record with a field items.
func (x *expander) result(s *scope, v ast.Value) {
	x.graph.Result.Items = -1
	got := x.value(s, v, "return", nil)
	if !got.isRecord() {
		x.graph.Result.Items = x.asSet(s, got, v)
		return
	}
	x.graph.Result.Record = true
	for _, name := range x.fieldNames(got) {
		at := v
		if rec, ok := v.(*ast.Record); ok {
			for _, f := range rec.Fields {
				if f != nil && f.Key != nil && f.Key.Text == name {
					at = f.Value
				}
			}
		}
		field := x.field(got, name)
		if name == "items" {
			x.graph.Result.Items = x.asSet(s, field, at)
			continue
		}
		n := x.asNode(s, field, at, "return."+name)
		x.graph.Result.Fields = append(x.graph.Result.Fields, ResultField{name, n, x.valueType(n)})
	}
	if x.graph.Result.Items < 0 {
		x.report(v.Span(), "E0410", "the record has no field items", "write { items: …, … }")
	}
}

// add a node, its inputs being there already.
func (x *expander) add(s *scope, n *Node) int {
	x.reads(n)
	n.ID = len(x.graph.Nodes)
	n.Call, n.Bit = -1, -1
	if x.count++; x.count > MaxNodes && !x.full {
		x.full = true
		x.report(x.decl.At, "E0902", fmt.Sprintf("pipeline %s has more than %d nodes", x.top.Name, MaxNodes), "")
	}
	if s.when != nil {
		n.When = and(s.when, n.When)
	}
	if s.timeout > 0 && (n.Timeout == 0 || n.Timeout > s.timeout) {
		n.Timeout = s.timeout
	}
	mayBeNil := n.Optional || n.When != nil
	if n.Shape == ValueShape && (mayBeNil || n.Fallback >= 0 && x.graph.Nodes[n.Fallback].Type.Nullable) {
		n.Type = n.Type.Null()
	}
	for i := range n.Parts {
		if mayBeNil && n.Loop == nil && n.Parts[i].Shape == ValueShape {
			n.Parts[i].Type = n.Parts[i].Type.Null()
		}
	}
	n.fields = n.Columns
	x.graph.Nodes = append(x.graph.Nodes, n)
	x.nodes[n.Name] = n.ID
	for ; s != nil && s.x == x; s = s.around {
		s.inside = append(s.inside, n)
	}
	return n.ID
}

func and(a, b *column.Expr) *column.Expr {
	if b == nil {
		return a
	}
	return &column.Expr{Op: "and", Type: column.Type{Kind: column.Bool}, Args: []*column.Expr{a, b}}
}

// unique makes name, name_2, name_3 …
func (r *root) unique(name string) string {
	r.taken[name]++
	if n := r.taken[name]; n > 1 {
		return fmt.Sprintf("%s_%d", name, n)
	}
	return name
}

// reads finds the nodes whose values a node's expressions use.
func (x *expander) reads(n *Node) {
	n.exprs(func(e *column.Expr) { n.Reads = x.readsOf(e, n.Reads) })
}

// readsOf adds the nodes that an expression reads, each once. What the graph
// around a body has is captured.
func (x *expander) readsOf(e *column.Expr, have []Read) []Read {
next:
	for _, name := range e.Params() {
		for _, r := range have {
			if r.Param == name {
				continue next
			}
		}
		if id := x.find(name); id >= 0 {
			have = append(have, Read{name, id})
		}
	}
	return have
}

// exprs visits every expression of a node that is computed in its own graph.
func (n *Node) exprs(visit func(*column.Expr)) {
	if n.When != nil {
		visit(n.When)
	}
	for i := range n.Branches {
		if n.Branches[i].When != nil {
			visit(n.Branches[i].When)
		}
	}
	if n.Cache != nil && n.Cache.By != nil {
		visit(n.Cache.By)
	}
	var model func(*Model)
	bindings := func(list []Binding) {
		for _, b := range list {
			if b.Expr != nil {
				visit(b.Expr)
			}
			if b.Model != nil {
				model(b.Model)
			}
		}
	}
	model = func(m *Model) { bindings(m.Args) }
	for i := range n.Args {
		a := &n.Args[i]
		if a.Expr != nil {
			visit(a.Expr)
		}
		bindings(a.Bindings)
		if a.Model != nil {
			model(a.Model)
		}
	}
}

// name is what a statement, variable or parameter seen from a scope means,
// expanded when first asked for; nil when there is none.
func (x *expander) name(s *scope, name string) *binding {
	for at := s; at != nil; at = at.around {
		if got, ok := at.vars[name]; ok {
			if got.pending {
				return nil // a cycle: the checker has reported it
			}
			return x.local(got, at.x)
		}
		if st, ok := at.stmts[name]; ok {
			at.vars[name] = &binding{pending: true}
			got := at.x.value(at, st.Value, name, st.Mods)
			at.vars[name] = got
			return x.local(got, at.x)
		}
	}
	return nil
}

// shapeOf what a type of the language is as a node.
func shapeOf(t sig.Type) Shape {
	switch t.Kind {
	case sig.Items:
		return SetShape
	case sig.List:
		if t.Elem != nil && shapeOf(*t.Elem) != ValueShape {
			return SetsShape
		}
	case sig.Record:
		for _, f := range t.Fields {
			if shapeOf(f.Type) != ValueShape {
				return BundleShape
			}
		}
	}
	return ValueShape
}

// columnsOf a set, or of the sets of a list.
func columnsOf(t sig.Type) []Column {
	for t.Kind == sig.List && t.Elem != nil {
		t = *t.Elem
	}
	if t.Kind != sig.Items {
		return nil
	}
	out := make([]Column, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = Column{Name: f.Name, Type: columnType(f.Type)}
	}
	return out
}
