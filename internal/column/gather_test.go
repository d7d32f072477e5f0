package column

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Tables that many gatherings use one after the other are of no consequence:
// each column is that of its rows, what was made before stays as it was, and what
// is given back is empty, though its memory may be longer than what was used.
func TestTablesLeaveNothingBehind(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 6))
	text := Type{Kind: String, Nullable: true}
	list := Type{Kind: List, Elem: &text, Nullable: true}
	vector := Type{Kind: Vector, Dim: 3, Nullable: true}
	draw := func(typ Type, row int) Value {
		if rng.IntN(7) == 0 {
			return nil
		}
		word := func() Value { return fmt.Sprintf("w%d", rng.IntN(60)) }
		switch typ.Kind {
		case List:
			items := []Value{}
			for range rng.IntN(5) {
				items = append(items, word())
			}
			return items
		case Vector:
			return []float32{float32(row), rng.Float32(), 0}
		}
		return word()
	}
	type made struct {
		column *Column
		want   []Value
	}
	var tables Tables
	var all []made
	for turn := range 200 {
		typ := []Type{text, list, vector}[turn%3]
		parts := make([]*Column, 1+rng.IntN(4))
		rows := 1 + rng.IntN(30)
		for p := range parts {
			values := make([]Value, 1+rng.IntN(50))
			for i := range values {
				values[i] = draw(typ, i)
			}
			var err error
			if parts[p], err = FromValues(typ, values); err != nil {
				t.Fatal(err)
			}
		}
		g, m := NewGather(typ, rows, parts, -1), made{}
		g.Reusing(&tables)
		for range rows {
			at := Place{Part: int32(rng.IntN(len(parts)))}
			at.Row = int32(rng.IntN(parts[at.Part].Len))
			g.Append([]Place{at})
			m.want = append(m.want, parts[at.Part].Row(int(at.Row)))
		}
		m.column = g.Column()
		all = append(all, m)
		for _, table := range tables.free {
			for i, code := range table[:cap(table)] {
				if code != 0 {
					t.Fatalf("turn %d: code %d of a table that was given back is %d", turn, i, code)
				}
			}
			poison(table)
		}
		for _, table := range tables.free {
			clear(table[:cap(table)])
		}
	}
	for i, m := range all {
		sel := []int32{int32(m.column.Len - 1), 0}
		taken, head := m.column.Take(sel), m.column.Head(1)
		for row, want := range m.want {
			if d := cmp.Diff(want, m.column.Row(row)); d != "" {
				t.Fatalf("column %d, row %d: %s", i, row, d)
			}
		}
		if d := cmp.Diff([]Value{m.want[len(m.want)-1], m.want[0], m.want[0]}, []Value{taken.Row(0), taken.Row(1), head.Row(0)}); d != "" {
			t.Fatalf("column %d: %s", i, d)
		}
	}
}

// poison what nobody may read any more.
func poison(table []uint32) {
	for i := range table[:cap(table)] {
		table[:cap(table)][i] = 1 << 31
	}
}

// Vectors are not copied, and what is done with them is the same.
func TestVectorsAreViews(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 6))
	typ := Type{Kind: Vector, Dim: 20, Nullable: true}
	part := &Column{Type: typ, Len: 9, Vecs: drawVectors(rng, 9, 20, false), Nulls: NewBitmap(9)}
	clear(part.Vector(4))
	part.Nulls.Set(4)
	g := NewGather(typ, 3, []*Column{part}, 0)
	g.Append([]Place{{0, 8}, {0, 4}, {0, 1}})
	c := g.Column()
	if &c.Vector(0)[0] != &part.Vector(8)[0] || !c.IsNull(1) || c.IsNull(2) {
		t.Error("not the rows that were gathered")
	}
	q, got, want := drawVectors(rng, 1, 20, false), make([]float32, 3), make([]float32, 3)
	c.Dots(q, []int32{2, 0, 1}, got)
	part.Dots(q, []int32{1, 8, 4}, want)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	b := NewBuilder(typ, 2)
	b.AppendRow(c, 2)
	b.AppendRow(c, 1)
	if d := cmp.Diff([]Value{part.Row(1), nil}, []Value{b.Build().Row(0), b.Build().Row(1)}); d != "" {
		t.Error(d)
	}
}
