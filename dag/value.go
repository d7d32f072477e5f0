package dag

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// value expands what stands right of `=`, in an argument or behind return.
// name is what the node is called; mods are a statement's.
func (x *expander) value(s *scope, v ast.Value, name string, mods []*ast.Modifier) *binding {
	switch v := v.(type) {
	case *ast.Call:
		if facts := x.info.Calls[v]; facts != nil && facts.Policy == nil {
			return x.call(s, v, facts, name, mods)
		}
	case *ast.If:
		return x.ifElse(s, v, name, mods)
	case *ast.Choose:
		return x.choose(s, v, name, mods)
	case *ast.Loop:
		return x.loop(s, v, name, mods)
	case *ast.Each:
		return x.each(s, v, name, mods)
	case *ast.Record:
		return x.record(s, v, name)
	case *ast.List:
		if got := x.setList(s, v, name); got != nil {
			return got
		}
		if len(v.Elems) == 0 {
			return scalarOf(constant([]column.Value{}, column.Type{Kind: column.List}))
		}
	}
	if got := x.reference(s, v); got != nil {
		return got
	}
	e, ok := x.info.ExprOf(v)
	if !ok || x.info.Exprs[e] == nil {
		if k, t, isConst := check.ConstOf(v); isConst {
			ct := columnType(t)
			return scalarOf(constant(canonical(k, ct), ct))
		}
		x.unsupported(v.Span(), describeValue(v))
		return scalarOf(null())
	}
	low := x.lowered(s, e)
	if low.Op == "const" || name == "" {
		return scalarOf(low)
	}
	return x.bound(x.exprNode(s, low, v, name))
}

func describeValue(v ast.Value) string {
	switch v.(type) {
	case *ast.Block:
		return "a block"
	case *ast.Record:
		return "a record here"
	}
	return "this value"
}

// lowered is an island with the names of a scope.
func (x *expander) lowered(s *scope, e *ast.Expr) *column.Expr {
	var held records
	low := lower(x.info.Exprs[e], e, x.names(s, &held), func(what string) { x.unsupported(e.At, what) })
	if len(held) == 0 {
		return low
	}
	return x.opened(s, e, low, held)
}

// records are the meanings of the names in an island that are no values: what
// of them is read is known when it is lowered.
type records map[string]*binding

// names of a scope as parameters: a set read in an expression is the list of
// its items, a record that is no value is held until its field is known.
func (x *expander) names(s *scope, held *records) names {
	return func(name string) (*column.Expr, bool) {
		got := x.name(s, name)
		switch {
		case got == nil:
			return nil, false
		case got.isRecord():
			key := "{" + name + "}" // no name of the language
			if *held == nil {
				*held = records{}
			}
			(*held)[key] = got
			return &column.Expr{Op: "param", Name: key, Type: column.Type{Kind: column.Record}}, true
		}
		return x.asExpr(s, got, nil), true
	}
}

// opened puts the fields of held records where they are read.
func (x *expander) opened(s *scope, v ast.Value, e *column.Expr, held records) *column.Expr {
	if got := x.heldBy(e, held); got != nil {
		return x.asExpr(s, got, v)
	}
	out := *e
	out.Args = make([]*column.Expr, len(e.Args))
	for i, a := range e.Args {
		out.Args[i] = x.opened(s, v, a, held)
	}
	return &out
}

// heldBy is what a path into a held record means; nil when e is none.
func (x *expander) heldBy(e *column.Expr, held records) *binding {
	switch e.Op {
	case "param":
		return held[e.Name]
	case "field":
		if of := x.heldBy(e.Args[0], held); of != nil && of.isRecord() {
			return x.field(of, e.Name)
		}
	}
	return nil
}

// record is { a: x, b: y }: its fields are what they are, it is no node.
func (x *expander) record(s *scope, v *ast.Record, name string) *binding {
	if t, ok := x.info.Values[v]; ok && shapeOf(t) == ValueShape {
		if e, ok := x.info.ExprOf(v); ok && x.info.Exprs[e] != nil {
			low := x.lowered(s, e)
			if low.Op == "const" || name == "" || name == "return" {
				return scalarOf(low)
			}
			return x.bound(x.exprNode(s, low, v, name))
		}
	}
	out := &binding{is: meansRecord, x: x}
	for _, f := range v.Fields {
		if f == nil || f.Key == nil {
			continue
		}
		node := ""
		if name != "" {
			node = name + "." + f.Key.Text
		}
		out.fields = append(out.fields, bindField{f.Key.Text, x.value(s, f.Value, node, nil)})
	}
	return out
}

// setList is a list of sets; nil when the list holds anything else, or nothing.
func (x *expander) setList(s *scope, l *ast.List, name string) *binding {
	if len(l.Elems) == 0 {
		return nil
	}
	for _, e := range l.Elems {
		if !x.isSet(e) {
			return nil
		}
	}
	out := &binding{is: meansList, x: x}
	for _, e := range l.Elems {
		got := x.value(s, e, name, nil)
		switch got.is {
		case meansList:
			out.ids = append(out.ids, got.ids...)
			out.names = append(out.names, got.names...)
			continue
		case meansSet:
		default: // nil or []
			got = x.bound(x.asSet(s, got, e))
		}
		label, ok := bareName(e)
		if !ok {
			label = x.graph.Nodes[got.id].Name
		}
		out.ids = append(out.ids, got.id)
		out.names = append(out.names, label)
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
	if shape := shapeOf(t); ok && (shape == SetShape || shape == SetsShape) {
		return true
	}
	if e, isExpr := v.(*ast.Expr); isExpr {
		if facts := x.info.Exprs[e]; facts != nil {
			shape := shapeOf(facts.Type)
			return shape == SetShape || shape == SetsShape
		}
	}
	return false
}

// call expands a call of an operator, a pipeline, a service or a declared
// function. Its node has the name the checker gave it: the statement's, or
// statement.operator of a nested call.
func (x *expander) call(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	if facts.Node != "" {
		name = facts.Node
		if s.owner != "" { // the prefix says it already
			name = strings.TrimPrefix(name, s.owner+".")
		}
	}
	switch {
	case facts.Op != nil:
		return x.operator(s, c, facts, name, mods)
	case facts.Pipeline != nil && facts.Pipeline.Recursive:
		return x.recur(s, c, facts, name, mods)
	case facts.Pipeline != nil:
		return x.inline(s, c, facts, name, mods)
	case facts.Service != nil:
		return x.service(s, c, facts, name, mods)
	case facts.Function != nil && facts.Function.Words != "":
		return x.words(s, c, facts, name, mods)
	case facts.Function != nil:
		return x.service(s, c, facts, name, mods)
	}
	x.unsupported(c.At, "this call")
	return scalarOf(null())
}

// words is a word table: text in, vector out. It is a node of its own, for it
// reads a table that may be missing.
func (x *expander) words(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
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
		return scalarOf(null())
	}
	n := &Node{Op: "call", Pipeline: p.Name, Shape: shapeOf(p.Result), Pos: x.pos(c.At), Fallback: -1, Args: []Arg{{Name: "pipeline", Kind: sig.Word, Words: []string{p.Name}}}}
	if n.Shape == BundleShape {
		n.Parts = partsOf(p.Result)
	}
	x.modifiers(s, n, mods, name)
	in := x.scope(p.Decl.Stmts, nil)
	in.prefix, in.depth = s.prefix+name+".", s.depth+1
	in.timeout, in.when = n.Timeout, n.When
	if s.timeout > 0 && (in.timeout == 0 || s.timeout < in.timeout) {
		in.timeout = s.timeout
	}
	if s.when != nil {
		in.when = and(s.when, in.when)
	}
	for _, param := range p.Params {
		in.vars[param.Name] = x.argument(s, facts, param, name)
	}
	was := x.file
	x.file = x.info.FileOf[p.Decl]
	if p.Decl.Return != nil {
		got := x.value(in, p.Decl.Return.Value, "return", nil)
		if n.Shape == BundleShape {
			x.gather(in, n, partsOf(p.Result), got, p.Decl.Return.Value, "return")
		} else {
			id := x.asSet(in, got, p.Decl.Return.Value)
			n.Inputs, n.Columns = []int{id}, append([]Column(nil), x.graph.Nodes[id].fields...)
		}
	}
	x.file = was
	n.Name = x.unique(s.prefix + name)
	id := x.add(s, n)
	for _, inner := range in.inside {
		inner.Call = id
	}
	return x.bound(id)
}

// argument is what a call gives for a parameter, its default included.
func (x *expander) argument(s *scope, facts *check.Call, param check.Param, name string) *binding {
	for _, a := range facts.Args {
		switch {
		case a.Name != param.Name:
		case shapeOf(param.Type) != ValueShape:
			return x.value(s, a.Value, name, nil)
		default:
			return scalarOf(x.scalar(s, a.Value, name))
		}
	}
	if param.Default != nil {
		t := columnType(param.Type)
		v, _, _ := check.ConstOf(param.Default)
		return scalarOf(constant(canonical(v, t), t))
	}
	return scalarOf(null())
}
