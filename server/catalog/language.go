package catalog

import (
	"context"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/server/app"
)

// Format implements app.Language.
func (c *Compiler) Format(name, text string) (string, diag.List) {
	out, list := format.Source(name, []byte(text))
	if list.HasErrors() {
		return text, list
	}
	return string(out), list
}

// Complete implements app.Language.
func (c *Compiler) Complete(ctx context.Context, p app.Project, at analysis.Place) analysis.Completions {
	return analysis.Complete(sources(p.Texts), c.options(ctx, p), at)
}

// Hover implements app.Language.
func (c *Compiler) Hover(ctx context.Context, p app.Project, at analysis.Place) analysis.Hover {
	return analysis.HoverAt(sources(p.Texts), c.options(ctx, p), at)
}

// Definition implements app.Language.
func (c *Compiler) Definition(ctx context.Context, p app.Project, at analysis.Place) analysis.Definition {
	return analysis.DefinitionAt(sources(p.Texts), c.options(ctx, p), at)
}
