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
						{Name: "rrf", Doc: "ordered by the sum of 1/(k + rank), ranks from 1",
							Args: []sig.Arg{{Name: "k", Kind: sig.Constant, Type: sig.Type{Kind: sig.Float}, Default: float64(defaultRRF), Doc: "dampens the first ranks"}}},
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
			sets := make([]*batch.Batch, len(a.Sets))
			for j, at := range a.Sets {
				sets[j] = c.Sets[at]
			}
			m := newMerger(c, sets)
			policy := dag.Policy{Name: "first"}
			if p, _ := c.arg("policy"); p != nil && p.Policy != nil {
				policy = *p.Policy
			}
			fused, err := m.run(c, policy, a.SetNames)
			if err != nil {
				return Out{}, err
			}
			out := m.build()
			if fused {
				out = ranked(out, out.Len())
			}
			return Out{Set: out}, nil
		},
	}
}

// merger collects items: one row of out for each, with the places it was seen.
type merger struct {
	space *batch.Space
	carry []dag.Column // the columns to unite; others can be read again
	sets  []*batch.Batch
	row   map[batch.ID]int32
	ids   []batch.ID
	score []float64
	place []int32 // of row r in set s: place[r*len(sets)+s], -1: not there
}

func newMerger(c *Call, sets []*batch.Batch) *merger {
	n := 0
	for _, s := range sets {
		n += s.Len()
	}
	return &merger{space: c.Space, carry: c.Node.Columns, sets: sets, row: make(map[batch.ID]int32, n),
		ids: make([]batch.ID, 0, n), score: make([]float64, 0, n), place: make([]int32, 0, n*len(sets))}
}

// see an item of set s at place i; new tells whether it was not seen before.
func (m *merger) see(s, i int) (row int32, isNew bool) {
	id := m.sets[s].IDs[i]
	row, ok := m.row[id]
	if !ok {
		row = int32(len(m.ids))
		m.row[id] = row
		m.ids = append(m.ids, id)
		m.score = append(m.score, m.sets[s].Score[i])
		for range m.sets {
			m.place = append(m.place, -1)
		}
	}
	if at := &m.place[int(row)*len(m.sets)+s]; *at < 0 {
		*at = int32(i)
	}
	return row, !ok
}

// run sees every item in the policy's order; fused tells whether the scores
// were made anew and the order is to follow them.
func (m *merger) run(c *Call, policy dag.Policy, names []string) (fused bool, err error) {
	switch policy.Name {
	case "snake":
		m.snake()
	case "quota":
		m.quota(policy, names)
	default:
		for s, set := range m.sets {
			if err := c.Ctx.Err(); err != nil {
				return false, err
			}
			for i := range set.IDs {
				m.see(s, i)
			}
		}
	}
	gain := fusion(policy, names)
	if gain == nil {
		m.firstScores()
		return false, nil
	}
	for r := range m.score {
		total, seen := 0.0, false
		for s, at := range m.place[r*len(m.sets) : (r+1)*len(m.sets)] {
			if at < 0 {
				continue
			}
			total = gain(total, !seen, s, int(at), m.sets[s].Score[at])
			seen = true
		}
		m.score[r] = total
	}
	return true, nil
}

// firstScores gives every item the score of the first set that has it.
func (m *merger) firstScores() {
	for r := range m.score {
		for s, at := range m.place[r*len(m.sets) : (r+1)*len(m.sets)] {
			if at >= 0 {
				m.score[r] = m.sets[s].Score[at]
				break
			}
		}
	}
}

// fusion folds the scores an item has in its sets; nil for policies that keep
// the order they were seen in.
func fusion(p dag.Policy, names []string) func(total float64, first bool, set, place int, score float64) float64 {
	switch p.Name {
	case "max":
		return func(total float64, first bool, _, _ int, score float64) float64 {
			if first || score > total || total != total {
				return score
			}
			return total
		}
	case "sum":
		return func(total float64, _ bool, _, _ int, score float64) float64 { return total + score }
	case "rrf":
		k := float64(defaultRRF)
		if len(p.Args) > 0 {
			k = asFloat(p.Args[0], k)
		}
		return func(total float64, _ bool, _, place int, _ float64) float64 { return total + 1/(k+float64(place+1)) }
	case "weighted":
		weights := make([]float64, len(names))
		for i, name := range names {
			weights[i] = asFloat(p.Named[name], 1)
		}
		return func(total float64, _ bool, set, _ int, score float64) float64 { return total + weights[set]*score }
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
			if _, ok := m.row[id]; ok {
				m.see(s, i)
			} else if limit > 0 {
				m.see(s, i)
				limit--
			}
		}
	}
	for s, set := range m.sets { // what a later set brought, this one may have too
		for i, id := range set.IDs {
			if _, ok := m.row[id]; ok {
				m.see(s, i)
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
				_, isNew := m.see(s, next[s])
				next[s]++
				left = true
				if isNew {
					break
				}
			}
		}
	}
}

// build makes the batch, ordered by score where the policy fused them.
func (m *merger) build() *batch.Batch {
	n, w := len(m.ids), m.space.Words()
	out := &batch.Batch{Space: m.space, IDs: m.ids, Score: m.score, From: make([]uint64, n*w)}
	for r := range n {
		for s, at := range m.place[r*len(m.sets) : (r+1)*len(m.sets)] {
			if at < 0 {
				continue
			}
			for i, bits := range m.sets[s].FromOf(int(at)) {
				out.From[r*w+i] |= bits
			}
		}
	}
	out.Cols = m.columns()
	return out
}

// columns to carry; of each row the value of the first set that has one. What
// a set happens to have besides may be missing in another, so it is dropped.
func (m *merger) columns() []batch.Col {
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
