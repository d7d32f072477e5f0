package catalog

import (
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
func (c *Compiler) Complete(texts []app.Text, at analysis.Place) analysis.Completions {
	return analysis.Complete(sources(texts), c.ops, at)
}

// Hover implements app.Language.
func (c *Compiler) Hover(texts []app.Text, at analysis.Place) analysis.Hover {
	return analysis.HoverAt(sources(texts), c.ops, at)
}

// Definition implements app.Language.
func (c *Compiler) Definition(texts []app.Text, at analysis.Place) analysis.Definition {
	return analysis.DefinitionAt(sources(texts), c.ops, at)
}
