package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
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
					"it had in their concatenation.",
				Example: `pool = merge([similar, typed, hot], policy: rrf(60))`,
				Off:     "its first set, unchanged",
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
				},
				Result: sig.UniteSets("sets"),
			},
			Deterministic: true,
		},
		Exec: func(c *Call) (Out, error) {
			a, i := c.arg("sets")
			if i < 0 {
				return Out{Set: batch.None(c.Space, nil)}, nil
			}
			sets, names := c.sets(a)
			m := newMerger(c, sets)
			policy := dag.Policy{Name: "first"}
			if p, _ := c.arg("policy"); p != nil && p.Policy != nil {
				policy = *p.Policy
			}
			fused, err := m.run(c, policy, names)
			if err != nil {
				return Out{}, err
			}
			if !fused {
				return Out{Set: m.build(nil)}, nil
			}
			return Out{Set: m.build(best(m.score))}, nil
		},
	}
}

// rrfPolicy is reciprocal rank fusion, for merge and for hybrid.
func rrfPolicy() sig.Policy {
	return sig.Policy{Name: "rrf", Doc: "ordered by the sum of 1/(k + rank), ranks from 1",
		Args: []sig.Arg{{Name: "k", Kind: sig.Constant, Type: sig.Type{Kind: sig.Float, Bounds: &sig.Bounds{Lo: 0, Hi: 1e6}},
			Default: float64(defaultRRF), Doc: "dampens the first ranks"}}}
}

// merger collects items: a row for each, in the order they were first seen.
type merger struct {
	space *batch.Space
	carry []dag.Column // the columns to unite; others can be read again
	sets  []*batch.Batch
	slots []int32 // open addressing: row + 1 by id, 0 is free
	ids   []batch.ID
	score []float64
	from  []uint64
	only  bool    // a row has the values of the first set that has it, no others
	place []int32 // of row r in set s: place[r*len(sets)+s], -1: not there
}

func newMerger(c *Call, sets []*batch.Batch) *merger {
	n := 0
	for _, s := range sets {
		n += s.Len()
	}
	size := 16
	for size < 2*n {
		size *= 2
	}
	return &merger{space: c.Space, carry: c.Node.Columns, sets: sets, slots: make([]int32, size),
		ids: make([]batch.ID, 0, n), score: make([]float64, 0, n), from: make([]uint64, 0, n*c.Space.Words())}
}

// row of an item; a new one with the score given where there is none.
func (m *merger) row(id batch.ID, score float64) (row int, isNew bool) {
	at := m.slot(id)
	if m.slots[at] > 0 {
		return int(m.slots[at]) - 1, false
	}
	m.ids = append(m.ids, id)
	m.score = append(m.score, score)
	for range m.space.Words() {
		m.from = append(m.from, 0)
	}
	m.slots[at] = int32(len(m.ids))
	return len(m.ids) - 1, true
}

// slot of an item, by Fibonacci hashing: taken by it, or free for it.
func (m *merger) slot(id batch.ID) int {
	mask := len(m.slots) - 1
	at := int(uint64(id)*0x9E3779B97F4A7C15>>32) & mask
	for m.slots[at] > 0 && m.ids[m.slots[at]-1] != id {
		at = (at + 1) & mask
	}
	return at
}

func (m *merger) has(id batch.ID) bool { return m.slots[m.slot(id)] > 0 }

// brought by the sources that brought row i of set s.
func (m *merger) brought(row, s, i int) {
	w := m.space.Words()
	if w == 1 {
		m.from[row] |= m.sets[s].From[i]
		return
	}
	for k, bits := range m.sets[s].FromOf(i) {
		m.from[row*w+k] |= bits
	}
}

// run collects the items in the policy's order; fused tells whether the scores
// were made anew and the order is to follow them.
func (m *merger) run(c *Call, policy dag.Policy, names []string) (fused bool, err error) {
	gain := fusion(policy, names)
	switch {
	case policy.Name == "snake":
		m.snake()
	case policy.Name == "quota":
		m.quota(policy, names)
	default:
		for s, set := range m.sets {
			if err := c.Ctx.Err(); err != nil {
				return false, err
			}
			for i, id := range set.IDs {
				row, isNew := m.row(id, set.Score[i])
				m.brought(row, s, i)
				if gain != nil {
					m.score[row] = gain(m.score[row], isNew, s, i, set.Score[i])
				}
			}
		}
		return gain != nil, nil
	}
	m.everywhere()
	return false, nil
}

// everywhere gives items that were picked in some order of their own all their
// sources, and the score of the first set that has them.
func (m *merger) everywhere() {
	scored := make([]bool, len(m.ids))
	for s, set := range m.sets {
		for i, id := range set.IDs {
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

func asFloat(v column.Value, def float64) float64 {
	switch x := v.(type) {
	case float64:
		return x
	case int64:
		return float64(x)
	}
	return def
}

// quota takes items a set brings that are new, up to its number.
func (m *merger) quota(p dag.Policy, names []string) {
	for s, set := range m.sets {
		limit := len(set.IDs)
		if v, ok := p.Named[names[s]].(int64); ok {
			limit = int(max(0, min(v, int64(limit))))
		}
		for i, id := range set.IDs {
			if limit == 0 {
				break
			}
			if _, isNew := m.row(id, set.Score[i]); isNew {
				limit--
			}
		}
	}
}

// snake takes one new item a set: 1 2 3 3 2 1 1 2 3 …
func (m *merger) snake() {
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
				next[s]++
				left = true
				if isNew {
					break
				}
			}
		}
	}
}

// build makes the batch, rows in the given order (nil: as they were seen).
func (m *merger) build(order []int32) *batch.Batch {
	out := &batch.Batch{Space: m.space, IDs: m.ids, Score: m.score, From: m.from, Cols: m.columns()}
	if order == nil {
		return out
	}
	return out.Take(order)
}

// places finds every row in every set.
func (m *merger) places() {
	m.place = make([]int32, len(m.ids)*len(m.sets))
	for i := range m.place {
		m.place[i] = -1
	}
	for s, set := range m.sets {
		for i, id := range set.IDs {
			at := int(m.slots[m.slot(id)]) - 1
			if at < 0 || m.only && s > 0 && m.place[at*len(m.sets)] >= 0 {
				continue
			}
			m.place[at*len(m.sets)+s] = int32(i)
		}
	}
}

// columns to carry; of each row the value of the first set that has one. What
// a set happens to have besides may be missing in another, so it is dropped.
func (m *merger) columns() []batch.Col {
	if len(m.carry) == 0 {
		return nil
	}
	m.places()
	out := make([]batch.Col, len(m.carry))
	for i, c := range m.carry {
		out[i] = batch.Col{Name: c.Name, Column: m.column(c.Name, c.Type)}
	}
	return out
}

func (m *merger) column(name string, t column.Type) *column.Column {
	cols := make([]*column.Column, len(m.sets))
	for s, set := range m.sets {
		cols[s] = set.Col(name)
	}
	b := column.NewBuilder(t, len(m.ids))
	for r := range m.ids {
		found := false
		for s, at := range m.place[r*len(m.sets) : (r+1)*len(m.sets)] {
			if at >= 0 && cols[s] != nil && !cols[s].IsNull(int(at)) {
				AppendRow(b, t, cols[s], int(at))
				found = true
				break
			}
		}
		if !found {
			b.AppendNull()
		}
	}
	return b.Build()
}

// AppendRow copies a row, an int into a float column too.
func AppendRow(b *column.Builder, t column.Type, from *column.Column, row int) {
	if t.Kind == column.Float && from.Type.Kind == column.Int && !from.IsNull(row) {
		b.AppendFloat(float64(from.Ints[row]))
		return
	}
	b.AppendRow(from, row)
}
