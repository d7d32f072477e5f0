package check

import (
	"fmt"
	"sort"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// maxRows are the rows a test gives a resource.
const maxRows = 10_000

// stub is a node a test may break, by the name traces give it.
type stub struct {
	stmt *ast.Stmt   // nil of a nested call
	arms *ast.Choose // of a choose
	off  bool        // may be switched off
}

// stubs are the nodes of a pipeline and of those it calls, once for each
// pipeline. Names of called ones have their call's before them.
func (c *checker) stubs(p *pipe) map[string]*stub {
	if out, ok := c.stubsOf[p]; ok {
		return out
	}
	out := map[string]*stub{}
	c.stubsOf[p] = out // a pipeline that calls itself adds nothing to itself
	ast.Inspect(p.decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Stmt:
			if n.Name == nil || n.Name.Text == "" || len(out) > maxNodes {
				break
			}
			switch v := n.Value.(type) {
			case *ast.Choose:
				out[n.Name.Text] = &stub{stmt: n, arms: v}
				for _, a := range v.Arms {
					if a != nil && a.Name != nil {
						out[n.Name.Text+"."+a.Name.Text] = &stub{}
					}
				}
			case *ast.If:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
			case *ast.Loop:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
				turns(out, n.Name.Text, v.Stmts)
			case *ast.Each:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
				if v.Body != nil {
					turns(out, n.Name.Text, v.Body.Stmts)
				}
			case *ast.Call:
				out[n.Name.Text] = &stub{stmt: n, off: mayBeOff(n)}
			}
		case *ast.Call:
			call := c.info.Calls[n]
			if call == nil || call.Node == "" || len(out) > maxNodes {
				break
			}
			if out[call.Node] == nil {
				out[call.Node] = &stub{}
			}
			if called := c.pipeFor(call.Pipeline); called != nil && called != p {
				for name, s := range c.stubs(called) {
					if len(out) > maxNodes {
						break
					}
					out[call.Node+"."+name] = s
				}
			}
		}
		return true
	})
	return out
}

// turns are the statements of a body that runs more than once: traces name them
// behind their form.
func turns(out map[string]*stub, form string, stmts []*ast.Stmt) {
	for _, s := range stmts {
		if s != nil && s.Name != nil && len(out) <= maxNodes {
			out[form+"."+s.Name.Text] = &stub{stmt: s, off: mayBeOff(s)}
		}
	}
}

// pipeFor is the pipe of a pipeline, of this project or of one that an imported
// pipeline calls.
func (c *checker) pipeFor(p *Pipeline) *pipe {
	if p == nil {
		return nil
	}
	if own := c.pipes[p.Name]; own != nil && own.out == p {
		return own
	}
	if c.foreign[p] == nil {
		c.foreign[p] = published(p, c.info.FileOf[p.Decl])
	}
	return c.foreign[p]
}

func mayBeOff(s *ast.Stmt) bool {
	for _, m := range s.Mods {
		if m != nil && (m.Word == "optional" || m.Word == "when") {
			return true
		}
	}
	return false
}

func sortedStubs(nodes map[string]*stub) []string {
	out := make([]string, 0, len(nodes))
	for name := range nodes {
		out = append(out, name)
	}
	return sortedNames(out)
}

func sortedNames(names []string) []string {
	sort.Strings(names)
	return names
}

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
	case kind == "import":
		return
	case kind != "":
		c.report(at, "E0312", fmt.Sprintf("%s is %s; given stands in for a resource, a service, a function or a node", show(g.Target), an(kind)), "")
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
