package check

import (
	"fmt"
	"time"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// trial is a test while it is checked.
type trial struct {
	c     *checker
	out   *Test
	p     *pipe            // of it, or of its scene
	nodes map[string]*stub // that a given may stand for, and whose outcome is seen
}

// test enters a test; everything else is known by now.
func (c *checker) test(d *ast.Test) {
	t := &trial{c: c, out: &Test{Decl: d, Request: map[string]any{}}}
	if d.Title != nil {
		t.out.Title = d.Title.Value
		if c.titles[d.Title.Value] {
			c.report(d.Title.At, "E0302", fmt.Sprintf("%q is already the title of a test", show(d.Title.Value)), "give one of them another title")
		}
		c.titles[d.Title.Value] = true
	}
	c.info.Tests = append(c.info.Tests, t.out)
	if !t.of() {
		return
	}
	t.nodes = c.stubs(t.p)
	t.answer()
	requests, given := 0, map[string]bool{}
	for i, e := range d.Entries {
		if c.tooMany(i, t.at(), "entries in a test") {
			return
		}
		if e == nil {
			continue
		}
		switch e.Verb {
		case "request":
			if requests++; requests > 1 {
				c.report(e.At, "E0302", "a test has one request", "write another test")
				continue
			}
			t.request(e)
		case "expect":
			t.expect(e)
		case "given":
			t.given(e, given)
		}
	}
	switch {
	case requests == 0:
		c.report(t.at(), "E0412", "the test has no request", "write request { "+t.example()+" }")
	case len(t.out.Expects) == 0:
		c.report(t.at(), "E0412", "the test expects nothing", `write expect ids == ["…"]`)
	}
}

// at is where what is wrong with a test as a whole is said.
func (t *trial) at() token.Range {
	if t.out.Decl.Title != nil {
		return t.out.Decl.Title.At
	}
	return t.out.Decl.At
}

// of finds the pipeline or scene that is tested.
func (t *trial) of() bool {
	c, of := t.c, t.out.Decl.Of
	if of == nil || of.Text == "" {
		return false
	}
	switch kind := c.decls[of.Text].kind; kind {
	case "pipeline":
		t.p = c.pipes[of.Text]
		t.out.Pipeline = c.info.Pipelines[of.Text]
	case "scene":
		if s := c.info.Scenes[of.Text]; s != nil {
			t.out.Scene, t.p = s, c.pipes[s.Pipeline]
		}
	case "":
		c.reportNear(of.At, "E0301", fmt.Sprintf("unknown pipeline or scene %s", show(of.Text)), of.Text, "", c.names("pipeline", "scene"))
	default:
		c.report(of.At, "E0312", fmt.Sprintf("%s is %s; a test is of a pipeline or a scene", show(of.Text), an(kind)), "")
	}
	return t.p != nil
}

// request types what is asked against the pipeline's parameters.
func (t *trial) request(e *ast.TestEntry) {
	c := t.c
	r, ok := e.Value.(*ast.Record)
	if !ok {
		return
	}
	params, seen, excused := t.p.out.Params, map[string]bool{}, map[string]bool{}
	for i, f := range r.Fields {
		if c.tooMany(i, r.At, "parameters") {
			return
		}
		if f == nil || f.Key == nil {
			continue
		}
		name := f.Key.Text
		p, ok := t.p.params[name]
		switch {
		case !ok:
			meant := c.reportNear(f.Key.At, "E0308", fmt.Sprintf("%s has no parameter %s", show(t.p.out.Name), show(name)), name, "the parameters are "+listed(paramNames(params)), paramNames(params))
			excused[meant] = true // not missing a second time
		case seen[name]:
			c.report(f.Key.At, "E0302", fmt.Sprintf("%s is already given", show(name)), "leave one of them out")
		case p.Type.Kind == sig.Items:
			c.report(f.Key.At, "E0807", fmt.Sprintf("%s is a set, which no request can bring", show(name)), "test a pipeline that makes the set itself")
		default:
			var decl *ast.TypeExpr
			if p.Decl != nil {
				decl = p.Decl.Type
			}
			if v, ok := c.document(f.Value, p.Type, decl, name); ok {
				t.out.Request[name] = v
			}
		}
		seen[name] = true
	}
	var missing []string
	for _, p := range params {
		if p.Default == nil && !p.Type.Nullable && !seen[p.Name] && !excused[p.Name] && p.Type.Kind != sig.Items {
			missing = append(missing, show(p.Name))
		}
	}
	if len(missing) > 0 {
		c.report(e.At, "E0412", fmt.Sprintf("%s wants %s", show(t.p.out.Name), listed(missing)), "add "+missing[0]+": …")
	}
}

// example is the parameters a request must have.
func (t *trial) example() string {
	for _, p := range t.p.out.Params {
		if p.Default == nil && !p.Type.Nullable {
			return show(p.Name) + ": …"
		}
	}
	return ""
}

// moment reads given now "…".
func (t *trial) moment(e *ast.TestEntry) {
	s, ok := e.Value.(*ast.StringLit)
	if !ok {
		return
	}
	at, err := time.Parse(time.RFC3339Nano, s.Value)
	switch {
	case err != nil:
		t.c.report(s.At, "E0405", fmt.Sprintf("%q is no moment", show(s.Value)), `such as "2026-05-01T12:00:00Z"`)
	case !t.out.Now.IsZero():
		t.c.report(e.At, "E0302", "now is already given", "leave one of them out")
	default:
		t.out.Now = at
	}
}
