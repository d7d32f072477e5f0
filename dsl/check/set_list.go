package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// isSets tells a list of sets.
func isSets(t sig.Type) bool {
	return t.Kind == sig.List && t.Elem != nil && t.Elem.Kind == sig.Items
}

// holdsSets tells whether a list names sets, or lists of them: then it is none
// of scalars.
func (b *body) holdsSets(l *ast.List) bool {
	for _, e := range l.Elems {
		if call, ok := e.(*ast.Call); ok && call.Name != nil && !expressible(call.Name.Text) {
			return true
		}
		if inner, ok := e.(*ast.List); ok && b.holdsSets(inner) {
			return true
		}
		if t := b.peek(e); t.Kind == sig.Items || isSets(t) {
			return true
		}
	}
	return false
}

// peek is the type of a name, or of a field of one, without reading it.
func (b *body) peek(v ast.Value) sig.Type {
	names := namePath(v)
	if len(names) == 0 {
		return sig.Type{}
	}
	t := b.p.params[names[0]].Type
	if n := b.find(names[0]); n != nil && n != b.n {
		b.c.visit(b.p, n)
		t = n.typ
	}
	for _, name := range names[1:] {
		f, _ := t.Field(name)
		if t.Kind != sig.Record {
			return sig.Type{}
		}
		t = f.Type
	}
	return t
}

// setList types a list of sets; a list of them among the others is spread.
func (b *body) setList(l *ast.List) worth {
	out := known(sig.Type{Kind: sig.List})
	var types []sig.Type
	out.most = 0
	for i, e := range l.Elems {
		if b.c.tooMany(i, l.At, "sets in a list") {
			break
		}
		w := b.sets(e, "the list")
		if w.typ.Kind == sig.Invalid {
			return known(sig.Type{})
		}
		types = append(types, w.typ)
		out.most = sum(out.most, w.most)
	}
	united, clash := sig.Unite(types)
	if clash != "" {
		b.c.report(l.At, "E0402", fmt.Sprintf("%s has two types in these sets", show(clash)), "rename one with `with`")
		return known(sig.Type{})
	}
	united = b.c.columns(united, l.At)
	out.typ.Elem = &united
	return out
}

// sets types a value that is a set or a list of sets; of a list, the type is
// that of its sets.
func (b *body) sets(v ast.Value, who string) worth {
	if l, ok := v.(*ast.List); ok && b.holdsSets(l) {
		w := b.value(v, "")
		if isSets(w.typ) {
			w.typ = *w.typ.Elem
		}
		return w
	}
	if t := b.peek(v); isSets(t) {
		w := b.value(v, "")
		w.typ = *t.Elem
		return w
	}
	w := b.setOr(v, who, true)
	if isSets(w.typ) {
		w.typ = *w.typ.Elem
	}
	return w
}
