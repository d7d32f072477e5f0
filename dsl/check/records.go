package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// shape is a declared type by name: the columns of what its source gives.
func (o *opCall) shape(a *Bound) {
	c := o.b.c
	name, ok := bareName(a.Value)
	if !ok {
		c.report(a.Value.Span(), "E0312", fmt.Sprintf("%s wants the name of a type", o.op.Name), "declare one: type Card { id: keyword, title: string }")
		o.b.mentions(a.Value)
		return
	}
	switch d := c.decls[name]; d.kind {
	case "type":
		t := c.typeNamed(name)
		if t.Kind != sig.Record {
			return
		}
		a.Field = name
		o.rows = sig.Type{Kind: sig.Items, Fields: t.Fields, Name: name}
		o.use.Types[a.Name] = o.rows
		c.info.Values[a.Value] = o.rows
	case "import":
	case "":
		c.reportNear(a.Value.Span(), "E0301", fmt.Sprintf("unknown type %s", show(name)), name, "declare it with type", c.names("type"))
	default:
		c.report(a.Value.Span(), "E0312", fmt.Sprintf("%s is %s, not a type", show(name), an(d.kind)), "declare one: type Card { id: keyword, title: string }")
	}
}

// records are constants of the type that the shape names, each looked at by
// itself: what one leaves out another may have.
func (o *opCall) records(a *Bound) {
	c := o.b.c
	list, ok := a.Value.(*ast.List)
	if !ok {
		c.report(a.Value.Span(), "E0211", fmt.Sprintf("%s of %s are a list of constant records", a.Name, o.op.Name), "such as [{ id: \"a\" }]")
		o.b.mentions(a.Value)
		return
	}
	want := sig.Type{Kind: sig.Record, Fields: o.rows.Fields, Name: o.rows.Name}
	if o.rows.Kind == sig.Invalid {
		return
	}
	for i, e := range list.Elems {
		if c.tooMany(i, list.At, "records") {
			break
		}
		rec, ok := e.(*ast.Record)
		if !ok {
			if e != nil {
				c.report(e.Span(), "E0401", fmt.Sprintf("%s holds records of %s", a.Name, show(want.Name)), "such as { id: \"a\" }")
			}
			continue
		}
		c.constant(rec, want, "the record")
		c.unknownFields(rec, want)
	}
	elem := want
	t := sig.Type{Kind: sig.List, Elem: &elem}
	c.info.Values[a.Value] = t
	o.use.Types[a.Name] = t
	o.cut, o.low = lesser(o.cut, len(list.Elems)), len(list.Elems)
}

// unknownFields of a constant record.
func (c *checker) unknownFields(rec *ast.Record, want sig.Type) {
	for _, f := range rec.Fields {
		if f == nil || f.Key == nil {
			continue
		}
		if _, ok := want.Field(f.Key.Text); !ok {
			c.reportNear(f.Key.At, "E0502", fmt.Sprintf("no field %s in %s", show(f.Key.Text), show(want.Name)), f.Key.Text, "", fieldNames(&want))
		}
	}
}

// grouped are the columns of a group, each the list of its values.
func grouped(rows sig.Type) sig.Type {
	out := sig.Type{Kind: sig.Items, Nullable: rows.Nullable}
	if rows.Kind == sig.Invalid {
		return rows
	}
	for _, f := range append(append([]sig.Field(nil), rows.Fields...), sig.EngineColumns()...) {
		elem := f.Type
		elem.Bounds = nil
		out.Fields = append(out.Fields, sig.Field{Name: f.Name, Type: sig.Type{Kind: sig.List, Elem: &elem}})
	}
	return out
}
