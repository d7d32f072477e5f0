package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func position() Decl {
	whole := sig.Type{Kind: sig.Int}
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "position",
				Summary: "Puts items of another set at given places, counted from 1.",
				Doc: "The first item of the other set comes at the first place, and so on; the candidates fill the places between. " +
					"A place that cannot be kept (too near to the last one for gap, or next to an item that has the same value " +
					"of unlike) waits for the next that can; one behind the end of the list is not used. An item that both have " +
					"comes once, where it comes first. Items whose value of unlike is nil stand anywhere. Scores stay as they are.",
				Example: `page = position(fine, insert: hot, at: [3, 8], gap: 3)`,
				Off:     offTransform,
				Unites:  true,
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "insert", Kind: sig.Set, Required: true, Named: true, Doc: "what is put between, best first"},
					{Name: "at", Kind: sig.Scalar, Type: sig.Type{Kind: sig.List, Elem: &whole}, Required: true, Named: true, Doc: "the places, from 1"},
					{Name: "gap", Kind: sig.Scalar, Type: whole, Named: true, Default: int64(0), Doc: "how many candidates stand between two that are put in, at least"},
					{Name: "unlike", Kind: sig.Column, Named: true, Doc: "a column whose value neighbours of what is put in may not share with it"},
				},
				Result: sig.UniteTwo("set", "insert"),
			},
			Deterministic: true,
		},
		Plain: positionPlain,
		Exec: func(c *Call) (Out, error) {
			sets := []*batch.Batch{c.set("set"), c.set("insert")}
			at, err := c.value("at")
			if err != nil {
				return Out{}, err
			}
			gap, err := c.count("gap", 0)
			if err != nil {
				return Out{}, err
			}
			value := func(int, int) column.Value { return nil }
			if name := c.word("unlike"); name != "" {
				more, err := Fetch(c.Ctx, sets[1], c.Node.Fetch, c.View)
				if err != nil {
					return Out{}, err
				}
				cols := [2]*column.Column{sets[0].Named(name), more.Named(name)}
				value = func(s, i int) column.Value {
					if cols[s] == nil {
						return nil
					}
					return cols[s].Row(i)
				}
			}
			m := newMerger(c, sets)
			m.only = true
			for _, p := range arranged(placing{
				At: places(at), Gap: gap, Len: [2]int{sets[0].Len(), sets[1].Len()}, Value: value,
				Same: func(i, j int) bool { return sets[0].IDs[i] == sets[1].IDs[j] },
			}) {
				m.row(sets[p.Set].IDs[p.Row], sets[p.Set].Score[p.Row])
			}
			m.everySource()
			return Out{Set: m.build(nil)}, nil
		},
	}
}

// places is the places of position: in order, each once, those below 1 left out.
func places(v column.Value) []int {
	list, _ := v.([]column.Value)
	var out []int
	for _, x := range list {
		if n, ok := x.(int64); ok && n >= 1 && n <= maxCount {
			out = append(out, int(n))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func positionPlain(c *plain.Call) (plain.Out, error) {
	set, insert, unlike := c.Sets[0], c.Sets[1], c.Word("unlike")
	at, gap := places(c.Value("at")), c.Count("gap", 0)
	var out []plain.Row
	last := -1 - gap
	free := func(row plain.Row) bool { return plain.Find(out, row.ID()) < 0 }
	differ := func(a, b plain.Row) bool {
		return unlike == "" || a.Get(unlike) == nil || !column.Equal(a.Get(unlike), b.Get(unlike))
	}
	for {
		own := slices.IndexFunc(set, free)
		pick := -1
		if len(at) > 0 && at[0] <= len(out)+1 && len(out)-last > gap {
			pick = slices.IndexFunc(insert, func(row plain.Row) bool {
				if !free(row) || len(out) > 0 && !differ(row, out[len(out)-1]) {
					return false
				}
				return own < 0 || set[own].ID() == row.ID() || differ(row, set[own])
			})
		}
		switch {
		case pick >= 0:
			last, at = len(out), at[1:]
			out = append(out, bothOf(c, 1, pick))
		case own >= 0:
			out = append(out, bothOf(c, 0, own))
		default:
			return plain.Set(out)
		}
	}
}

// bothOf is a row of the result of two sets: where the first set has the item
// its values stand, the sources are those of both, the score is of the set it
// came from.
func bothOf(c *plain.Call, s, i int) plain.Row {
	row := c.Sets[s][i]
	id, score := row.ID(), row.Score
	if k := plain.Find(c.Sets[0], id); k >= 0 {
		row = c.Sets[0][k]
	}
	row = row.Clone()
	row.Score = score
	var from []string
	for _, set := range c.Sets {
		if k := plain.Find(set, id); k >= 0 {
			from = append(from, set[k].From...)
		}
	}
	row.From = c.Sources(from)
	return row
}
