package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
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
				Off:     "the same: columns that are left out are never there",
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
			return Out{Set: c.set("set").Only(c.Node.Left())}, nil
		},
	}
}

func selectPlain(c *plain.Call) (plain.Out, error) {
	return plain.Set(plain.Only(c.Sets[0], c.Words("columns")))
}
