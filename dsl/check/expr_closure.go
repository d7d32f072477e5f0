package check

import (
	"fmt"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/sig"
)

// element is what the body of a closure sees: #, and #acc where there is one.
type element struct {
	item sig.Type
	acc  *sig.Type
}

// closureArgs tells whether a call has a closure among its arguments.
func closureArgs(args []exprast.Node) bool {
	for _, a := range args {
		if _, ok := a.(*exprast.PredicateNode); ok {
			return true
		}
	}
	return false
}

// closure types f(list, body) and f(list, body, extra).
func (t *typer) closure(n exprast.Node, f *sig.Closure, args []exprast.Node) sig.Type {
	if f.Later {
		t.c.unsupported(t.own(n), f.Name+" with a closure")
	}
	t.refer(n, Ref{Kind: RefFunction, Name: f.Name})
	list := t.elements(args[0], f.Name)
	var body exprast.Node
	if p, ok := args[min(1, len(args)-1)].(*exprast.PredicateNode); ok {
		body = p.Node
	}
	if body == nil {
		return sig.Type{}
	}
	here := element{}
	if list.Elem != nil {
		here.item = *list.Elem
	}
	first := sig.Type{}
	if f.First {
		if len(args) < 3 {
			t.c.report(t.span(n), "E0412", f.Name+" wants a first value for #acc", "such as "+f.Example)
		} else {
			first = t.noSet(args[2], t.typ(args[2]))
			first.Bounds = nil
		}
		here.acc = &first
	}
	t.within = append(t.within, here)
	before := len(t.c.diags)
	have := t.typ(body)
	if have.Kind == sig.Invalid && here.item.Kind == sig.Invalid && here.item.Nullable && len(t.c.diags) == before {
		t.c.report(t.span(args[0]), "E0401", "the list is empty, so what "+f.Name+" computes has no type", "leave it out, or go over a list that holds something")
	}
	t.within = t.within[:len(t.within)-1]
	t.facts.types.put(args[1], have)
	if !f.First && len(args) > 2 {
		t.closureWord(f, args[2])
	}
	have = t.body(f, body, have, first)
	return closureGives(f, list, have, first)
}

// elements types what a closure goes over; a set is the list of its items.
func (t *typer) elements(n exprast.Node, who string) sig.Type {
	list := t.asList(t.notNil(n, t.typ(n)))
	if list.Kind != sig.List && list.Kind != sig.Invalid {
		t.c.report(t.span(n), "E0401", fmt.Sprintf("%s wants a list, this is %s", who, list), "")
		return sig.Type{}
	}
	return list
}

// asList reads a set as the list of its items.
func (t *typer) asList(have sig.Type) sig.Type {
	if have.Kind != sig.Items {
		return have
	}
	return itemList(have)
}

// itemList is a set in an expression: the list of its items, each a record with
// the engine's columns behind its own.
func itemList(set sig.Type) sig.Type {
	item := sig.Type{Kind: sig.Record, Name: set.Name}
	engine := sig.EngineColumns()
	item.Fields = make([]sig.Field, 0, len(set.Fields)+len(engine))
	item.Fields = append(append(item.Fields, set.Fields...), engine...)
	return sig.Type{Kind: sig.List, Elem: &item}
}

// body checks what a closure computes of each element.
func (t *typer) body(f *sig.Closure, n exprast.Node, have, first sig.Type) sig.Type {
	if have.Kind == sig.Items {
		have = t.noSet(n, have)
	}
	if have.Kind == sig.Invalid {
		return have
	}
	bare := have
	bare.Nullable, bare.Bounds = false, nil
	switch f.Body {
	case sig.BodyBool:
		t.want(n, have, sig.Type{Kind: sig.Bool}, f.Name)
	case sig.BodyNumber:
		if !isNumeric(bare) && bare.Kind != sig.Duration {
			t.c.report(t.span(n), "E0401", fmt.Sprintf("%s wants a number, this is %s", f.Name, have), "")
			return sig.Type{}
		}
	case sig.BodyKey:
		if k := have.Kind; k != sig.Int && k != sig.String && k != sig.Bool {
			t.c.report(t.span(n), "E0401", fmt.Sprintf("%s wants an int, a string or a bool, this is %s", f.Name, have), "")
			return sig.Type{}
		}
		have = t.notNil(n, have)
	case sig.BodyOrder:
		if !ordered(bare) && bare.Kind != sig.Bool {
			t.c.report(t.span(n), "E0401", fmt.Sprintf("%s can't be sorted by", have), "")
			return sig.Type{}
		}
	case sig.BodyFirst:
		if first.Kind == sig.Nil {
			t.c.report(t.span(n), "E0401", f.Name+" begins with nil, which has no type", "such as "+f.Example)
			return sig.Type{}
		}
		t.want(n, have, first, fmt.Sprintf("%s, which begins as %s,", f.Name, first))
	case sig.BodyAny:
		if have.Kind == sig.Nil {
			t.c.report(t.span(n), "E0401", f.Name+" of nil alone has no type", "")
			return sig.Type{}
		}
	}
	return have
}

// closureGives is the type of a closure's answer.
func closureGives(f *sig.Closure, list, body, first sig.Type) sig.Type {
	body.Bounds = nil
	switch f.Gives {
	case sig.GivesBool:
		return sig.Type{Kind: sig.Bool}
	case sig.GivesCount:
		return sig.Type{Kind: sig.Int}
	case sig.GivesPlace:
		return sig.Type{Kind: sig.Int, Nullable: true}
	case sig.GivesFound:
		if list.Kind == sig.Invalid {
			return sig.Type{}
		}
		return list.Item()
	case sig.GivesList:
		return sig.Type{Kind: sig.List, Elem: &body}
	case sig.GivesTotal:
		body.Nullable = false
		return body
	case sig.GivesGroups:
		if body.Kind == sig.Invalid || list.Elem == nil {
			return sig.Type{}
		}
		list.Nullable = false
		group := sig.Type{Kind: sig.Record, Fields: []sig.Field{{Name: "key", Type: body}, {Name: "items", Type: list}}}
		return sig.Type{Kind: sig.List, Elem: &group}
	case sig.GivesSorted:
		return list
	}
	return first
}

// closureWord checks the third argument of sortBy, a constant word.
func (t *typer) closureWord(f *sig.Closure, n exprast.Node) {
	s, ok := n.(*exprast.StringNode)
	if ok && contains(f.Extra, s.Value) {
		t.facts.types.put(n, sig.Type{Kind: sig.String})
		return
	}
	t.c.report(t.span(n), "E0405", f.Name+" can't go that way", "it is one of "+strings.Join(quoted(f.Extra), ", "))
}

// pointer is #, #acc or #index.
func (t *typer) pointer(n *exprast.PointerNode) sig.Type {
	if len(t.within) == 0 {
		t.c.report(t.span(n), "E0305", "there is no # here", "# is the element in the body of any, map and their like")
		return sig.Type{}
	}
	here := t.within[len(t.within)-1]
	switch n.Name {
	case "":
		t.refer(n, Ref{Kind: RefElement})
		return here.item
	case "index":
		t.refer(n, Ref{Kind: RefElement, Name: n.Name})
		return sig.Type{Kind: sig.Int}
	case "acc":
		if here.acc != nil {
			t.refer(n, Ref{Kind: RefElement, Name: n.Name})
			return *here.acc
		}
		t.c.report(t.span(n), "E0305", "there is no #acc here", "only reduce has one: reduce(prices, #acc + #, 0)")
		return sig.Type{}
	}
	t.c.report(t.span(n), "E0305", fmt.Sprintf("there is no #%s", show(n.Name)), "there are #, #index and, in reduce, #acc")
	return sig.Type{}
}
