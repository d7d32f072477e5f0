package catalog

import (
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/server/app"
)

// Outline implements app.Language. It reads the syntax alone, so that a text
// which does not compile has one too.
func (c *Compiler) Outline(texts []app.Text) []app.Declaration {
	out := []app.Declaration{}
	for _, t := range texts {
		if !strings.HasSuffix(t.Path, ".riffle") {
			continue
		}
		f, _ := parse.File(t.Path, []byte(t.Text))
		for _, d := range f.Decls {
			out = outlined(out, f, d)
		}
	}
	return out
}

// outlined adds a declaration, and below a pipeline its named statements.
func outlined(out []app.Declaration, f *ast.File, d ast.Decl) []app.Declaration {
	kind := ""
	switch d.(type) {
	case *ast.Type:
		kind = "type"
	case *ast.Resource:
		kind = "resource"
	case *ast.Service:
		kind = "service"
	case *ast.Function:
		kind = "function"
	case *ast.Pipeline:
		kind = "pipeline"
	case *ast.Scene:
		kind = "scene"
	case *ast.Experiment:
		kind = "experiment"
	}
	name := d.DeclName()
	if kind == "" || name == nil || name.Text == "" {
		return out // an import or a test, or one whose name is still to be written
	}
	add := func(kind, in string, n *ast.Name) {
		at := f.Lines.Position(n.At.From)
		out = append(out, app.Declaration{Kind: kind, Name: n.Text, In: in, File: f.Name, Line: at.Line, Column: at.Column})
	}
	add(kind, "", name)
	if p, ok := d.(*ast.Pipeline); ok {
		for _, s := range p.Stmts {
			if s != nil && s.Name != nil && s.Name.Text != "" {
				add("node", name.Text, s.Name)
			}
		}
	}
	return out
}
