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
	options, _ := c.options(ctx, p)
	return analysis.Complete(sources(p.Texts), options, at)
}

// Hover implements app.Language.
func (c *Compiler) Hover(ctx context.Context, p app.Project, at analysis.Place) analysis.Hover {
	options, _ := c.options(ctx, p)
	return analysis.HoverAt(sources(p.Texts), options, at)
}

// Definition implements app.Language.
func (c *Compiler) Definition(ctx context.Context, p app.Project, at analysis.Place) analysis.Definition {
	options, _ := c.options(ctx, p)
	return analysis.DefinitionAt(sources(p.Texts), options, at)
}
