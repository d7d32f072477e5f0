package ref

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/internal/column"
)

// merge by the book: first the order of the items, then of each its score, its
// sources and the values of the first set that has one.
func (r *run) merge(n *dag.Node, sets [][]Row, names []string) []Row {
	policy := n.Arg("policy").Policy
	var out []Row
	for _, id := range order(policy, names, sets) {
		var row Row
		var from []string
		have := 0
		for s, set := range sets {
			i := find(set, id)
			if i < 0 {
				continue
			}
			got := set[i]
			if have == 0 {
				row = got.clone()
				row.Score = start(policy, names, s, i, got.Score)
			} else {
				row.Score = add(policy, names, row.Score, s, i, got.Score)
				for k, v := range got.Cols {
					if row.Cols[k] == nil {
						row.Cols[k] = v
					}
				}
			}
			have++
			from = append(from, got.From...)
		}
		row.From = r.sources(from)
		out = append(out, row)
	}
	switch policy.Name {
	case "max", "sum", "rrf", "weighted":
		return byScore(out)
	}
	return out
}

// sources are the names in the root graph's order, each once.
func (r *run) sources(from []string) []string {
	var out []string
	for _, name := range r.root.From {
		if slices.Contains(from, name) {
			out = append(out, name)
		}
	}
	return out
}

// start is the score an item has by the first set that has it.
func start(p *dag.Policy, names []string, set, place int, score float64) float64 {
	switch p.Name {
	case "rrf", "weighted":
		return add(p, names, 0, set, place, score)
	}
	return score
}

// add what a further set says.
func add(p *dag.Policy, names []string, sum float64, set, place int, score float64) float64 {
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
			k = asScore(p.Args[0])
		}
		return sum + 1/(k+float64(place+1))
	case "weighted":
		w := 1.0
		if v, ok := p.Named[names[set]]; ok {
			w = asScore(v)
		}
		return sum + w*score
	}
	return sum
}

// order of the items before their scores count.
func order(p *dag.Policy, names []string, sets [][]Row) []string {
	var out []string
	switch p.Name {
	case "quota":
		for s, set := range sets {
			left := len(set)
			if v, ok := p.Named[names[s]].(int64); ok {
				left = int(v)
			}
			for _, row := range set {
				if left > 0 && !slices.Contains(out, row.id()) {
					out = append(out, row.id())
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
					if !slices.Contains(out, row.id()) {
						out = append(out, row.id())
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
			if !slices.Contains(out, row.id()) {
				out = append(out, row.id())
			}
		}
	}
	return out
}

// keysOf a value that may be a list of keys.
func keysOf(v column.Value) []string {
	list, _ := v.([]column.Value)
	var out []string
	for _, x := range list {
		if key, ok := x.(string); ok && !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	return out
}
