package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

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

// newMerger of sets, with memory of its own for the rows: they are the batch's.
func newMerger(c *Call, sets []*batch.Batch) *merger {
	return mergerIn(c, sets, nil)
}

// mergerIn is one whose rows stand in a scratch: they are copied into an order.
func mergerIn(c *Call, sets []*batch.Batch, x *Scratch) *merger {
	n := 0
	for _, s := range sets {
		n += s.Len()
	}
	size := 16
	for size < 2*n {
		size *= 2
	}
	if x == nil {
		x = &Scratch{}
	}
	x.ids, x.score, x.from = room(x.ids, n), room(x.score, n), room(x.from, n*c.Space.Words())
	return &merger{space: c.Space, carry: c.Node.Columns, sets: sets, slots: c.Scratch.table(size), ids: x.ids[:0], score: x.score[:0], from: x.from[:0]}
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
