package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// block types the statements of a block and gives what its value is worth. id
// is what the call that is its value is named in traces.
func (b *body) block(v *ast.Block, id string) worth {
	r := b.p.inner[v]
	if r == nil {
		return known(sig.Type{})
	}
	r.value.id = id
	b.c.typeRegion(b.p, r)
	b.c.info.Blocks[v] = &Block{Decl: v, Order: r.order(), Result: r.value.typ, Reads: r.reads}
	b.n.takes(r.longest())
	if r.value.value == nil {
		return known(sig.Type{})
	}
	return *r.value.value
}

// blockValue types what a block comes to, with the modifiers behind it.
func (b *body) blockValue(v *ast.Block) {
	if v.Value == nil {
		return
	}
	b.maybe = true // a branch may not be taken
	w := b.value(v.Value, b.n.id)
	b.modifiers(w, v.Mods)
	b.n.value = &worth{typ: b.n.typ, most: b.n.most, low: unbounded, call: true, knob: w.knob, empty: w.empty}
}

// branch is one of the ways a value may come to be.
type branch struct {
	worth
	at  token.Range
	who string // the branch in a message
}

// unite is what any of the branches may give: sets with their columns united,
// scalars of one type. Nothing is reported of a branch that is wrong already.
func (b *body) unite(list []branch, at token.Range) worth {
	out := worth{most: 0, low: unbounded}
	var sets []sig.Type
	var of []branch // whose types sets are
	for _, br := range list {
		switch {
		case br.typ.Kind == sig.Invalid && !br.empty:
			return known(sig.Type{})
		case br.empty:
		case br.typ.Kind == sig.Items:
			sets, of = append(sets, br.typ), append(of, br)
		}
		out.most = greater(out.most, br.most)
	}
	if len(sets) == 0 {
		out.typ = b.common(list)
		out.most = unbounded
		return out
	}
	for _, br := range list {
		if br.typ.Kind != sig.Items && !br.empty {
			b.otherKind(of[0], br)
			return known(sig.Type{})
		}
	}
	united, clash := sig.Unite(sets)
	if clash != "" {
		b.clash(clash, sets, of)
		return known(sig.Type{})
	}
	if len(sets) > 1 {
		united = b.c.columns(united, at)
	}
	out.typ = united
	return out
}

// otherKind reports a branch that gives something else than another.
func (b *body) otherKind(first, other branch) {
	help := "every branch gives a value of one type"
	if first.typ.Kind == sig.Items && other.typ.Kind == sig.Nil {
		help = "a set is never nil: write []"
	}
	b.c.report(other.at, "E0401", fmt.Sprintf("%s is %s, %s is %s", first.who, kindWord(first.typ), other.who, kindWord(other.typ)), help)
}

// clash reports the second of two branches that give a column two types.
func (b *body) clash(column string, sets []sig.Type, of []branch) {
	first := -1
	for i, t := range sets {
		f, ok := t.Field(column)
		if !ok {
			continue
		}
		if first < 0 {
			first = i
			continue
		}
		was, _ := sets[first].Field(column)
		if _, fits := sig.Common(was.Type, f.Type); !fits {
			b.c.report(of[i].at, "E0402", fmt.Sprintf("%s is %s in %s, %s in %s", show(column), was.Type, of[first].who, f.Type, of[i].who), "rename one with `with`")
			return
		}
	}
	b.c.report(of[len(of)-1].at, "E0402", fmt.Sprintf("%s has two types in these sets", show(column)), "rename one with `with`")
}

// common is the type of scalars.
func (b *body) common(list []branch) sig.Type {
	t := sig.Type{}
	for i, br := range list {
		have := br.typ
		have.Bounds = nil
		if i == 0 {
			t = have
			continue
		}
		both, ok := sig.Common(t, have)
		if !ok {
			b.otherKind(branch{worth: known(t), who: list[0].who}, br)
			return sig.Type{}
		}
		if t.Kind == sig.Record && t.Name != have.Name {
			both.Name = ""
		}
		t = both
	}
	return t
}
