package dag

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// value expands what stands right of `=`, in an argument or behind return.
// name is what the node is called; mods are a statement's.
func (x *expander) value(s *scope, v ast.Value, name string, mods []*ast.Modifier) *binding {
	if c, ok := v.(*ast.Call); ok {
		if facts := x.info.Calls[c]; facts != nil && facts.Policy == nil {
			return x.call(s, c, facts, name, mods)
		}
	}
	if bare, ok := bareName(v); ok {
		if got := x.name(s, bare); got != nil {
			return got
		}
	}
	if l, ok := v.(*ast.List); ok {
		if len(l.Elems) == 0 {
			return &binding{set: -1, expr: constant([]column.Value{}, column.Type{Kind: column.List})}
		}
		if got := x.setList(s, l, name); got != nil {
			return got
		}
	}
	e, ok := x.info.ExprOf(v)
	if !ok || x.info.Exprs[e] == nil {
		x.unsupported(v.Span(), describeValue(v))
		return &binding{set: -1, expr: null()}
	}
	low := lower(x.info.Exprs[e], e, x.names(s), func(what string) { x.unsupported(e.At, what) })
	if low.Op == "const" || name == "" {
		return &binding{set: -1, expr: low}
	}
	id := x.exprNode(s, low, v, name)
	return &binding{set: -1, expr: &column.Expr{Op: "param", Name: x.graph.Nodes[id].Name, Type: low.Type}}
}

func describeValue(v ast.Value) string {
	switch v.(type) {
	case *ast.If:
		return "if"
	case *ast.Loop:
		return "loop"
	case *ast.Each:
		return "each"
	case *ast.Choose:
		return "choose"
	case *ast.After:
		return "after"
	case *ast.Block:
		return "a block"
	case *ast.Record:
		return "a record here"
	}
	return "this value"
}

// bareName is a value that is nothing but a name.
func bareName(v ast.Value) (string, bool) {
	e, ok := v.(*ast.Expr)
	if !ok {
		return "", false
	}
	id, ok := e.Tree.(*exprast.IdentifierNode)
	if !ok || e.Unit[id.Value] != nil {
		return "", false
	}
	return id.Value, true
}

// setList is a list of sets; nil when the list holds anything else, or nothing.
func (x *expander) setList(s *scope, l *ast.List, name string) *binding {
	if len(l.Elems) == 0 {
		return nil
	}
	out := &binding{set: -1}
	for _, e := range l.Elems {
		if !x.isSet(e) {
			return nil
		}
	}
	for _, e := range l.Elems {
		got := x.value(s, e, name, nil)
		label, _ := bareName(e)
		switch {
		case got.sets != nil:
			out.sets = append(out.sets, got.sets...)
			out.names = append(out.names, got.names...)
		case got.set >= 0:
			out.sets = append(out.sets, got.set)
			if label == "" {
				label = x.graph.Nodes[got.set].Name
			}
			out.names = append(out.names, label)
		}
	}
	return out
}

// isSet asks the checker's facts.
func (x *expander) isSet(v ast.Value) bool {
	t, ok := x.info.Values[v]
	if c, isCall := v.(*ast.Call); isCall {
		if facts := x.info.Calls[c]; facts != nil {
			t, ok = facts.Result, true
		}
	}
	return ok && (t.Kind == sig.Items || t.Kind == sig.List && t.Elem != nil && t.Elem.Kind == sig.Items)
}

// call expands a call of an operator, a pipeline or a declared function. Its
// node has the name the checker gave it: the statement's, or statement.operator
// of a nested call.
func (x *expander) call(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	if facts.Node != "" {
		name = facts.Node
	}
	switch {
	case facts.Op != nil:
		return x.operator(s, c, facts, name, mods)
	case facts.Pipeline != nil:
		return x.inline(s, c, facts, name, mods)
	case facts.Function != nil:
		return x.function(s, c, facts, name, mods)
	}
	x.unsupported(c.At, "this call")
	return &binding{set: -1, expr: null()}
}

// bound is what a node gives as a name's meaning.
func (x *expander) bound(id int) *binding {
	n := x.graph.Nodes[id]
	if n.Shape == SetShape {
		return &binding{set: id}
	}
	return &binding{set: -1, expr: &column.Expr{Op: "param", Name: n.Name, Type: n.Type}}
}

// function is a word table: text in, vector out. It is a node of its own, for
// it reads a table that may be missing.
func (x *expander) function(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	f := facts.Function
	n := &Node{Op: "words", Shape: ValueShape, Type: columnType(f.Result).Null(), Pos: x.pos(c.At), Fallback: -1,
		Args: []Arg{{Name: "table", Kind: sig.Word, Words: []string{f.Words}}}}
	for _, a := range facts.Args {
		n.Args = append(n.Args, Arg{Name: "text", Kind: sig.Scalar, Expr: x.scalar(s, a.Value, name)})
	}
	x.modifiers(s, n, mods, name)
	n.Name = x.unique(s.prefix + name)
	return x.bound(x.add(s, n))
}

// inline expands a called pipeline in place, behind it a node that takes its
// result, its failure and the call's modifiers.
func (x *expander) inline(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	p := facts.Pipeline
	if s.depth >= maxDepth {
		x.report(c.At, "E0902", fmt.Sprintf("pipelines call one another deeper than %d", maxDepth), "")
		return &binding{set: -1, expr: null()}
	}
	n := &Node{Op: "call", Shape: SetShape, Pos: x.pos(c.At), Fallback: -1, Args: []Arg{{Name: "pipeline", Kind: sig.Word, Words: []string{p.Name}}}}
	x.modifiers(s, n, mods, name)
	in := x.scope(p, s.prefix+name+".", s.depth+1)
	in.timeout, in.when = n.Timeout, n.When
	if s.timeout > 0 && (in.timeout == 0 || s.timeout < in.timeout) {
		in.timeout = s.timeout
	}
	if s.when != nil {
		in.when = and(s.when, in.when)
	}
	for _, param := range p.Params {
		t := columnType(param.Type)
		in.vars[param.Name] = &binding{set: -1, expr: null()}
		if param.Default != nil {
			v, _, _ := check.ConstOf(param.Default)
			in.vars[param.Name].expr = constant(canonical(v, t), t)
		}
		for _, a := range facts.Args {
			switch {
			case a.Name != param.Name:
			case param.Type.Kind == sig.Items || param.Type.Kind == sig.List && x.isSet(a.Value):
				in.vars[param.Name] = x.value(s, a.Value, name, nil)
			default:
				in.vars[param.Name] = &binding{set: -1, expr: x.scalar(s, a.Value, name)}
			}
		}
	}
	was := x.file
	x.file = x.info.FileOf[p.Decl]
	if rec, ok := p.Decl.Return.Value.(*ast.Record); ok {
		x.unsupported(rec.At, "calling a pipeline that returns a record")
	} else {
		n.Inputs = []int{x.asSet(in, x.value(in, p.Decl.Return.Value, "return", nil), p.Decl.Return.Value)}
	}
	x.file = was
	n.Name = x.unique(s.prefix + name)
	id := x.add(s, n)
	for _, inner := range in.inside {
		inner.Call = id
	}
	return x.bound(id)
}
