package dag

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Test is a `test` block, its expressions lowered. One of Pipeline and Scene is
// set.
type Test struct {
	Title    string
	Pipeline string // of a pipeline: no tiers, no fallback
	Scene    string
	Now      int64 // ns since 1970; 0 when the test gives none
	Givens   []Given
	Request  map[string]any // as a JSON request has it
	Answer   column.Type    // a record: what Expects read, as parameters
	Expects  []Expect
	Pos      Pos
}

// Given is one thing a test stands in for, as check.Given has it.
type Given struct {
	Target, Kind, How string
	File, Fails, Arm  string
	Rows              []map[string]any
	Gives             *column.Expr // over the parameters of the callee, and item, a record
	Pos               Pos
}

// Expect is a condition on the answer.
type Expect struct {
	Expr *column.Expr
	Text string // as written
	Pos  Pos
}

// Tests of a project that was checked without errors, in order of file and
// place. The list says what can't be lowered.
func Tests(info *check.Info) ([]*Test, diag.List) {
	b := &builder{info: info}
	var out []*Test
	for _, t := range info.Tests {
		out = append(out, b.test(t))
	}
	return out, b.diags.Sort()
}

func (b *builder) test(t *check.Test) *Test {
	b.file = b.info.FileOf[t.Decl]
	out := &Test{Title: t.Title, Request: t.Request, Answer: columnType(t.Answer), Pos: b.pos(t.Decl.At)}
	if t.Decl.Title != nil {
		out.Pos = b.pos(t.Decl.Title.At)
	}
	if t.Pipeline != nil {
		out.Pipeline = t.Pipeline.Name
	}
	if t.Scene != nil {
		out.Scene = t.Scene.Name
	}
	if !t.Now.IsZero() {
		out.Now = t.Now.UnixNano()
	}
	for _, g := range t.Givens {
		out.Givens = append(out.Givens, b.given(&g))
	}
	for _, e := range t.Expects {
		expect := Expect{Expr: b.overNames(e, out.Answer.Fields), Pos: b.pos(e.At)}
		if b.file != nil {
			expect.Text = string(b.file.Src[e.At.From:e.At.To])
		}
		out.Expects = append(out.Expects, expect)
	}
	return out
}

func (b *builder) given(g *check.Given) Given {
	out := Given{Target: g.Target, Kind: g.Kind, How: g.How, File: g.File, Fails: g.Fails, Arm: g.Arm, Rows: g.Rows, Pos: b.pos(g.Decl.At)}
	if g.Gives == nil {
		return out
	}
	var params []check.Param
	var item *check.Param
	if s := b.info.Services[g.Target]; s != nil {
		params, item = s.Params, s.Item
	} else if f := b.info.Functions[g.Target]; f != nil {
		params, item = f.Params, f.Item
	}
	if item != nil {
		params = append(params[:len(params):len(params)], *item)
	}
	var fields []sig.Field
	for _, p := range params {
		fields = append(fields, sig.Field{Name: p.Name, Type: p.Type})
	}
	out.Gives = b.valueOver(g.Gives, columnFields(fields))
	return out
}

// valueOver is a value of a test over names; a record that is no island is made
// of its fields.
func (b *builder) valueOver(v ast.Value, names []column.Field) *column.Expr {
	if e, ok := b.info.ExprOf(v); ok {
		return b.overNames(e, names)
	}
	if r, ok := v.(*ast.Record); ok {
		out := &column.Expr{Op: "record", Type: columnType(b.info.Values[v])}
		for _, f := range out.Type.Fields {
			value := null()
			for _, given := range r.Fields {
				if given.Key != nil && given.Key.Text == f.Name {
					value = b.valueOver(given.Value, names)
				}
			}
			out.Args = append(out.Args, value)
		}
		return out
	}
	b.unsupported(v.Span(), "this value")
	return null()
}

// overNames lowers an island whose names are those given.
func (b *builder) overNames(e *ast.Expr, fields []column.Field) *column.Expr {
	see := func(name string) (*column.Expr, bool) {
		for _, f := range fields {
			if f.Name == name {
				return &column.Expr{Op: "param", Name: name, Type: f.Type}, true
			}
		}
		return nil, false
	}
	return lower(b.info.Exprs[e], e, see, func(what string) { b.unsupported(e.At, what) })
}
