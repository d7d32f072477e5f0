package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// maxMissing is how many columns a model may miss before the rest is left unsaid.
const maxMissing = 8

// isModel tells whether a value is the call of something declared, which in a
// place computed for each item can only be a model.
func (c *checker) isModel(v ast.Value) bool {
	call, ok := v.(*ast.Call)
	if !ok || call.Name == nil || expressible(call.Name.Text) || c.isOperator(call.Name.Text) {
		return false
	}
	switch c.decls[call.Name.Text].kind {
	case "function", "service", "import":
		return true
	}
	return false
}

// model types the call of a service or function that leaves its item out: the
// other arguments are computed once, the columns of item are those of the rows.
func (o *opCall) model(a *Bound, want sig.Type) sig.Type {
	c := o.b.c
	call, ok := a.Value.(*ast.Call)
	if !ok || call.Name == nil {
		o.noModel(a)
		return sig.Type{}
	}
	name := call.Name.Text
	f, ok := c.callee(name)
	switch d := c.decls[name]; {
	case ok:
	case d.kind == "import":
		o.b.mentions(call)
		return sig.Type{}
	default:
		o.b.mentions(call)
		switch {
		case c.isOperator(name) || expressible(name):
			c.report(call.Name.At, "E0413", fmt.Sprintf("%s is no model", show(name)), "a model is a service or function with a parameter item")
		case d.kind != "":
			c.report(call.Name.At, "E0413", fmt.Sprintf("%s is %s, and no model", show(name), an(d.kind)), "a model is a service or function with a parameter item")
		default:
			c.reportNear(call.Name.At, "E0301", fmt.Sprintf("unknown name %s", show(name)), name, "", c.names("service", "function"))
		}
		return sig.Type{}
	}
	if f.item == nil {
		o.b.mentions(call)
		if !f.broken() {
			c.report(call.Name.At, "E0413", fmt.Sprintf("%s has no parameter item, so it is no model", show(name)), "call it in a statement of its own, or give it item: { … }")
		}
		return sig.Type{}
	}
	if brings(call, "item") {
		o.b.mentions(call)
		c.report(call.Name.At, "E0413", fmt.Sprintf("%s is asked for each item of the set, and here one is given", show(name)), "leave item out")
		return sig.Type{}
	}
	m := &Model{Call: call, Function: f.function, Service: f.service, Result: f.result}
	a.Model = m
	n := o.b.n
	n.waits = n.waits || f.waits
	o.asks = max(o.asks, f.timeout)
	info := &Call{}
	o.b.params(call, info, name, f.params)
	m.Args = info.Args
	m.Columns = o.sent(call, f)
	c.info.Values[call] = sig.Type{Kind: sig.Model, Elem: &m.Result}
	return o.answers(call, f, want)
}

// sent matches the fields of item with the columns at hand, by name and type.
func (o *opCall) sent(call *ast.Call, f callee) []ModelColumn {
	c := o.b.c
	var out []ModelColumn
	missing := 0
	for _, want := range f.item.Type.Fields {
		col := ModelColumn{Name: want.Name, Type: want.Type}
		have, ok := o.rows.Field(want.Name)
		bare := have.Type
		bare.Nullable = false
		switch {
		case o.rows.Kind == sig.Invalid:
		case !ok && want.Type.Nullable:
			col.Missing = true
		case !ok:
			if missing++; missing <= maxMissing {
				c.report(call.Name.At, "E0501", fmt.Sprintf("no column %s here, and %s wants it", show(want.Name), show(f.name)), c.supplier(want.Name, &o.rows))
			}
		case sig.Fits(have.Type, want.Type):
		case sig.Fits(bare, want.Type):
			help := fmt.Sprintf("write %s: %s? in %s", show(want.Name), want.Type, show(f.name))
			if d := defaultText(bare); d != "" {
				help = fmt.Sprintf("with(…, %[1]s: %[1]s ?? %[2]s) above gives it a default", show(want.Name), d)
			}
			c.report(call.Name.At, "E0503", fmt.Sprintf("%s may be nil here, and %s wants %s", show(want.Name), show(f.name), want.Type), help)
		default:
			c.report(call.Name.At, "E0401", fmt.Sprintf("%s wants %s: %s, here it is %s", show(f.name), show(want.Name), want.Type, have.Type), c.whyNot(have.Type, want.Type))
		}
		out = append(out, col)
	}
	return out
}

// answers compares what a model gives with what the operator takes.
func (o *opCall) answers(call *ast.Call, f callee, want sig.Type) sig.Type {
	c := o.b.c
	bare := f.result
	bare.Nullable = false
	switch {
	case f.result.Kind == sig.Invalid || sig.Fits(f.result, want):
	case sig.Fits(bare, want):
		c.report(call.Name.At, "E0503", fmt.Sprintf("%s may answer nil, and %s wants %s", show(f.name), o.op.Name, want), fmt.Sprintf("make a column of it by with(…, %s: …), and score by that with a default", show(f.name)))
	default:
		c.report(call.Name.At, "E0401", fmt.Sprintf("%s wants a model of %s, %s answers %s", o.op.Name, want, show(f.name), f.result), "")
	}
	return f.result
}

// noModel reports what is no call at all where a model is wanted.
func (o *opCall) noModel(a *Bound) {
	c := o.b.c
	name, bare := bareName(a.Value)
	o.b.mentions(a.Value)
	if f, ok := c.callee(name); bare && ok && f.item != nil {
		c.report(a.Value.Span(), "E0413", fmt.Sprintf("%s is called", show(name)), fmt.Sprintf("write %s(…)", show(name)))
		if len(f.params) == 0 {
			c.fix(a.Value.Span(), name+"()")
		}
		return
	}
	c.report(a.Value.Span(), "E0413", fmt.Sprintf("%s wants a model", a.Name), "a call of a service or function with a parameter item, such as ctr(user)")
}
