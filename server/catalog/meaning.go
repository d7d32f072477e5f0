package catalog

import (
	"context"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/diff"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/server/app"
)

// Meaning implements app.Differ. What does not compile on the new side is not
// compared, and not taken for removed either.
func (c *Compiler) Meaning(ctx context.Context, from, to app.Project, docs map[string]int64) ([]app.PlanChange, diag.List) {
	was, _ := c.compilable(ctx, from)
	is, list := c.compilable(ctx, to)
	if was == nil {
		was = nothing
	}
	if is == nil {
		if len(to.Texts) > 0 {
			return nil, list
		}
		is = nothing
	}
	changes := diff.Projects(was.project, is.project, diff.Options{Docs: docs, Partial: list.HasErrors()})
	out := make([]app.PlanChange, len(changes))
	for i, ch := range changes {
		out[i] = app.PlanChange{Kind: ch.Kind, Name: ch.Name, Change: ch.Change, File: ch.File, Line: ch.Line, Same: ch.Same, Scenes: ch.Scenes, Details: make([]app.PlanDetail, len(ch.Details))}
		for j, d := range ch.Details {
			out[i].Details[j] = app.PlanDetail(d)
		}
	}
	return out, list
}

var nothing = &compiled{project: &dag.Project{}}
