package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
)

// beyond reports the first argument behind the last place, with the name it
// should have: the first that is missing, or any.
func (o *opCall) beyond(a *ast.Arg, places int) {
	if o.surplus {
		return
	}
	o.surplus = true
	if o.withoutList() {
		return // said of the first of them
	}
	help, names := "leave the rest out", o.names()
	switch missing := o.unnamed(); {
	case missing != nil && missing.Kind.Bind():
		help = "each column has a name: name: expression"
	case missing != nil:
		help = fmt.Sprintf("write %s: before it", missing.Name)
	case places < len(names):
		help = "the other arguments are given by name: " + listed(names[places:])
	}
	o.b.c.report(a.At, "E0408", fmt.Sprintf("%s takes %s by position", o.op.Name, diag.Count(places, "argument")), help)
}

// turned finds the resource or the set that a call wants first and has behind
// another argument, such as take(10, a).
func (o *opCall) turned() string {
	if len(o.op.Args) == 0 || len(o.call.Args) < 2 || o.call.Args[0] == nil || o.call.Args[0].Name != nil || o.right(o.call.Args[0].Value) != "" {
		return ""
	}
	if o.op.Args[0].Kind == sig.Set && !o.noSet(o.call.Args[0].Value) {
		return ""
	}
	for _, a := range o.call.Args[1:] {
		if a != nil && a.Name == nil {
			if text := o.right(a.Value); text != "" {
				return text
			}
		}
	}
	return ""
}

// right is the text of a value that can be the first argument, "" of others.
func (o *opCall) right(v ast.Value) string {
	name, bare := bareName(v)
	resource := func(name string) bool { return o.b.c.decls[name].kind == "resource" }
	switch o.op.Args[0].Kind {
	case sig.Resource:
		if bare && resource(name) {
			return show(name)
		}
	case sig.Vectors:
		if left, right, ok := dotted(v); ok && resource(left) {
			return show(left) + "." + show(right)
		}
	case sig.Set:
		if call, ok := v.(*ast.Call); ok && call.Name != nil && !expressible(call.Name.Text) {
			return o.b.c.written(call)
		}
		if p, ok := o.b.p.params[name]; bare && ok && p.Type.Kind == sig.Items {
			return show(name)
		}
		if n := o.b.find(name); bare && n != nil && n.state != open {
			o.b.c.visit(o.b.p, n)
			if n.typ.Kind == sig.Items || n.typ.Kind == sig.Invalid {
				return show(name)
			}
		}
	}
	return ""
}

// noSet tells values that are surely no set: constants, what is computed, and
// names of scalars.
func (o *opCall) noSet(v ast.Value) bool {
	if _, _, ok := ConstOf(v); ok {
		return true
	}
	e, ok := v.(*ast.Expr)
	if !ok || e == nil || e.Tree == nil {
		return false
	}
	name, bare := bareName(v)
	if !bare {
		return namePath(v) == nil
	}
	if p, ok := o.b.p.params[name]; ok {
		return p.Type.Kind != sig.Items && p.Type.Kind != sig.Invalid
	}
	n := o.b.find(name)
	if n == nil || n.state == open {
		return n == nil && o.b.p.stmts[name] == nil
	}
	o.b.c.visit(o.b.p, n)
	return n.typ.Kind != sig.Items && n.typ.Kind != sig.Invalid
}

// outOfOrder reports a call whose first argument stands behind another.
func (o *opCall) outOfOrder() {
	for _, a := range o.call.Args {
		if a != nil && a.Value != nil {
			o.b.mentions(a.Value)
		}
	}
	what := "a resource"
	switch o.op.Args[0].Kind {
	case sig.Vectors:
		what = "a vector field of a resource"
	case sig.Set:
		what = "a set"
	}
	o.b.c.report(o.call.Args[0].Value.Span(), "E0312", fmt.Sprintf("%s wants %s first", o.op.Name, what),
		fmt.Sprintf("write %s(%s, …)", o.op.Name, o.swapped))
}

// withoutList tells a call such as merge(a, b), whose sets should stand in one
// list.
func (o *opCall) withoutList() bool {
	if len(o.op.Args) == 0 || o.op.Args[0].Kind != sig.Sets || len(o.call.Args) == 0 || o.call.Args[0] == nil || o.call.Args[0].Name != nil {
		return false
	}
	_, list := o.call.Args[0].Value.(*ast.List)
	return !list
}

// unnamed is the first required argument given by name that the call does not
// name, nil when it names them all.
func (o *opCall) unnamed() *sig.Arg {
	for i := range o.op.Args {
		a := &o.op.Args[i]
		if !a.Required || !a.Named && !a.Kind.Bind() {
			continue
		}
		found := false
		for _, have := range o.call.Args {
			if have != nil && have.Name != nil {
				_, declared := o.op.Arg(have.Name.Text)
				found = found || have.Name.Text == a.Name || a.Kind.Bind() && !declared
			}
		}
		if !found {
			return a
		}
	}
	return nil
}
