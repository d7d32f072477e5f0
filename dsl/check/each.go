package check

import (
	"fmt"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// maxParallel is how many blocks of an each may run at once.
const maxParallel = 64

// each types the list of what a block gives for the elements of a list; of a
// set, for its items.
func (b *body) each(v *ast.Each) worth {
	c := b.c
	out := known(sig.Type{})
	out.call, out.form, out.same = true, "each", true
	over := known(sig.Type{})
	if v.In != nil {
		over = b.value(v.In, "")
	}
	list := b.goesOver(v.In, over.typ)
	info := &Each{Decl: v, Over: list, Max: c.atLeastOne(v.Max, "max", maxTurns), Parallel: c.atLeastOne(v.Parallel, "parallel", maxParallel)}
	c.info.Eaches[v] = info
	if v.Name != nil {
		info.Name = v.Name.Text
	}
	if list.Elem != nil {
		info.Elem = *list.Elem
	}
	r := b.p.inner[v.Body]
	if v.Body == nil || r == nil {
		return out
	}
	for _, n := range r.vars {
		n.typ = info.Elem
	}
	was := b.maybe
	b.maybe = true
	w := b.block(v.Body, "")
	b.maybe = was
	value := w.typ
	value.Bounds = nil
	if value.Kind == sig.Nil {
		c.report(valueAtOf(v.Body), "E0401", "the block gives nil alone, which has no type", "")
		value = sig.Type{}
	}
	if value.Kind == sig.List && isSets(value) {
		c.report(valueAtOf(v.Body), "E0401", "the block gives a list of sets, and each makes a list of that", "merge them in the block")
		value = sig.Type{}
	}
	if value.Kind == sig.Record && holdsSet(value) {
		c.unsupported(valueAtOf(v.Body), "an each that gives records with sets")
		value = sig.Type{}
	}
	info.Value, info.Reads = value, r.reads
	if value.Kind == sig.Invalid {
		return out
	}
	out.typ = sig.Type{Kind: sig.List, Elem: &value}
	info.Result = out.typ
	turns := lesser(over.most, maxOr(info.Max))
	if value.Kind == sig.Items && turns != unbounded && w.most != unbounded {
		out.most = min(turns*w.most, 1<<40)
	}
	return out
}

// goesOver is the list an each goes over.
func (b *body) goesOver(v ast.Value, have sig.Type) sig.Type {
	switch {
	case have.Kind == sig.Items:
		return itemList(have)
	case have.Kind == sig.List && have.Nullable:
		b.c.mayBeNil(v.Span(), have)
	case have.Kind == sig.List, have.Kind == sig.Invalid:
	default:
		b.c.report(v.Span(), "E0401", fmt.Sprintf("each goes over a list or a set, this is %s", have), "")
		return sig.Type{}
	}
	have.Nullable, have.Bounds = false, nil
	return have
}

func maxOr(n int) int {
	if n == 0 {
		return unbounded
	}
	return n
}

// atLeastOne reads the number behind max or parallel; 0 when there is none, or
// once reported.
func (c *checker) atLeastOne(n *ast.NumberLit, who string, most float64) int {
	switch {
	case n == nil:
	case !n.Int:
		c.report(n.At, "E0405", who+" wants a whole number", "")
	case n.Num < 1:
		c.report(n.At, "E0804", fmt.Sprintf("%s is %s, at least 1 wanted", who, n.Text), "")
	case n.Num > most:
		c.report(n.At, "E0804", fmt.Sprintf("%s is %s, at most %v", who, n.Text, most), "")
	default:
		return int(n.Num)
	}
	return 0
}
