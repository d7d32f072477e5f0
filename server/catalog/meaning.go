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
func (c *Compiler) Meaning(ctx context.Context, from, to app.Project, o diff.Options) ([]diff.Change, diag.List) {
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
	return diff.Projects(was.project, is.project, o), list
}

var nothing = &compiled{project: &dag.Project{}}
