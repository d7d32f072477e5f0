package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func stride() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "stride",
				Summary: "Keeps every nth item, beginning with the first.",
				Doc:     "Order and scores stay. Of 0 and 1 all stay.",
				Example: `thin = stride(pool, 3)`,
				Off:     offTransform,
				Args:    []sig.Arg{setArg("the candidates"), scalarInt("n", "how many places it is from one to the next")},
				Result:  sig.Same("set"),
			},
			Deterministic: true, Stage: "out",
		},
		Plain: func(c *plain.Call) (plain.Out, error) {
			var out []plain.Row
			for i, row := range c.Sets[0] {
				if i%max(1, c.Count("n", 1)) == 0 {
					out = append(out, row)
				}
			}
			return plain.Set(out)
		},
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			n, err := c.count("n", 1)
			if err != nil {
				return Out{}, err
			}
			var sel []int32
			for i := 0; i < b.Len(); i += max(1, n) {
				sel = append(sel, int32(i))
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}
