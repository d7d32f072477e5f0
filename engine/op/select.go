package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
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
			Deterministic: true, Parallel: true, PushFilter: true, PushLimit: true,
		},
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
