package check

import (
	"fmt"
	"regexp"
	"strings"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/sig"
)

// typ types a node and everything below it: an allow-list, so that nothing
// passes which the engine does not run. Invalid means already reported.
func (t *typer) typ(n exprast.Node) sig.Type {
	if n == nil || t.broken[n] {
		return sig.Type{}
	}
	if h := t.home[n]; h != nil && h != t.island {
		was := t.island
		t.island = h
		defer func() { t.island = was }()
	}
	out := t.node(n)
	if n != t.facts.root { // of the root the island has it
		t.facts.types.put(n, out)
	}
	return out
}

func (t *typer) node(n exprast.Node) sig.Type {
	switch n := n.(type) {
	case *exprast.NilNode:
		return sig.Type{Kind: sig.Nil, Nullable: true}
	case *exprast.IntegerNode:
		return sig.Type{Kind: sig.Int}
	case *exprast.FloatNode:
		return sig.Type{Kind: sig.Float}
	case *exprast.BoolNode:
		return sig.Type{Kind: sig.Bool}
	case *exprast.StringNode:
		if looksSecret(n.Value) {
			t.c.reportSecret(t.span(n))
		}
		return sig.Type{Kind: sig.String}
	case *exprast.IdentifierNode:
		return t.ident(n)
	case *exprast.UnaryNode:
		return t.unary(n)
	case *exprast.BinaryNode:
		return t.binary(n)
	case *exprast.ConditionalNode:
		return t.conditional(n)
	case *exprast.MemberNode:
		return t.member(n)
	case *exprast.ArrayNode:
		return t.array(n)
	case *exprast.CallNode:
		if id, ok := n.Callee.(*exprast.IdentifierNode); ok {
			return t.call(n, id.Value, n.Arguments)
		}
		for _, a := range n.Arguments {
			t.typ(a)
		}
		t.c.report(t.span(n.Callee), "E0233", "methods are not used", "write a function such as lower(q)")
		return sig.Type{}
	case *exprast.BuiltinNode:
		return t.call(n, n.Name, n.Arguments)
	case *exprast.ChainNode:
		return t.typ(n.Node)
	case *exprast.SliceNode:
		return t.slice(n)
	case *exprast.MapNode:
		return t.record(n)
	case *exprast.PointerNode:
		return t.pointer(n)
	default:
		t.c.unsupported(t.span(n), "this form of expression")
	}
	return sig.Type{}
}

func (t *typer) unary(n *exprast.UnaryNode) sig.Type {
	have := t.typ(n.Node)
	switch n.Operator {
	case "not", "!":
		if have = t.noSet(n.Node, have); have.Kind == sig.Invalid || have.Kind == sig.Bool {
			t.want(n.Node, have, sig.Type{Kind: sig.Bool}, n.Operator)
			return sig.Type{Kind: sig.Bool}
		}
		// not a == b is (not a) == b: what stands around it would be wrong too.
		t.c.report(t.span(n.Node), "E0401", fmt.Sprintf("%s wants bool, this is %s", n.Operator, have), "it takes only what stands right behind it: write not (…)")
		return sig.Type{}
	}
	have = t.notNil(n.Node, have)
	switch have.Kind {
	case sig.Invalid, sig.Int, sig.Float, sig.Duration:
		have.Bounds = nil
		return have
	}
	t.c.report(t.span(n.Node), "E0401", fmt.Sprintf("%s wants a number, this is %s", n.Operator, have), "")
	return sig.Type{}
}

func (t *typer) conditional(n *exprast.ConditionalNode) sig.Type {
	t.want(n.Cond, t.typ(n.Cond), sig.Type{Kind: sig.Bool}, "?:")
	a, b := t.typ(n.Exp1), t.typ(n.Exp2)
	if a.Kind == sig.Items && b.Kind == sig.Items {
		t.noChoice(n)
		return sig.Type{}
	}
	a, b = t.noSet(n.Exp1, a), t.noSet(n.Exp2, b)
	out, ok := sig.Common(a, b)
	if !ok {
		t.c.report(t.span(n), "E0401", fmt.Sprintf("one side of ?: is %s, the other %s", a, b), "both sides have one type")
		return sig.Type{}
	}
	return out
}

func (t *typer) array(n *exprast.ArrayNode) sig.Type {
	if len(n.Nodes) == 0 {
		return sig.EmptyList()
	}
	elem := sig.Type{}
	for _, e := range n.Nodes {
		have := t.noSet(e, t.typ(e))
		next, ok := sig.Common(elem, have)
		if !ok {
			t.c.report(t.span(e), "E0401", fmt.Sprintf("this list holds %s, this is %s", elem, have), "a list holds one type")
			continue
		}
		elem = next
	}
	return sig.Type{Kind: sig.List, Elem: &elem}
}

// member is x.name, x["name"] and x[i].
func (t *typer) member(n *exprast.MemberNode) sig.Type {
	prop, isName := n.Property.(*exprast.StringNode)
	if id, ok := n.Node.(*exprast.IdentifierNode); ok && id.Value == "item" && isName && t.sc.place == perItem {
		if col, ok := t.column(prop.Value); ok {
			t.refer(n, Ref{Kind: RefColumn, Name: prop.Value})
			return col
		}
		if t.sc.rows == nil || t.sc.rows.Kind != sig.Invalid {
			t.c.noColumn(t.span(prop), prop.Value, t.sc.rows)
		}
		return sig.Type{}
	}
	left := t.typ(n.Node)
	if !isName {
		return t.index(n, left)
	}
	switch left.Kind {
	case sig.Invalid:
		return sig.Type{}
	case sig.Record:
		f, ok := left.Field(prop.Value)
		if !ok {
			of := left.Name
			if of == "" {
				of = "this record"
			}
			names := fieldNames(&left)
			t.c.reportNear(t.span(prop), "E0502", fmt.Sprintf("no field %s in %s", show(prop.Value), of), prop.Value, "there are "+listed(names), names)
			return sig.Type{}
		}
		t.refer(n, Ref{Kind: RefField, Name: prop.Value})
		out := f.Type
		out.Nullable = out.Nullable || left.Nullable && out.Kind != sig.Items
		return out
	default:
		t.noFields(n, prop, left)
	}
	return sig.Type{}
}

// noFields reports a field of what is no record, with what was likely meant.
func (t *typer) noFields(n *exprast.MemberNode, prop *exprast.StringNode, left sig.Type) {
	name, of := show(prop.Value), show(t.c.source(t.span(n.Node)))
	if of == "" || strings.HasPrefix(of, ".") || strings.HasPrefix(of, "#") {
		of = "this"
	}
	message, help := fmt.Sprintf("%s is %s, which has no fields", of, left), "only records have fields"
	text := ""
	switch within, outcome := t.outcomeAt(n.Node); {
	case left.Kind == sig.Items:
		message = fmt.Sprintf("%s is a set, and a set has no fields", of)
		help = "columns are read where something is computed for each item; of one it is " + of + "[0]." + name
		if f, ok := left.Field(prop.Value); !ok {
			help = "columns are read where something is computed for each item; it has " + listed(fieldNames(&left))
		} else if _, bare := n.Node.(*exprast.IdentifierNode); bare && f.Type.Kind != sig.Items {
			help += ", of all " + fmt.Sprintf("map(%s, .%s)", of, name)
		}
	case outcome != nil:
		help = "an outcome is a text, such as \"ok\""
		if full := within + "." + prop.Value; contains(fieldNames(outcome), full) {
			help = fmt.Sprintf("that of an arm or a node within is outcome[%q]", show(full))
			text = fmt.Sprintf("outcome[%q]", full)
		} else if names := beginWith(fieldNames(outcome), within+"."); len(names) > 0 {
			help += "; of what is within there are " + listed(quoted(names))
		}
	case left.Kind == sig.List && left.Elem != nil && left.Elem.Kind == sig.Record:
		help = fmt.Sprintf("of one element it is %s[0].%s, of all map(%s, .%s)", of, name, of, name)
	case isBuiltin(prop.Value):
		help = fmt.Sprintf("%s is a function: write %s(%s)", name, name, of)
	}
	t.c.report(t.span(prop), "E0418", message, help)
	if text != "" {
		t.c.fix(t.span(n), text)
	}
}

// outcomeAt is the name behind outcome, and the record of all outcomes; nil
// where a node is another thing.
func (t *typer) outcomeAt(n exprast.Node) (string, *sig.Type) {
	m, ok := n.(*exprast.MemberNode)
	if !ok || t.sc.place != inExpect {
		return "", nil
	}
	id, isName := m.Node.(*exprast.IdentifierNode)
	name, isText := m.Property.(*exprast.StringNode)
	if !isName || !isText || id.Value != "outcome" {
		return "", nil
	}
	of := t.facts.TypeOf(id)
	return name.Value, &of
}

func beginWith(names []string, prefix string) []string {
	var out []string
	for _, n := range names {
		if strings.HasPrefix(n, prefix) {
			out = append(out, n)
		}
	}
	return out
}

// pattern checks the right side of matches.
func (t *typer) pattern(n exprast.Node) {
	s, ok := n.(*exprast.StringNode)
	if !ok {
		t.c.report(t.span(n), "E0415", "the pattern of matches is a constant string", "")
		return
	}
	if len(s.Value) > 1000 {
		t.c.report(t.span(n), "E0415", "the pattern of matches is longer than 1000 bytes", "")
		return
	}
	if _, err := regexp.Compile(s.Value); err != nil {
		t.c.report(t.span(n), "E0415", "the pattern does not compile: "+show(err.Error()), "patterns are RE2")
	}
}
