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
	graph *Graph
	nodes map[string]int // node IDs by name
	taken map[string]int // how often a node name was wanted
	over  bool           // MaxNodes was reported
}

// scope is one pipeline within the graph: the graph's own, or one called.
type scope struct {
	pipe    *check.Pipeline
	prefix  string // "" or "call."
	stmts   map[string]*ast.Stmt
	vars    map[string]*binding // statements expanded, and parameters
	depth   int
	when    *column.Expr // of the call: its nodes are off where it is false
	timeout int64        // of the call
	inside  []*Node      // nodes of this scope, to be told their call node
}

// binding is what a name means: a value as an expression, a set as a node, or
// a list of sets.
type binding struct {
	expr    *column.Expr
	set     int // node ID; -1: no set
	sets    []int
	names   []string // of sets
	pending bool
}

func (b *builder) graph(p *check.Pipeline) *Graph {
	b.file = b.info.FileOf[p.Decl]
	x := &expander{builder: b, graph: &Graph{Name: p.Name}, taken: map[string]int{}, nodes: map[string]int{}}
	s := x.scope(p, "", 0)
	for _, param := range p.Params {
		t := columnType(param.Type)
		g := Param{Name: param.Name, Type: t, Written: param.Type}
		if param.Default != nil {
			v, _, _ := check.ConstOf(param.Default)
			g.Default, g.HasDef = canonical(v, t), true
		}
		if param.Decl != nil {
			g.Fields = b.fieldDefaults(param.Decl.Type, param.Type, nil)
		}
		x.graph.Params = append(x.graph.Params, g)
		s.vars[param.Name] = &binding{set: -1, expr: &column.Expr{Op: "param", Name: param.Name, Type: t}}
	}
	if p.Decl.Return == nil {
		return x.graph
	}
	x.result(s, p.Decl.Return.Value)
	finish(x.graph)
	if n := len(x.graph.Resources); n > maxResources {
		x.report(p.Decl.At, "E0902", fmt.Sprintf("pipeline %s reads %d resources, at most %d", p.Name, n, maxResources), "")
	}
	return x.graph
}

func (x *expander) scope(p *check.Pipeline, prefix string, depth int) *scope {
	s := &scope{pipe: p, prefix: prefix, depth: depth, stmts: map[string]*ast.Stmt{}, vars: map[string]*binding{}}
	for _, st := range p.Decl.Stmts {
		if st != nil && st.Name != nil {
			s.stmts[st.Name.Text] = st
		}
	}
	return s
}

// result expands what a pipeline returns.
func (x *expander) result(s *scope, v ast.Value) {
	if rec, ok := v.(*ast.Record); ok {
		x.graph.Result.Record = true
		x.graph.Result.Items = -1
		for _, f := range rec.Fields {
			if f == nil || f.Key == nil {
				continue
			}
			got := x.value(s, f.Value, "return."+f.Key.Text, nil)
			if f.Key.Text == "items" {
				x.graph.Result.Items = x.asSet(s, got, f.Value)
				continue
			}
			n := x.asNode(s, got, f.Value, "return."+f.Key.Text)
			x.graph.Result.Fields = append(x.graph.Result.Fields, ResultField{f.Key.Text, n, x.valueType(n)})
		}
		if x.graph.Result.Items < 0 {
			x.report(rec.At, "E0410", "the record has no field items", "write { items: …, … }")
		}
		return
	}
	x.graph.Result.Items = x.asSet(s, x.value(s, v, "return", nil), v)
}

// valueType is the type of a node's value; of a set the list of its records.
func (x *expander) valueType(id int) column.Type {
	n := x.graph.Nodes[id]
	if n.Shape == ValueShape {
		return n.Type
	}
	rec := column.Type{Kind: column.Record}
	for _, c := range n.Columns {
		rec.Fields = append(rec.Fields, column.Field{Name: c.Name, Type: c.Type})
	}
	return column.Type{Kind: column.List, Elem: &rec}
}

// asSet wants a set where the checker promised one.
func (x *expander) asSet(s *scope, got *binding, v ast.Value) int {
	if got.set >= 0 {
		return got.set
	}
	if got.expr != nil && got.expr.Op == "const" || len(got.sets) == 0 && got.expr == nil {
		return x.empty(s, v, "empty")
	}
	x.unsupported(v.Span(), "a set made by an expression")
	return x.empty(s, v, "empty")
}

// empty is the node for `[]` and nil where a set is wanted.
func (x *expander) empty(s *scope, v ast.Value, name string) int {
	return x.add(s, &Node{Name: x.unique(s.prefix + name), Op: "empty", Shape: SetShape, Pos: x.pos(v.Span()), Fallback: -1})
}

// asNode is a node that holds a value or set.
func (x *expander) asNode(s *scope, got *binding, v ast.Value, name string) int {
	if got.set >= 0 {
		return got.set
	}
	e := got.expr
	if e == nil {
		e = null()
	}
	if e.Op == "param" {
		if id, ok := x.nodes[e.Name]; ok && x.graph.Nodes[id].Shape == ValueShape {
			return id
		}
	}
	return x.exprNode(s, e, v, name)
}

// exprNode computes a value.
func (x *expander) exprNode(s *scope, e *column.Expr, v ast.Value, name string) int {
	return x.add(s, &Node{Name: x.unique(s.prefix + name), Op: "expr", Shape: ValueShape, Type: e.Type, Pos: x.pos(v.Span()), Fallback: -1,
		Args: []Arg{{Name: "value", Kind: sig.Scalar, Expr: e}}})
}

// add a node, its inputs being there already.
func (x *expander) add(s *scope, n *Node) int {
	n.ID = len(x.graph.Nodes)
	n.Call = -1
	if n.ID >= MaxNodes && !x.over {
		x.over = true
		x.report(x.info.Pipelines[x.graph.Name].Decl.At, "E0902", fmt.Sprintf("pipeline %s has more than %d nodes", x.graph.Name, MaxNodes), "")
	}
	if s.when != nil {
		n.When = and(s.when, n.When)
	}
	if s.timeout > 0 && (n.Timeout == 0 || n.Timeout > s.timeout) {
		n.Timeout = s.timeout
	}
	x.graph.Nodes = append(x.graph.Nodes, n)
	x.reads(n)
	x.nodes[n.Name] = n.ID
	s.inside = append(s.inside, n)
	return n.ID
}

func and(a, b *column.Expr) *column.Expr {
	if b == nil {
		return a
	}
	return &column.Expr{Op: "and", Type: column.Type{Kind: column.Bool}, Args: []*column.Expr{a, b}}
}

// unique makes name, name_2, name_3 …
func (x *expander) unique(name string) string {
	x.taken[name]++
	if n := x.taken[name]; n > 1 {
		return fmt.Sprintf("%s_%d", name, n)
	}
	return name
}

// reads finds the nodes whose values a node's expressions use.
func (x *expander) reads(n *Node) {
	seen := map[string]bool{}
	n.exprs(func(e *column.Expr) {
		for _, name := range e.Params() {
			if seen[name] {
				continue
			}
			seen[name] = true
			if id, ok := x.nodes[name]; ok {
				n.Reads = append(n.Reads, Read{name, id})
			}
		}
	})
}

// exprs visits every expression of a node.
func (n *Node) exprs(visit func(*column.Expr)) {
	if n.When != nil {
		visit(n.When)
	}
	for i := range n.Args {
		if n.Args[i].Expr != nil {
			visit(n.Args[i].Expr)
		}
		for _, b := range n.Args[i].Bindings {
			visit(b.Expr)
		}
	}
}

// names of a scope as parameters: a set read in an expression is the list of
// its items.
func (x *expander) names(s *scope) names {
	return func(name string) (*column.Expr, bool) {
		got := x.name(s, name)
		switch {
		case got == nil:
			return nil, false
		case got.set >= 0:
			return &column.Expr{Op: "param", Name: x.graph.Nodes[got.set].Name, Type: x.valueType(got.set)}, true
		case got.expr == nil:
			return nil, false
		}
		return got.expr, true
	}
}

// name is what a statement or parameter of a scope means, expanded when first
// asked for; nil when there is none.
func (x *expander) name(s *scope, name string) *binding {
	if got, ok := s.vars[name]; ok {
		if got.pending {
			return nil // a cycle: the checker has reported it
		}
		return got
	}
	st, ok := s.stmts[name]
	if !ok {
		return nil
	}
	s.vars[name] = &binding{pending: true}
	got := x.value(s, st.Value, name, st.Mods)
	s.vars[name] = got
	return got
}
