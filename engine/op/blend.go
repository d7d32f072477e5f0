package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
)

func blend() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "blend",
				Summary: "Mixes a share of another set in, evenly from the top.",
				Doc: "Of every first n items the share, rounded down, comes from the other set, each in its order. An item that " +
					"both have comes once, where it comes first. When one set is used up the other goes on alone. Scores stay " +
					"as they are.",
				Example: `page = blend(fine, fresh, share: 20%)`,
				Off:     offTransform,
				Unites:  true,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "other", Kind: sig.Set, Required: true, Doc: "what is mixed in"},
					{Name: "share", Kind: sig.Scalar, Type: sig.Type{Kind: sig.Float}, Required: true, Named: true, Doc: "of the result, 0 to 1"},
				},
				Result: sig.UniteTwo("set", "other"),
			},
			Deterministic: true,
		},
		Plain: blendPlain,
		Exec: func(c *Call) (Out, error) {
			sets := []*batch.Batch{c.set("set"), c.set("other")}
			v, err := c.value("share")
			if err != nil {
				return Out{}, err
			}
			share := asFloat(v, 0)
			m := newMerger(c, sets)
			m.only = true
			next, taken := [2]int{}, 0
			skip := func(s int) bool { // to what is new; false where nothing is left
				for next[s] < sets[s].Len() && m.has(sets[s].IDs[next[s]]) {
					next[s]++
				}
				return next[s] < sets[s].Len()
			}
			for {
				left := [2]bool{skip(0), skip(1)}
				if !left[0] && !left[1] {
					break
				}
				s := 0
				if left[1] && (!left[0] || due(share, len(m.ids), taken)) {
					s = 1
					taken++
				}
				m.row(sets[s].IDs[next[s]], sets[s].Score[next[s]])
			}
			m.everySource()
			return Out{Set: m.build(nil)}, nil
		},
	}
}

// due tells whether the next place, behind n items of which taken came from the
// other set, is the other set's.
func due(share float64, n, taken int) bool {
	const rounding = 1e-9 // 0.1 of 10 is one
	return float64(taken+1) <= share*float64(n+1)+rounding
}

// everySource gives items that were picked in some order of their own the
// sources of all sets that have them.
func (m *merger) everySource() {
	for s, set := range m.sets {
		for i, id := range set.IDs {
			if at := m.slots[m.slot(id)]; at > 0 {
				m.brought(int(at)-1, s, i)
			}
		}
	}
}

func blendPlain(c *plain.Call) (plain.Out, error) {
	share := c.Number("share", 0)
	var out []plain.Row
	next, taken := [2]int{}, 0
	for {
		for s := range next {
			for next[s] < len(c.Sets[s]) && plain.Find(out, c.Sets[s][next[s]].ID()) >= 0 {
				next[s]++
			}
		}
		s := 0
		switch {
		case next[0] == len(c.Sets[0]) && next[1] == len(c.Sets[1]):
			return plain.Set(out)
		case next[1] == len(c.Sets[1]):
		case next[0] == len(c.Sets[0]), due(share, len(out), taken):
			s = 1
			taken++
		}
		out = append(out, bothOf(c, s, next[s]))
	}
}
