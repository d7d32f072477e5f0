package dag

import (
	"fmt"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Feeds are the names of the nodes a node reads, sets first, each once.
func (g *Graph) Feeds(n *Node) []string {
	out := []string{}
	for _, id := range n.Before() {
		if name := g.Nodes[id].Name; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// Joins are the names of the nodes that lead to a node in a picture: what it
// reads, and what its branches end with.
func (g *Graph) Joins(n *Node) []string {
	out := g.Feeds(n)
	for _, b := range n.Branches {
		if b.Result < 0 || b.Result >= len(g.Nodes) {
			continue
		}
		if name := g.Nodes[b.Result].Name; !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// ArgText is an argument as people read it.
type ArgText struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Arguments of a node in words, sets and resource included.
func (g *Graph) Arguments(n *Node) []ArgText {
	out := []ArgText{}
	for i := range n.Args {
		a := &n.Args[i]
		text := ""
		switch a.Kind {
		case sig.Set, sig.Sets:
			var names []string
			for _, s := range a.Sets {
				names = append(names, g.Nodes[n.Inputs[s]].Name)
			}
			text = strings.Join(names, ", ")
			if a.Kind == sig.Sets {
				text = "[" + text + "]"
			}
		case sig.Resource:
			text = n.Resource
		case sig.Vectors:
			text = n.Resource + "." + a.Field
		case sig.Bindings, sig.Groups:
			for _, b := range a.Bindings {
				if b.Model != nil {
					out = append(out, ArgText{b.Name, b.Model.written()})
				} else {
					out = append(out, ArgText{b.Name, Written(b.Expr)})
				}
			}
			continue
		case sig.Columns:
			text = "[" + strings.Join(a.Words, ", ") + "]"
		default:
			switch {
			case a.Knob != nil:
				text = fmt.Sprintf("%d..%d", a.Knob.Lo, a.Knob.Hi)
			case a.Policy != nil:
				text = policyText(a.Policy)
			case a.Model != nil:
				text = a.Model.written()
			case a.Expr != nil:
				text = Written(a.Expr)
			default:
				text = strings.Join(a.Words, " ")
			}
		}
		out = append(out, ArgText{a.Name, text})
	}
	return out
}

// written is the call that a model is.
func (m *Model) written() string {
	var args []string
	for _, a := range m.Args {
		args = append(args, a.Name+": "+Written(a.Expr))
	}
	return m.Remote.Name + "(" + strings.Join(args, ", ") + ")"
}

// precedence of the operators of an expression, loosest first.
var precedence = map[string]int{
	"cond": 1, "or": 2, "and": 3, "==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4, "matches": 4, "contains": 4,
	"startsWith": 4, "endsWith": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6, "not": 7, "neg": 7, "**": 8,
}

// Written is a lowered expression as the language writes it, with the brackets
// it needs: Text has them all.
func Written(e *column.Expr) string {
	text, _ := written(e)
	return text
}

// written gives the text and how tightly it binds.
func written(e *column.Expr) (string, int) {
	const atom = 10
	p := precedence[e.Op]
	arg := func(i, least int) string {
		text, binds := written(e.Args[i])
		if binds < least {
			return "(" + text + ")"
		}
		return text
	}
	texts := func(args []*column.Expr) []string {
		out := make([]string, len(args))
		for i, a := range args {
			out[i] = Written(a)
		}
		return out
	}
	list := func(args []*column.Expr) string { return strings.Join(texts(args), ", ") }
	switch e.Op {
	case "const", "col":
		return Text(e), atom
	case "param":
		return e.Name, atom
	case "neg":
		return "-" + arg(0, p), p
	case "not":
		return "not " + arg(0, p), p
	case "??": // the language wants brackets around it and around what it holds
		return arg(0, atom) + " ?? " + arg(1, atom), 0
	case "cond":
		return arg(0, p+1) + " ? " + arg(1, p+1) + " : " + arg(2, p), p
	case "field":
		return arg(0, atom) + "." + e.Name, atom
	case "index":
		return arg(0, atom) + "[" + Written(e.Args[1]) + "]", atom
	case "list":
		return "[" + list(e.Args) + "]", atom
	case "call":
		args := e.Args
		if n := len(args); n > 0 && args[n-1].Op == "param" && args[n-1].Name == Moment {
			args = args[:n-1] // the compiler's own
		}
		return e.Name + "(" + list(args) + ")", atom
	}
	if text, ok := listText(e, texts(e.Args)); ok {
		return text, atom
	}
	if p == 0 || len(e.Args) != 2 {
		return Text(e), 0
	}
	return arg(0, p) + " " + e.Op + " " + arg(1, p+1), p
}
