package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func boost() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "boost",
				Summary: "Multiplies the score of the items for which a condition is true, and orders anew.",
				Doc:     "Equal scores keep their order. A condition that comes out nil is not true.",
				Example: `up = boost(pool, genre == "rpg", by: 1.2)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "cond", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Bool}, Required: true, Doc: "true for what is boosted"},
					{Name: "by", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Float}, Required: true, Named: true, Doc: "the factor; below 1 it holds back"},
				},
				Result: sig.Same("set"),
			},
			Stage: "rank", Deterministic: true, Parallel: true,
		},
		Plain: boostPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			_, i := c.arg("cond")
			sel, err := c.programs[i].Filter(c.Ctx, c.input(b), make([]int32, 0, b.Len()))
			if err != nil {
				return Out{}, err
			}
			v, err := c.value("by")
			if err != nil {
				return Out{}, err
			}
			scores := append([]float64(nil), b.Score...)
			for _, row := range sel {
				scores[row] *= asFloat(v, 1)
			}
			set, err := ranked(c.Ctx, c.Scratch, b.Scored(scores), b.Len())
			return Out{Set: set}, err
		},
	}
}

func boostPlain(c *plain.Call) (plain.Out, error) {
	for i, row := range c.Sets[0] {
		if c.Of("cond", row) == true {
			c.Sets[0][i].Score *= c.Number("by", 1)
		}
	}
	return plain.Set(plain.ByScore(c.Sets[0]))
}
