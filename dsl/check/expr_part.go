package check

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/sig"
)

// index is x[i]: out of range is nil, and so is an element of nil.
func (t *typer) index(n *exprast.MemberNode, left sig.Type) sig.Type {
	t.want(n.Property, t.typ(n.Property), sig.Type{Kind: sig.Int}, "an index")
	switch left = t.asList(left); left.Kind {
	case sig.Invalid:
	case sig.List:
		if left.Elem != nil && left.Elem.Kind == sig.Items {
			t.c.report(t.span(n), "E0401", "a set of a list is not read by its place", "merge takes the list, each goes over it")
			break
		}
		return left.Item()
	default:
		t.c.report(t.span(n), "E0401", fmt.Sprintf("only lists have an index, this is %s", left), "")
	}
	return sig.Type{}
}

// slice is x[a:b] of a list or a string, cut to what there is.
func (t *typer) slice(n *exprast.SliceNode) sig.Type {
	for _, end := range []exprast.Node{n.From, n.To} {
		if end != nil {
			t.want(end, t.typ(end), sig.Type{Kind: sig.Int}, "the end of a slice")
		}
	}
	have := t.asList(t.notNil(n.Node, t.typ(n.Node)))
	have.Bounds = nil
	switch {
	case have.Kind == sig.Invalid, have.Kind == sig.String:
		return have
	case have.Kind == sig.List && (have.Elem == nil || have.Elem.Kind != sig.Items):
		return have
	}
	t.c.report(t.span(n.Node), "E0401", fmt.Sprintf("only lists and strings are sliced, this is %s", have), "")
	return sig.Type{}
}

// record is { a: x, b: y } inside of an expression.
func (t *typer) record(n *exprast.MapNode) sig.Type {
	out := sig.Type{Kind: sig.Record}
	seen := map[string]bool{}
	for i, p := range n.Pairs {
		pair, ok := p.(*exprast.PairNode)
		if !ok || t.c.tooMany(i, t.span(n), "fields") {
			break
		}
		key, ok := pair.Key.(*exprast.StringNode)
		if !ok {
			t.typ(pair.Value)
			t.c.report(t.span(pair.Key), "E0211", "the name of a field is a constant", "write { name: value }")
			continue
		}
		have := t.typ(pair.Value)
		if have.Kind == sig.Items {
			have = t.noSet(pair.Value, have)
		}
		if have.Kind == sig.Nil && t.sc.place != inGiven { // there the type is that of what is replaced
			t.c.report(t.span(pair.Value), "E0401", fmt.Sprintf("field %s has no type: nil alone has none", show(key.Value)), "")
			have = sig.Type{}
		}
		if seen[key.Value] {
			t.c.report(t.span(pair.Key), "E0302", fmt.Sprintf("%s is already a field here", show(key.Value)), "leave one of them out")
			continue
		}
		seen[key.Value] = true
		have.Bounds = nil
		out.Fields = append(out.Fields, sig.Field{Name: key.Value, Type: have})
	}
	return t.c.bounded(out, t.span(n))
}
