package check

import (
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// maxRows are the rows a test gives a resource.
const maxRows = 10_000

// given checks one line that stands in for something.
func (t *trial) given(e *ast.TestEntry, seen map[string]bool) {
	if e.How == "now" {
		t.moment(e)
		return
	}
	var names []string
	at := e.At
	for i, n := range e.Target {
		if n == nil || n.Text == "" {
			return
		}
		if names = append(names, n.Text); i == 0 {
			at = n.At
		}
		at = at.Union(n.At)
	}
	if len(names) == 0 {
		return
	}
	c, g := t.c, Given{Decl: e, Target: strings.Join(names, "."), How: e.How}
	if seen[g.Target] {
		c.report(at, "E0302", fmt.Sprintf("%s is already given", show(g.Target)), "leave one of them out")
		return
	}
	seen[g.Target] = true
	kind := c.decls[g.Target].kind
	switch node := t.nodes[g.Target]; {
	case node != nil && (kind == "" || e.How == "off" || e.How == "at"):
		g.Kind = "node"
		t.givenNode(&g, node, at)
	case kind == "resource":
		g.Kind = kind
		t.givenResource(&g, at)
	case kind == "service" || kind == "function":
		g.Kind = kind
		t.givenCallee(&g, at)
	case kind == "experiment":
		g.Kind = kind
		t.givenExperiment(&g, at)
	case kind == "import":
		return
	case kind != "":
		c.report(at, "E0312", fmt.Sprintf("%s is %s; given stands in for a resource, a service, a function, a node or the arm of an experiment", show(g.Target), an(kind)), "")
		return
	default:
		c.reportNear(at, "E0301", fmt.Sprintf("unknown name %s", show(g.Target)), g.Target, "", c.names("resource", "service", "function"), sortedStubs(t.nodes))
		return
	}
	t.out.Givens = append(t.out.Givens, g)
}

// how reports a way that does not fit what is given.
func (t *trial) how(g *Given, at token.Range, ways string) {
	t.c.report(at, "E0312", fmt.Sprintf("%s is %s: %s is not how it is given", show(g.Target), an(g.Kind), wayWord(g.How)), ways)
}

func wayWord(how string) string {
	if how == "rows" {
		return "[ rows ]"
	}
	return how
}

func (t *trial) givenNode(g *Given, node *stub, at token.Range) {
	c := t.c
	switch g.How {
	case "fails":
		g.Fails = wordText(g.Decl.Value)
	case "off":
		if !node.off {
			c.report(at, "E0312", fmt.Sprintf("%s is not optional, so it is never off", show(g.Target)), fmt.Sprintf("write given %s fails error", show(g.Target)))
		}
	case "at":
		g.Arm = wordText(g.Decl.Value)
		if node.arms == nil {
			c.report(at, "E0312", fmt.Sprintf("%s is no choose, and has no arms", show(g.Target)), "")
			return
		}
		var arms []string
		for _, a := range node.arms.Arms {
			if a != nil && a.Name != nil {
				arms = append(arms, a.Name.Text)
			}
		}
		if g.Arm != "" && !contains(arms, g.Arm) {
			c.reportNear(g.Decl.Value.Span(), "E0301", fmt.Sprintf("%s has no arm %s", show(g.Target), show(g.Arm)), g.Arm, "the arms are "+listed(arms), arms)
		}
	default:
		t.how(g, at, "a node fails, is off, or is at an arm; what it reads is given instead")
	}
}

// givenExperiment says in which arm of an experiment of the scene the request is.
func (t *trial) givenExperiment(g *Given, at token.Range) {
	c, x := t.c, t.c.info.Experiments[g.Target]
	switch {
	case g.How != "at":
		t.how(g, at, "an experiment is at an arm")
		return
	case t.out.Scene == nil || x == nil || x.Scene != t.out.Scene.Name:
		c.report(at, "E0312", fmt.Sprintf("%s is no experiment of what is tested", show(g.Target)), "test the scene that it is on")
		return
	}
	g.Arm = wordText(g.Decl.Value)
	var arms []string
	for _, a := range x.Arms {
		arms = append(arms, a.Name)
	}
	if g.Arm != "" && !contains(arms, g.Arm) {
		c.reportNear(g.Decl.Value.Span(), "E0301", fmt.Sprintf("%s has no arm %s", show(g.Target), show(g.Arm)), g.Arm, "the arms are "+listed(arms), arms)
	}
}

func (t *trial) givenResource(g *Given, at token.Range) {
	c := t.c
	switch g.How {
	case "fails":
		g.Fails = wordText(g.Decl.Value)
	case "from":
		g.File, _ = textOf(g.Decl.Value)
	case "rows":
		list, ok := g.Decl.Value.(*ast.List)
		r := c.info.Resources[g.Target]
		if !ok || r == nil {
			return
		}
		want := sig.Type{Kind: sig.Record, Name: r.Name, Fields: r.Items.Fields}
		var decl *ast.RecordType
		if r.Decl != nil {
			decl = r.Decl.Fields
		}
		for i, e := range list.Elems {
			if i == maxRows {
				c.report(list.At, "E0902", fmt.Sprintf("more than %d rows", maxRows), "put them into a file: from \"fixtures/…\"")
				return
			}
			if e == nil {
				continue
			}
			row, isRecord := e.(*ast.Record)
			if !isRecord {
				c.report(e.Span(), "E0401", fmt.Sprintf("a row of %s is a record", show(r.Name)), "write { id: \"…\", … }")
				continue
			}
			if v, ok := c.documentRecord(row, want, decl, r.Name); ok {
				g.Rows = append(g.Rows, v.(map[string]any))
			}
		}
	default:
		t.how(g, at, `a resource has [ rows ], rows from "file", or fails`)
	}
}

// givenCallee types what a service or function gives over its parameters.
func (t *trial) givenCallee(g *Given, at token.Range) {
	c := t.c
	f, ok := c.callee(g.Target)
	if !ok {
		return
	}
	switch g.How {
	case "fails":
		g.Fails = wordText(g.Decl.Value)
	case "from":
		g.File, _ = textOf(g.Decl.Value)
	case "gives":
		g.Gives = g.Decl.Value
		params := f.params
		if f.item != nil {
			params = append(params[:len(params):len(params)], *f.item)
		}
		want := f.result
		if want.Kind == sig.Items { // the keys, best first
			want = sig.Type{Kind: sig.List, Elem: &sig.Type{Kind: sig.String}}
		}
		have := c.scalar(g.Gives, sig.Type{}, g.Target, scope{place: inGiven, params: params})
		if g.Gives != nil && !sig.Fits(have, written(want)) {
			c.fits(g.Gives, have, want, g.Target)
		}
	default:
		t.how(g, at, `it gives a value, answers from "file", or fails`)
	}
}

// written is a type as an expression may write it: a vector is a list of
// numbers.
func written(t sig.Type) sig.Type {
	switch t.Kind {
	case sig.Vector:
		return sig.Type{Kind: sig.List, Nullable: t.Nullable, Elem: &sig.Type{Kind: sig.Float}}
	case sig.List:
		if t.Elem != nil {
			elem := written(*t.Elem)
			t.Elem = &elem
		}
	case sig.Record:
		t.Fields = append([]sig.Field(nil), t.Fields...)
		for i := range t.Fields {
			t.Fields[i].Type = written(t.Fields[i].Type)
		}
	}
	return t
}

func wordText(v ast.Value) string {
	w, _ := wordOf(v)
	return w
}
