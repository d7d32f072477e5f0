package op

import (
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

// alike takes items for one that are the same or have an equal value: in every
// set each goes by the id of the first of them, and stands once.
func alike(sets []*batch.Batch, by string) []*batch.Batch {
	var first []batch.ID
	ofID, ofValue := map[batch.ID]int{}, map[any]int{}
	mixed := mixedNumbers(sets, by)
	out := make([]*batch.Batch, len(sets))
	for s, set := range sets {
		col := set.Named(by)
		seen := map[int]bool{}
		var sel []int32
		var ids []batch.ID
		for i, id := range set.IDs {
			var value any
			if col != nil {
				if value = valueAt(col, i); mixed {
					value = widened(value)
				}
			}
			one, known := ofID[id]
			if other, ok := ofValue[value]; ok && value != nil && (!known || other < one) {
				one, known = other, true
			}
			if !known {
				one = len(first)
				first = append(first, id)
			}
			if _, ok := ofID[id]; !ok {
				ofID[id] = one
			}
			if _, ok := ofValue[value]; !ok && value != nil {
				ofValue[value] = one
			}
			if !seen[one] {
				seen[one] = true
				sel, ids = append(sel, int32(i)), append(ids, first[one])
			}
		}
		out[s] = set.Take(sel)
		out[s].IDs = ids
	}
	return out
}

// mixedNumbers tells whether a column is of whole numbers in one set and of
// floats in another: they meet as floats then, which the result has.
func mixedNumbers(sets []*batch.Batch, by string) bool {
	whole, float := false, false
	for _, set := range sets {
		col := set.Named(by)
		if col == nil {
			continue
		}
		for i := range col.Len {
			if !col.IsNull(i) {
				whole, float = whole || col.Type.Kind == column.Int, float || col.Type.Kind == column.Float
				break
			}
		}
	}
	return whole && float
}

func widened(v any) any {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v
}

// alikeRows is the same over rows: it looks through all that came before.
func alikeRows(sets [][]plain.Row, by string) [][]plain.Row {
	type group struct {
		first   plain.Row
		members []plain.Row
		last    int // the set that it was seen in last
	}
	whole, float := false, false
	for _, set := range sets {
		for _, row := range set {
			switch row.Get(by).(type) {
			case int64:
				whole = true
			case float64:
				float = true
			}
		}
	}
	value := func(row plain.Row) column.Value {
		if whole && float {
			return widened(row.Get(by))
		}
		return row.Get(by)
	}
	var groups []*group
	var out [][]plain.Row
	for s, set := range sets {
		var kept []plain.Row
		for _, row := range set {
			var in *group
			for _, g := range groups {
				for _, m := range g.members {
					if in == nil && (m.ID() == row.ID() || row.Get(by) != nil && column.Equal(value(m), value(row))) {
						in = g
					}
				}
			}
			if in == nil {
				in = &group{first: row, last: -1}
				groups = append(groups, in)
			}
			in.members = append(in.members, row.Clone())
			if in.last != s {
				in.last = s
				row.Resource, row.Key = in.first.Resource, in.first.Key
				kept = append(kept, row)
			}
		}
		out = append(out, kept)
	}
	return out
}
