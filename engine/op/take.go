package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func take() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "take",
				Summary: "Keeps the first n items.",
				Doc:     "Order and scores stay. A set that has fewer stays as it is.",
				Example: `page = take(fine, k)`,
				Off:     "its first set, still cut to n (of a knob, the low end)",
				Args: []sig.Arg{
					setArg("the candidates"),
					knobbed(scalarInt("n", "how many; 0 or less keeps none")),
				},
				Result: sig.Same("set"),
			},
			Stage: "out", Deterministic: true, PushLimit: true,
		},
		Plain: takePlain,
		Exec: func(c *Call) (Out, error) {
			n, err := c.count("n", 0)
			return Out{Set: c.set("set").Head(n)}, err
		},
	}
}

// knobbed lets an int argument that cuts be a range of constants.
func knobbed(a sig.Arg) sig.Arg { a.Knob, a.Cut = true, true; return a }

func takePlain(c *plain.Call) (plain.Out, error) {
	return plain.Set(plain.Head(c.Sets[0], c.Count("n", 0)))
}
