package op

import (
	"cmp"
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/plain"
)

func sample() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "sample",
				Summary: "Keeps n items drawn by chance, without putting back.",
				Doc: "The draw depends on the seed and the items' keys alone: the same seed draws the same of the same items. " +
					"With a weight an item is the likelier the heavier it is; one whose weight is nil, NaN or not above 0 is " +
					"drawn when nothing else is left. Order and scores stay. (Efraimidis and Spirakis, Weighted random sampling " +
					"with a reservoir, 2006.)",
				Example: `some = sample(pool, 20, seed: user.id)`,
				Off:     "its first set, cut to n (of a knob, the low end)",
				Args: []sig.Arg{
					setArg("the candidates"),
					knobbed(scalarInt("n", "how many; 0 or less keeps none")),
					{Name: "seed", Kind: sig.Scalar, Type: sig.Type{Kind: sig.String}, Required: true, Named: true, Doc: "what the draw depends on, such as a user and a day"},
					{Name: "weight", Kind: sig.PerItem, Type: sig.Type{Kind: sig.Float, Nullable: true}, Named: true, Doc: "how likely an item is, against the others; all alike when not given"},
				},
				Result: sig.Same("set"),
			},
			Deterministic: true,
		},
		Plain: samplePlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			n, err := c.count("n", 0)
			if err != nil {
				return Out{}, err
			}
			v, err := c.value("seed")
			if err != nil {
				return Out{}, err
			}
			seed, _ := v.(string)
			var weights []float64
			if _, i := c.arg("weight"); i >= 0 {
				if weights, err = c.programs[i].Floats(c.Ctx, c.input(b), make([]float64, 0, b.Len())); err != nil {
					return Out{}, err
				}
			}
			places := make([]float64, b.Len())
			err = c.eachKey(b, func(i int, resource, key string) {
				w := 1.0
				if weights != nil {
					w = weights[i]
				}
				places[i] = draw(seed, resource, key, w)
			})
			if err != nil {
				return Out{}, err
			}
			sel, err := best(c.Ctx, c.Scratch, places)
			if err != nil {
				return Out{}, err
			}
			sel = sel[:min(n, len(sel))]
			slices.Sort(sel)
			return Out{Set: b.Take(sel)}, nil
		},
	}
}

// draw is an item's place in a draw: the n greatest are drawn. It is log(u)/w
// for a u in (0, 1) made of seed, resource and key; below all others where the
// weight is not above 0.
func draw(seed, resource, key string, weight float64) float64 {
	u := chance(seed, resource, key)
	if !(weight > 0) {
		return -math.MaxFloat64 * (1 - u)
	}
	return max(math.Log(u)/weight, -math.MaxFloat64/2)
}

// chance is a number in (0, 1) made of some texts.
func chance(parts ...string) float64 {
	h := uint64(14695981039346656037) // FNV-1a
	for _, s := range parts {
		for i := 0; i < len(s); i++ {
			h = (h ^ uint64(s[i])) * 1099511628211
		}
		h *= 1099511628211 // the end of a part
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9 // splitmix64: FNV's high bits are poor
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= h >> 31
	return (float64(h>>11) + 0.5) / (1 << 53)
}

func samplePlain(c *plain.Call) (plain.Out, error) {
	seed, _ := c.Value("seed").(string)
	type drawn struct {
		place int
		draw  float64
	}
	var all []drawn
	for i, row := range c.Sets[0] {
		w := 1.0
		if c.Has("weight") {
			w = plain.AsScore(c.Of("weight", row))
		}
		all = append(all, drawn{i, draw(seed, row.Resource, row.Key, w)})
	}
	slices.SortStableFunc(all, func(a, b drawn) int { return cmp.Compare(b.draw, a.draw) })
	all = all[:min(len(all), c.Count("n", 0))]
	var out []plain.Row
	for i, row := range c.Sets[0] {
		if slices.ContainsFunc(all, func(d drawn) bool { return d.place == i }) {
			out = append(out, row)
		}
	}
	return plain.Set(out)
}
