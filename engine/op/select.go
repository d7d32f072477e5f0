package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
)

func selectColumns() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "select",
				Summary: "Keeps only the named columns, in that order.",
				Doc:     "`_score`, `_from` and `_resource` stay on every set. What nothing reads is never fetched.",
				Example: `page = select(fine, [id, title])`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "columns", Kind: sig.Columns, Required: true, Doc: "the columns to keep"},
				},
				Result: sig.SelectColumns("set", "columns"),
			},
			Stage: "out", Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true,
		},
		Plain: selectPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			a, _ := c.arg("columns")
			out := *b
			out.Cols = make([]batch.Col, 0, len(b.Cols))
			for _, col := range b.Cols {
				if slices.Contains(a.Words, col.Name) {
					out.Cols = append(out.Cols, col)
				}
			}
			return Out{Set: &out}, nil
		},
	}
}

func selectPlain(c *plain.Call) (plain.Out, error) {
	for _, row := range c.Sets[0] {
		for name := range row.Cols {
			if !slices.Contains(c.Words("columns"), name) {
				delete(row.Cols, name)
			}
		}
	}
	return plain.Set(c.Sets[0])
}
