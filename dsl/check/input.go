package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// input types a set, a list of sets or a resource, and says what per-item
// arguments see.
func (o *opCall) input(a *Bound) {
	switch a.Arg.Kind {
	case sig.Set:
		w := o.b.set(a.Value, o.op.Name)
		o.use.Types[a.Name] = w.typ
		if o.first == nil && !o.op.Source {
			first := w.typ
			o.first, o.rows, o.in = &first, w.typ, w.most
		} else {
			o.in = sum(o.in, w.most)
		}
	case sig.Sets:
		o.sets(a)
	case sig.Shape:
		o.shape(a)
	case sig.Resource:
		name, ok := bareName(a.Value)
		if !ok {
			o.b.c.report(a.Value.Span(), "E0312", fmt.Sprintf("%s wants the name of a resource", o.op.Name), "")
			o.b.mentions(a.Value)
			return
		}
		o.resource(a, name)
	case sig.Vectors:
		name, field, ok := dotted(a.Value)
		if !ok {
			help := "write resource.field"
			if bare, isName := bareName(a.Value); isName {
				help = o.vectorHelp(bare)
			}
			o.b.c.report(a.Value.Span(), "E0312", fmt.Sprintf("%s wants a vector field of a resource", o.op.Name), help)
			o.b.mentions(a.Value)
			return
		}
		o.vectors(a, name, field)
	}
}

func (o *opCall) resource(a *Bound, name string) bool {
	c := o.b.c
	d, ok := c.decls[name]
	switch {
	case ok && d.kind == "resource":
		a.Resource = c.resourceNamed(name)
	case ok && d.kind == "import":
		return false
	case ok:
		c.report(a.Value.Span(), "E0312", fmt.Sprintf("%s is %s, not a resource", show(name), an(d.kind)), "")
	case o.b.find(name) != nil:
		o.b.mentions(a.Value)
		c.report(a.Value.Span(), "E0312", fmt.Sprintf("%s is a statement, not a resource", show(name)), fmt.Sprintf("%s reads a resource; transforms of a set are filter, score, take and the like", o.op.Name))
	default:
		c.reportNear(a.Value.Span(), "E0301", fmt.Sprintf("unknown resource %s", show(name)), name, "", c.names("resource"))
	}
	if a.Resource == nil {
		return false
	}
	c.info.Values[a.Value] = a.Resource.Items
	o.use.Types[a.Name] = a.Resource.Items
	if o.op.Source {
		o.rows = a.Resource.Items // of a transform, the rows are those of its set
	}
	return true
}

func (o *opCall) vectors(a *Bound, name, field string) {
	if !o.resource(a, name) {
		return
	}
	c := o.b.c
	f, ok := a.Resource.Items.Field(field)
	switch {
	case !ok:
		c.reportNear(a.Value.Span(), "E0502", fmt.Sprintf("no field %s in %s", show(field), show(name)), field, o.vectorHelp(name), fieldNames(&a.Resource.Items))
	case f.Type.Kind != sig.Vector && f.Type.Kind != sig.Invalid:
		c.report(a.Value.Span(), "E0401", fmt.Sprintf("%s.%s is %s, not a vector", show(name), show(field), f.Type), o.vectorHelp(name))
	}
	a.Field = field
	o.use.Names[a.Name] = []string{name, field}
}

// vectorHelp names the vector fields of a resource.
func (o *opCall) vectorHelp(resource string) string {
	r := o.b.c.info.Resources[resource]
	if r == nil {
		return "write resource.field"
	}
	var names []string
	for _, f := range r.Fields {
		if f.Type.Kind == sig.Vector {
			names = append(names, show(resource)+"."+show(f.Name))
		}
	}
	if len(names) == 0 {
		return show(resource) + " has no vector field"
	}
	return "write " + listed(names)
}

// sets types the elements of a list of sets.
func (o *opCall) sets(a *Bound) {
	c := o.b.c
	l, ok := a.Value.(*ast.List)
	if !ok {
		w := o.b.value(a.Value, "")
		switch {
		case isSets(w.typ):
			o.list(a, []sig.Type{*w.typ.Elem})
			o.in = w.most
		case w.typ.Kind == sig.Items:
			o.wantsList()
		case w.typ.Kind != sig.Invalid:
			c.report(a.Value.Span(), "E0401", fmt.Sprintf("%s wants a list of sets, this is %s", o.op.Name, w.typ), "")
		}
		return
	}
	if len(l.Elems) == 0 {
		c.report(l.At, "E0412", fmt.Sprintf("%s wants at least one set", o.op.Name), "")
	}
	types := []sig.Type{}
	for i, e := range l.Elems {
		w := o.b.sets(e, o.op.Name)
		types = append(types, w.typ)
		if i == 0 {
			o.in = w.most
		} else {
			o.in = sum(o.in, w.most)
		}
		name, _ := bareName(e)
		if isSets(o.b.peek(e)) {
			name = "" // several sets, and none of that name
		}
		a.Names = append(a.Names, name)
	}
	o.list(a, types)
}

// wantsList reports sets that stand side by side without the brackets of a list.
func (o *opCall) wantsList() {
	c := o.b.c
	at := o.call.Args[0].Value.Span()
	for _, a := range o.call.Args {
		if a != nil && a.Name == nil && a.Value != nil {
			at.To = a.Value.Span().To
		}
	}
	help := "put them in [ ]"
	if sets := c.source(at); sets != "" {
		rest := c.source(token.Range{From: at.To, To: o.call.At.To})
		help = fmt.Sprintf("write %s([%s]%s", o.op.Name, sets, rest)
		if rest == "" {
			help = fmt.Sprintf("write %s([%s], …)", o.op.Name, sets)
		}
	}
	c.report(at, "E0401", fmt.Sprintf("%s wants its sets in one list", o.op.Name), help)
	c.fix(token.Range{From: at.From, To: at.From}, "[")
	c.fix(token.Range{From: at.To, To: at.To}, "]")
}

// list notes the sets of an argument, and what per-item arguments see of them.
func (o *opCall) list(a *Bound, types []sig.Type) {
	o.use.Lists[a.Name] = types
	o.use.Types[a.Name] = sig.Type{Kind: sig.List, Elem: &sig.Type{Kind: sig.Items}}
	united, _ := sig.Unite(types)
	for _, t := range types {
		if t.Kind == sig.Invalid {
			united = sig.Type{}
		}
	}
	if o.rows.Kind == sig.Invalid {
		o.rows = united
	}
	if o.first == nil && len(types) > 0 {
		o.first = &types[0]
	}
	o.b.c.info.Values[a.Value] = o.use.Types[a.Name]
}

// set types a value that must be a set.
func (b *body) set(v ast.Value, who string) worth { return b.setOr(v, who, false) }

// setOr types a value that must be a set, or may be a list of sets.
func (b *body) setOr(v ast.Value, who string, list bool) worth {
	c := b.c
	if name, ok := bareName(v); ok && !b.p.twice[name] {
		_, isParam := b.p.params[name]
		if b.find(name) == nil && !isParam {
			b.noSet(v, name)
			c.info.Values[v] = sig.Type{}
			return known(sig.Type{})
		}
	}
	w := b.value(v, "")
	if w.typ.Kind != sig.Items && w.typ.Kind != sig.Invalid && !(list && isSets(w.typ)) {
		help := ""
		if isSets(w.typ) {
			help = fmt.Sprintf("merge(%s) makes one set of them", show(c.source(v.Span())))
		}
		if w.typ.Kind == sig.Record {
			if f, ok := w.typ.Field("items"); ok && f.Type.Kind == sig.Items {
				help = fmt.Sprintf("write %s.items", show(c.source(v.Span())))
			}
		}
		c.report(v.Span(), "E0312", fmt.Sprintf("%s wants a set, this is %s", who, kindWord(w.typ)), help)
		return known(sig.Type{})
	}
	return w
}

// noSet reports a name that is no set of the pipeline.
func (b *body) noSet(v ast.Value, name string) {
	c := b.c
	switch d, ok := c.decls[name]; {
	case b.p.stmts[name] != nil:
		c.unseen(v.Span(), b.p.stmts[name])
	case ok && d.kind == "import":
	case ok && d.kind == "resource":
		c.report(v.Span(), "E0312", fmt.Sprintf("%s is a resource, not a set", show(name)), fmt.Sprintf("a source such as top(%s, by: …) makes a set of it", show(name)))
	case ok:
		c.report(v.Span(), "E0312", fmt.Sprintf("%s is %s, not a set", show(name), an(d.kind)), "")
	default:
		c.reportNear(v.Span(), "E0301", fmt.Sprintf("unknown name %s", show(name)), name, "", b.p.visible())
	}
}
