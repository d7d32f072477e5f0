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
func (c *Compiler) Complete([]app.Text, analysis.Place) analysis.Completions {
	return analysis.Completions{Items: []analysis.Completion{}}
}

// Hover implements app.Language.
func (c *Compiler) Hover([]app.Text, analysis.Place) analysis.Hover { return analysis.Hover{} }

// Definition implements app.Language.
func (c *Compiler) Definition([]app.Text, analysis.Place) analysis.Definition {
	return analysis.Definition{}
}
