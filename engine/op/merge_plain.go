package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/plain"
)

// mergePlain goes by the book: first the order of the items, then of each its
// score, its sources and the values of the first set that has one.
func mergePlain(c *plain.Call) (plain.Out, error) {
	policy, sets := c.Node.Arg("policy").Policy, c.Sets
	if by := c.Word("by"); by != "" {
		sets = alikeRows(sets, by)
	}
	var out []plain.Row
	for _, id := range plainOrder(policy, c.Names, sets) {
		var row plain.Row
		var from []string
		have := 0
		for s, set := range sets {
			i := plain.Find(set, id)
			if i < 0 {
				continue
			}
			got := set[i]
			if have == 0 {
				row = got.Clone()
				row.Score = plainStart(policy, c.Names, s, i, got.Score)
			} else {
				row.Score = plainAdd(policy, c.Names, row.Score, s, i, got.Score)
				for k, v := range got.Cols {
					if row.Cols[k] == nil {
						row.Cols[k] = v
					}
				}
			}
			have++
			from = append(from, got.From...)
		}
		row.From = c.Sources(from)
		out = append(out, row)
	}
	switch policy.Name {
	case "max", "sum", "rrf", "weighted":
		return plain.Set(plain.ByScore(out))
	}
	return plain.Set(out)
}

// plainStart is the score an item has by the first set that has it.
func plainStart(p *dag.Policy, names []string, set, place int, score float64) float64 {
	switch p.Name {
	case "rrf", "weighted":
		return plainAdd(p, names, 0, set, place, score)
	}
	return score
}

// plainAdd what a further set says.
func plainAdd(p *dag.Policy, names []string, sum float64, set, place int, score float64) float64 {
	switch p.Name {
	case "max":
		if score > sum || sum != sum {
			return score
		}
	case "sum":
		return sum + score
	case "rrf":
		k := 60.0
		if len(p.Args) > 0 {
			k = plain.AsScore(p.Args[0])
		}
		return sum + 1/(k+float64(place+1))
	case "weighted":
		w := 1.0
		if v, ok := p.Named[names[set]]; ok {
			w = plain.AsScore(v)
		}
		return sum + w*score
	}
	return sum
}

// plainOrder of the items before their scores count.
func plainOrder(p *dag.Policy, names []string, sets [][]plain.Row) []string {
	var out []string
	switch p.Name {
	case "quota":
		for s, set := range sets {
			left := len(set)
			if v, ok := p.Named[names[s]].(int64); ok {
				left = int(v)
			}
			for _, row := range set {
				if left > 0 && !slices.Contains(out, row.ID()) {
					out = append(out, row.ID())
					left--
				}
			}
		}
		return out
	case "snake":
		for turn := 0; ; turn++ {
			before := len(out)
			for j := range sets {
				s := j
				if turn%2 == 1 {
					s = len(sets) - 1 - j
				}
				for _, row := range sets[s] {
					if !slices.Contains(out, row.ID()) {
						out = append(out, row.ID())
						break
					}
				}
			}
			if len(out) == before {
				return out
			}
		}
	}
	for _, set := range sets {
		for _, row := range set {
			if !slices.Contains(out, row.ID()) {
				out = append(out, row.ID())
			}
		}
	}
	return out
}
