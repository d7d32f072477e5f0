package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func with() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "with",
				Summary: "Adds columns computed from the others or by models, or replaces them.",
				Doc:     "All expressions see the set as it came in, not one another's results.",
				Example: `heat = with(pool, heat: log1p(installs))`,
				Off:     "its first set; the columns it would add are nil",
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "columns", Kind: sig.Bindings, Required: true, Doc: "name: expression or model, any number"},
				},
				Result: sig.AddBindings("set", "columns"),
			},
			Deterministic: true, Parallel: true, PushLimit: true,
		},
		Plain: withPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			in, out := c.input(b), b
			for i := range c.Node.Args {
				for j, binding := range c.Node.Args[i].Bindings {
					var col *column.Column
					var err error
					if binding.Model != nil {
						col, err = c.model(binding.Model, b)
					} else {
						col, err = c.bindings[i][j].Eval(c.Ctx, in)
					}
					if err != nil {
						return Out{}, err
					}
					out = out.Put(binding.Name, col)
				}
			}
			return Out{Set: out}, nil
		},
	}
}

func withPlain(c *plain.Call) (plain.Out, error) {
	rows, before := c.Sets[0], plain.CloneAll(c.Sets[0])
	for k := range c.Node.Args {
		for _, b := range c.Node.Args[k].Bindings {
			values := make([]column.Value, len(rows))
			if b.Model != nil {
				var err error
				if values, err = c.Ask(b.Model, before); err != nil {
					return plain.Out{}, err
				}
			} else {
				for i := range before {
					values[i] = c.Eval(b.Expr, before[i].Get)
				}
			}
			for i := range rows {
				rows[i].Cols[b.Name] = values[i]
			}
		}
	}
	return plain.Set(rows)
}
