package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// operator makes the node of a call from the table.
func (x *expander) operator(s *scope, c *ast.Call, facts *check.Call, name string, mods []*ast.Modifier) *binding {
	desc, ok := x.ops.Op(facts.Op.Name)
	if !ok {
		x.unsupported(c.At, "the operator "+facts.Op.Name)
		return scalarOf(null())
	}
	n := &Node{Op: desc.Name, Desc: desc, Pos: x.pos(c.At), Fallback: -1}
	x.gives(n, facts.Result)
	missing := leftOut(facts)
	n.Args = make([]Arg, 0, len(facts.Args)+len(missing))
	bindings := Arg{}
	for _, a := range facts.Args {
		if a.Arg == nil {
			continue
		}
		if a.Arg.Kind.Bind() {
			bindings.Name, bindings.Kind = a.Arg.Name, a.Arg.Kind
			bind := Binding{Name: a.Name}
			if a.Model != nil {
				bind.Model = x.model(s, a.Model, name)
			} else {
				bind.Expr = x.scalar(s, a.Value, name)
			}
			bindings.Bindings = append(bindings.Bindings, bind)
			continue
		}
		n.Args = append(n.Args, x.arg(s, n, a, name))
	}
	if bindings.Name != "" {
		n.Args = append(n.Args, bindings)
	}
	for _, a := range missing {
		n.Args = append(n.Args, defaulted(a))
	}
	x.modifiers(s, n, mods, name)
	n.Name = x.unique(s.prefix + name)
	return x.bound(x.add(s, n))
}

// leftOut are the arguments of a call that have their default.
func leftOut(facts *check.Call) []*sig.Arg {
	out := make([]*sig.Arg, 0, 8)
	for i := range facts.Op.Args {
		a := &facts.Op.Args[i]
		if a.Default != nil && !slices.ContainsFunc(facts.Args, func(b check.Bound) bool { return b.Arg == a }) {
			out = append(out, a)
		}
	}
	return out
}

// defaulted is an argument that was not given.
func defaulted(a *sig.Arg) Arg {
	out := Arg{Name: a.Name, Kind: a.Kind}
	switch a.Kind {
	case sig.Choice:
		word, _ := a.Default.(string)
		out.Policy = &Policy{Name: word}
	case sig.Word:
		word, _ := a.Default.(string)
		out.Words = []string{word}
	default:
		t := columnType(a.Type)
		out.Expr = constant(canonical(a.Default, t), t)
	}
	return out
}

// arg lowers one argument by its kind.
func (x *expander) arg(s *scope, n *Node, a check.Bound, name string) Arg {
	out := Arg{Name: a.Arg.Name, Kind: a.Arg.Kind}
	switch a.Arg.Kind {
	case sig.Set:
		id := x.asSet(s, x.value(s, a.Value, name, nil), a.Value)
		out.Sets = []int{len(n.Inputs)}
		n.Inputs = append(n.Inputs, id)
	case sig.Sets:
		x.sets(s, n, a, name, &out)
	case sig.Resource, sig.Vectors:
		if a.Resource != nil {
			r := x.resource(a.Resource)
			n.Resource, n.Store = r.Name, r.Store
		}
		out.Field = a.Field
	case sig.Shape:
		n.Resource, out.Words = a.Field, []string{a.Field}
	case sig.Records:
		out.Expr = x.records(n, a)
	case sig.Column:
		out.Words = []string{a.Field}
	case sig.Columns:
		out.Words = a.Names
	case sig.Word:
		out.Words = []string{word(a)}
	case sig.Choice:
		out.Policy = x.policy(a.Value)
	case sig.ItemModel:
		if a.Model != nil {
			out.Model = x.model(s, a.Model, name)
		}
	default:
		if r, ok := a.Value.(*ast.RangeLit); ok {
			lo, _, _ := check.ConstOf(r.Lo)
			hi, _, _ := check.ConstOf(r.Hi)
			out.Knob = &Knob{Arg: a.Arg.Name}
			out.Knob.Lo, _ = lo.(int64)
			out.Knob.Hi, _ = hi.(int64)
			n.Knobs = append(n.Knobs, *out.Knob)
			break
		}
		out.Expr = x.scalar(s, a.Value, name)
	}
	return out
}

// sets of a Sets argument: a list, or the name of one.
func (x *expander) sets(s *scope, n *Node, a check.Bound, name string, out *Arg) {
	elems := []ast.Value{a.Value}
	if l, ok := a.Value.(*ast.List); ok {
		elems = l.Elems
	}
	for _, e := range elems {
		got := x.value(s, e, name, nil)
		if got.is != meansList {
			id := x.asSet(s, got, e)
			label, ok := bareName(e)
			if !ok {
				label = x.graph.Nodes[id].Name
			}
			got = &binding{ids: []int{id}, names: []string{label}}
		} else if label, ok := bareName(e); ok && len(got.ids) == 1 {
			got = &binding{ids: got.ids, names: []string{label}}
		}
		for i, id := range got.ids {
			out.Sets = append(out.Sets, len(n.Inputs))
			out.SetNames = append(out.SetNames, got.names[i])
			n.Inputs = append(n.Inputs, id)
		}
	}
}

// word of a Word argument.
func word(a check.Bound) string {
	if w, ok := a.Value.(*ast.Word); ok {
		return w.Text
	}
	if name, ok := bareName(a.Value); ok {
		return name
	}
	if len(a.Names) > 0 {
		return a.Names[0]
	}
	return a.Field
}

// policy chosen: a word, or a call with constants.
func (x *expander) policy(v ast.Value) *Policy {
	if c, ok := v.(*ast.Call); ok {
		facts := x.info.Calls[c]
		p := &Policy{Name: c.Name.Text, Named: map[string]column.Value{}}
		var sigArgs []sig.Arg
		if facts != nil && facts.Policy != nil {
			sigArgs = facts.Policy.Args
		}
		for i, a := range c.Args {
			value, _, _ := check.ConstOf(a.Value)
			if a.Name != nil {
				p.Named[a.Name.Text] = typed(value, sigArgs, 0)
				continue
			}
			p.Args = append(p.Args, typed(value, sigArgs, i))
		}
		return p
	}
	if name, ok := bareName(v); ok {
		return &Policy{Name: name}
	}
	if w, ok := v.(*ast.Word); ok {
		return &Policy{Name: w.Text}
	}
	return &Policy{}
}

func typed(v any, args []sig.Arg, i int) column.Value {
	if i < len(args) {
		return canonical(v, columnType(args[i].Type))
	}
	return v
}

// scalar lowers an argument that is an expression; a call within becomes a
// node of its own whose value is read.
func (x *expander) scalar(s *scope, v ast.Value, name string) *column.Expr {
	if c, ok := v.(*ast.Call); ok {
		if facts := x.info.Calls[c]; facts != nil && facts.Policy == nil {
			return x.asExpr(s, x.call(s, c, facts, name, nil), v)
		}
	}
	if got := x.reference(s, v); got != nil {
		return x.asExpr(s, got, v)
	}
	e, ok := x.info.ExprOf(v)
	if ok && x.info.Exprs[e] != nil {
		return x.lowered(s, e)
	}
	if k, t, isConst := check.ConstOf(v); isConst {
		ct := columnType(t)
		return constant(canonical(k, ct), ct)
	}
	switch v.(type) {
	case *ast.Record, *ast.List:
		return x.asExpr(s, x.value(s, v, "", nil), v) // its parts are no nodes
	}
	x.unsupported(v.Span(), describeValue(v))
	return null()
}
