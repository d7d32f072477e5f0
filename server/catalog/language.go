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
func (c *Compiler) Complete([]app.Text, analysis.Place) analysis.Completions {
	return analysis.Completions{Items: []analysis.Completion{}}
}

// Hover implements app.Language.
func (c *Compiler) Hover([]app.Text, analysis.Place) analysis.Hover { return analysis.Hover{} }

// Definition implements app.Language.
func (c *Compiler) Definition([]app.Text, analysis.Place) analysis.Definition {
	return analysis.Definition{}
}

// Operators implements app.Language.
func (c *Compiler) Operators() []app.Operator { return nil }

// Graphs implements app.Language.
func (c *Compiler) Graphs(texts []app.Text) ([]app.PipelineGraph, diag.List) {
	_, list := c.compile(texts)
	return nil, list
}

// Meaning implements app.Differ.
func (c *Compiler) Meaning(_, to []app.Text, _ map[string]int64) ([]app.PlanChange, diag.List) {
	_, list := c.compile(to)
	return nil, list
}

// RunOnce implements app.Runtime.
func (c *Catalog) RunOnce(context.Context, string, []app.Text, app.NewRun) (app.Run, error) {
	return app.Run{}, app.Fail(app.Unavailable, "runs are not there yet")
}

// Query implements app.Runtime.
func (c *Catalog) Query(context.Context, string, string, app.NewQuery) (app.QueryAnswer, error) {
	return app.QueryAnswer{}, app.Fail(app.Unavailable, "queries are not there yet")
}

// Statistics implements app.Runtime.
func (c *Catalog) Statistics(context.Context, string, string) (app.ResourceStatistics, error) {
	return app.ResourceStatistics{}, app.Fail(app.Unavailable, "statistics are not there yet")
}
