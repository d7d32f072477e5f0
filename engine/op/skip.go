package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func skip() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "skip",
				Summary: "Leaves the first n items out.",
				Doc:     "Order and scores stay. Of a set that has no more nothing is left.",
				Example: `rest = skip(pool, 20)`,
				Off:     offTransform,
				Args:    []sig.Arg{setArg("the candidates"), scalarInt("n", "how many; 0 or less leaves none out")},
				Result:  sig.Same("set"),
			},
			Stage: "out", Deterministic: true,
		},
		Plain: skipPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			n, err := c.count("n", 0)
			if err != nil || n == 0 {
				return Out{Set: b}, err
			}
			return Out{Set: b.Take(rows(min(n, b.Len()), b.Len()))}, nil
		},
	}
}

// rows from..to-1.
func rows(from, to int) []int32 {
	out := make([]int32, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, int32(i))
	}
	return out
}

func skipPlain(c *plain.Call) (plain.Out, error) {
	return plain.Set(c.Sets[0][min(c.Count("n", 0), len(c.Sets[0])):])
}
