package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func pack() Decl {
	number := sig.Type{Kind: sig.Float}
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "pack",
				Summary: "Keeps items, best first, as long as their sizes fit into a budget.",
				Doc: "An item that does not fit any more is left out, and smaller ones behind it may still fit. One whose size is " +
					"nil, NaN or below 0 is left out. Order and scores stay.",
				Example: `fitting = pack(pool, size: tokens(title), budget: 3000)`,
				Off:     offTransform,
				Args: []sig.Arg{
					setArg("the candidates, best first"),
					{Name: "size", Kind: sig.PerItem, Type: number, Required: true, Named: true, Doc: "of an item, such as tokens(title)"},
					{Name: "budget", Kind: sig.Scalar, Type: number, Required: true, Named: true, Doc: "the sum of the sizes, at most"},
				},
				Result: sig.Same("set"),
			},
			Deterministic: true,
		},
		Plain: packPlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			_, i := c.arg("size")
			sizes, err := c.programs[i].Floats(c.Ctx, c.input(b), make([]float64, 0, b.Len()))
			if err != nil {
				return Out{}, err
			}
			v, err := c.value("budget")
			if err != nil {
				return Out{}, err
			}
			left := asFloat(v, 0)
			sel := make([]int32, 0, b.Len())
			for row, size := range sizes {
				if size >= 0 && size <= left {
					left -= size
					sel = append(sel, int32(row))
				}
			}
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

func packPlain(c *plain.Call) (plain.Out, error) {
	left := c.Number("budget", 0)
	return plain.Set(slices.DeleteFunc(c.Sets[0], func(row plain.Row) bool {
		size := plain.AsScore(c.Of("size", row))
		if size >= 0 && size <= left {
			left -= size
			return false
		}
		return true
	}))
}
