package op

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func aggregate() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "aggregate",
				Summary: "Computes something of each group of items: a list of records.",
				Doc: "Items whose values of all columns of by: are equal make a group; nil is equal to nil, NaN to nothing. In an " +
					"expression a column is the list of its values in the group, in the order of the items, for the functions " +
					"of lists: count(id), sum(installs), max(_score), first(title). Each record holds the columns of by: and " +
					"what was computed; groups stand in the order of their first items. Of no items there are no groups.",
				Example: `kinds = aggregate(pool, by: genre, n: count(id), best: max(installs) ?? 0)`,
				Off:     "nil",
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "by", Kind: sig.Columns, Required: true, Named: true, Doc: "the column, or a list of columns, whose equal values make a group"},
					{Name: "values", Kind: sig.Groups, Required: true, Doc: "name: expression over the group's columns, any number"},
				},
				Result: sig.GroupsOf("set", "by", "values"),
			},
			Deterministic: true,
		},
		Plain: aggregatePlain,
		Exec: func(c *Call) (Out, error) {
			b := c.set("set")
			by, _ := c.arg("by")
			keys := make([]*column.Column, len(by.Words))
			for i, name := range by.Words {
				if keys[i] = b.Named(name); keys[i] == nil {
					keys[i] = batch.Nulls(column.Type{Kind: column.String}, b.Len())
				}
			}
			rows, ends := grouped(keys, b.Len())
			in := column.Input{Len: len(ends), Param: c.Param, Column: listed(b, rows, ends)}
			records := make([]column.Value, len(ends))
			for g := range records {
				rec, first := map[string]column.Value{}, 0
				if g > 0 {
					first = int(ends[g-1])
				}
				for i, name := range by.Words {
					rec[name] = keys[i].Row(int(rows[first]))
				}
				records[g] = rec
			}
			for i := range c.Node.Args {
				for j, bind := range c.Node.Args[i].Bindings {
					col, err := c.bindings[i][j].Eval(c.Ctx, in)
					if err != nil {
						return Out{}, err
					}
					for g := range records {
						records[g].(map[string]column.Value)[bind.Name] = col.Row(g)
					}
				}
			}
			return Out{Value: records}, nil
		},
	}
}

// grouped are the rows of one group behind those of another, and where each
// group ends; groups in the order of their first rows.
func grouped(keys []*column.Column, n int) (rows []int32, ends []uint32) {
	type part struct {
		group int // by the columns before
		value any
	}
	groupOf, count := make([]int, n), 0
	for _, col := range keys {
		at := map[part]int{}
		for row, g := range groupOf {
			key := part{g, valueAt(col, row)}
			to, ok := at[key]
			if !ok {
				to = len(at)
				at[key] = to
			}
			groupOf[row] = to
		}
		count = len(at)
	}
	groups := make([][]int32, count)
	for row, g := range groupOf {
		groups[g] = append(groups[g], int32(row))
	}
	for _, g := range groups {
		rows = append(rows, g...)
		ends = append(ends, uint32(len(rows)))
	}
	return rows, ends
}

// listed gives a column of a set as lists of its values, by group.
func listed(b *batch.Batch, rows []int32, ends []uint32) func(string) *column.Column {
	made := map[string]*column.Column{}
	return func(name string) *column.Column {
		if col, ok := made[name]; ok {
			return col
		}
		of := b.Named(name)
		if of == nil {
			return nil
		}
		elem := of.Type
		made[name] = &column.Column{Type: column.Type{Kind: column.List, Elem: &elem}, Len: len(ends), Ends: ends, Elems: of.Take(rows)}
		return made[name]
	}
}

func aggregatePlain(c *plain.Call) (plain.Out, error) {
	var groups [][]plain.Row
	same := func(a, b plain.Row) bool {
		return !slices.ContainsFunc(c.Words("by"), func(name string) bool { return !column.Equal(a.Get(name), b.Get(name)) })
	}
	for _, row := range c.Sets[0] {
		at := slices.IndexFunc(groups, func(g []plain.Row) bool { return same(g[0], row) })
		if at < 0 {
			at = len(groups)
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], row)
	}
	out := []column.Value{}
	for _, group := range groups {
		rec := map[string]column.Value{}
		for _, name := range c.Words("by") {
			rec[name] = group[0].Get(name)
		}
		for i := range c.Node.Args {
			for _, b := range c.Node.Args[i].Bindings {
				rec[b.Name] = c.Eval(b.Expr, func(name string) column.Value {
					list := []column.Value{}
					for _, row := range group {
						list = append(list, row.Get(name))
					}
					return list
				})
			}
		}
		out = append(out, rec)
	}
	return plain.Out{Value: out}, nil
}
