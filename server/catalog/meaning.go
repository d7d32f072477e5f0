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
func (c *Compiler) Meaning(ctx context.Context, from, to app.Project, o diff.Options) ([]app.PlanChange, diag.List) {
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
	o.Partial = list.HasErrors()
	changes := diff.Projects(was.project, is.project, o)
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
