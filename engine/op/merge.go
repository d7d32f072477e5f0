package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
)

// defaultRRF is the constant of reciprocal rank fusion in Cormack, Clarke and
// Buettcher, "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009.
const defaultRRF = 60

func merge() Decl {
	number := sig.Arg{Name: "weight", Kind: sig.Constant, Type: sig.Type{Kind: sig.Float}, Doc: "of the set named; 1 for sets not named"}
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "merge",
				Summary: "Unites sets into one, each item once.",
				Doc: "An item is its resource and key. `_from` is the union of the sources; for every column the first set " +
					"that has a value wins. Sets stand in the order written; where scores are equal an item keeps the place " +
					"it had in their concatenation. With by: items whose values of that column are equal are one too, and " +
					"appear as the first of them; nil is equal to none. Going through the sets in their order, an item joins " +
					"the first one before it that is the same or has an equal value; of those that are one within a set only " +
					"the first counts, for the order, the score, the sources and the columns.",
				Example: `pool = merge([similar, typed, hot], policy: rrf(60))`,
				Off:     "its first set, unchanged",
				Unites:  true,
				Args: []sig.Arg{
					{Name: "sets", Kind: sig.Sets, Required: true, Doc: "the sets to unite"},
					{Name: "policy", Kind: sig.Choice, Named: true, Default: "first", Doc: "order and score of the result", Policies: []sig.Policy{
						{Name: "first", Doc: "sets one behind the other; the score of the first set that has the item"},
						{Name: "max", Doc: "ordered by the greatest of its scores"},
						{Name: "sum", Doc: "ordered by the sum of its scores"},
						rrfPolicy(),
						{Name: "weighted", PerSet: true, Args: []sig.Arg{number}, Doc: "ordered by the sum of weight times score"},
						{Name: "quota", PerSet: true, Doc: "as first, but of a set that is named at most so many new items",
							Args: []sig.Arg{{Name: "n", Kind: sig.Constant, Type: sig.Type{Kind: sig.Int}, Doc: "items of the set named; no limit for sets not named"}}},
						{Name: "snake", Doc: "one new item of each set in turn, there and back again; the score of the first set that has the item"},
					}},
					{Name: "by", Kind: sig.Column, Named: true, Doc: "a column whose equal values make items one, such as a url"},
				},
				Result: sig.UniteSets("sets"),
			},
			Deterministic: true,
		},
		Plain: mergePlain,
		Exec: func(c *Call) (Out, error) {
			a, i := c.arg("sets")
			if i < 0 {
				return Out{Set: batch.None(c.Space, nil)}, nil
			}
			sets, names := c.sets(a)
			if by := c.word("by"); by != "" {
				sets = alike(sets, by)
			}
			policy := dag.Policy{Name: "first"}
			if p, _ := c.arg("policy"); p != nil && p.Policy != nil {
				policy = *p.Policy
			}
			var rows *Scratch
			if fusion(policy, names) != nil {
				rows = c.Scratch
			}
			m := mergerIn(c, sets, rows)
			fused, err := m.run(c, policy, names)
			if err != nil {
				return Out{}, err
			}
			if !fused {
				return Out{Set: m.build(nil)}, nil
			}
			order, err := best(c.Ctx, c.Scratch, m.score)
			if err != nil {
				return Out{}, err
			}
			return Out{Set: m.build(order)}, nil
		},
	}
}

// rrfPolicy is reciprocal rank fusion, for merge and for hybrid.
func rrfPolicy() sig.Policy {
	return sig.Policy{Name: "rrf", Doc: "ordered by the sum of 1/(k + rank), ranks from 1",
		Args: []sig.Arg{{Name: "k", Kind: sig.Constant, Type: sig.Type{Kind: sig.Float, Bounds: &sig.Bounds{Lo: 0, Hi: 1e6}},
			Default: float64(defaultRRF), Doc: "dampens the first ranks"}}}
}

// run collects the items in the policy's order; fused tells whether the scores
// were made anew and the order is to follow them.
func (m *merger) run(c *Call, policy dag.Policy, names []string) (fused bool, err error) {
	gain := fusion(policy, names)
	switch {
	case policy.Name == "snake":
		err = m.snake(c)
	case policy.Name == "quota":
		err = m.quota(c, policy, names)
	default:
		for s, set := range m.sets {
			for i, id := range set.IDs {
				if i%mergeStep == 0 && c.Ctx.Err() != nil {
					return false, c.Ctx.Err()
				}
				row, isNew := m.row(id, set.Score[i])
				m.brought(row, s, i)
				if gain != nil {
					m.score[row] = gain(m.score[row], isNew, s, i, set.Score[i])
				}
			}
		}
		return gain != nil, nil
	}
	if err != nil {
		return false, err
	}
	return false, m.everywhere(c)
}

// mergeStep is how many items are looked at between two looks at the context.
const mergeStep = 2048

// everywhere gives items that were picked in some order of their own all their
// sources, and the score of the first set that has them.
func (m *merger) everywhere(c *Call) error {
	scored := make([]bool, len(m.ids))
	for s, set := range m.sets {
		for i, id := range set.IDs {
			if i%mergeStep == 0 && c.Ctx.Err() != nil {
				return c.Ctx.Err()
			}
			at := m.slots[m.slot(id)]
			if at == 0 {
				continue
			}
			row := int(at) - 1
			m.brought(row, s, i)
			if !scored[row] {
				scored[row], m.score[row] = true, set.Score[i]
			}
		}
	}
	return nil
}

// fusion folds the scores an item has in its sets, one after the other; nil for
// policies that keep the order they were seen in.
func fusion(p dag.Policy, names []string) func(total float64, first bool, set, place int, score float64) float64 {
	sum := func(total float64, first bool, x float64) float64 {
		if first {
			return x
		}
		return total + x
	}
	switch p.Name {
	case "max":
		return func(total float64, first bool, _, _ int, score float64) float64 {
			if first || score > total || total != total {
				return score
			}
			return total
		}
	case "sum":
		return func(total float64, first bool, _, _ int, score float64) float64 { return sum(total, first, score) }
	case "rrf":
		k := float64(defaultRRF)
		if len(p.Args) > 0 {
			k = asFloat(p.Args[0], k)
		}
		return func(total float64, first bool, _, place int, _ float64) float64 {
			return sum(total, first, 1/(k+float64(place+1)))
		}
	case "weighted":
		weights := make([]float64, len(names))
		for i, name := range names {
			weights[i] = asFloat(p.Named[name], 1)
		}
		return func(total float64, first bool, set, _ int, score float64) float64 {
			return sum(total, first, weights[set]*score)
		}
	}
	return nil
}

// quota takes items a set brings that are new, up to its number.
func (m *merger) quota(c *Call, p dag.Policy, names []string) error {
	for s, set := range m.sets {
		limit := len(set.IDs)
		if v, ok := p.Named[names[s]].(int64); ok {
			limit = int(max(0, min(v, int64(limit))))
		}
		for i, id := range set.IDs {
			if limit == 0 {
				break
			}
			if i%mergeStep == 0 && c.Ctx.Err() != nil {
				return c.Ctx.Err()
			}
			if _, isNew := m.row(id, set.Score[i]); isNew {
				limit--
			}
		}
	}
	return nil
}

// snake takes one new item a set: 1 2 3 3 2 1 1 2 3 …
func (m *merger) snake(c *Call) error {
	next := make([]int, len(m.sets))
	for left, turn := true, 0; left; turn++ {
		left = false
		for j := range m.sets {
			s := j
			if turn%2 == 1 {
				s = len(m.sets) - 1 - j
			}
			for next[s] < m.sets[s].Len() {
				_, isNew := m.row(m.sets[s].IDs[next[s]], 0)
				if next[s]++; next[s]%mergeStep == 0 && c.Ctx.Err() != nil {
					return c.Ctx.Err()
				}
				left = true
				if isNew {
					break
				}
			}
		}
	}
	return nil
}
