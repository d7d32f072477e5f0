package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/internal/column"
)

func join() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "join",
				Summary: "Adds a column with the document of another resource, or nil.",
				Doc: "The column of on: holds keys of the resource; where it is nil, or there is no such document, the record is " +
					"nil. Items, order and scores stay, an item that several keys would fit does not exist. What the record " +
					"holds is read as `maker.name`, which is nil where the record is.",
				Example: `full = join(pool, studios, on: studio, as: maker)`,
				Off:     "its first set; the column it would add is nil",
				Args: []sig.Arg{
					setArg("the candidates"),
					{Name: "res", Kind: sig.Resource, Required: true, Doc: "the resource whose documents are added"},
					{Name: "on", Kind: sig.Column, Type: sig.Type{Kind: sig.String}, Required: true, Named: true, Doc: "a column of keys of that resource"},
					{Name: "as", Kind: sig.Word, Required: true, Named: true, Doc: "the name of the new column"},
				},
				Result: sig.Joined("set", "res", "as"),
			},
			Deterministic: true, Parallel: true, PushLimit: true, Cost: dag.Heavy,
		},
		Plain: joinPlain,
		Exec: func(c *Call) (Out, error) {
			b, as := c.set("set"), c.word("as")
			var want column.Type
			for _, col := range c.Node.Columns {
				if col.Name == as {
					want = col.Type
				}
			}
			on := b.Named(c.word("on"))
			switch {
			case want.Kind != column.Record: // nobody reads it
				return Out{Set: b}, nil
			case on == nil || b.Len() == 0:
				return Out{Set: b.Put(as, batch.Nulls(want, b.Len()))}, nil
			}
			v, err := c.View(c.Node.Resource)
			if err != nil {
				return Out{}, err
			}
			records, err := c.records(v, on, want)
			if err != nil {
				return Out{}, err
			}
			return Out{Set: b.Put(as, records)}, nil
		},
	}
}

// joinStep is how many items are gone through between two looks at the context.
const joinStep = 512

// records of a resource by a column of keys: each document is read once.
func (c *Call) records(v View, on *column.Column, want column.Type) (*column.Column, error) {
	at := map[string]int{}
	var keys []string
	for i := range on.Len {
		if i%joinStep == 0 && c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		if on.IsNull(i) {
			continue
		}
		if key := on.Text(i); at[key] == 0 {
			at[key] = -1
			keys = append(keys, key)
		}
	}
	hits, err := v.Lookup(c.Ctx, keys)
	if err != nil {
		return nil, err
	}
	for row, doc := range hits.Docs {
		at[v.Key(doc)] = row
	}
	names := make([]string, len(want.Fields))
	for i, f := range want.Fields {
		names[i] = f.Name
	}
	cols, err := v.Fetch(c.Ctx, hits, names)
	if err != nil {
		return nil, err
	}
	documents := make([]map[string]column.Value, hits.Len())
	for row := range documents {
		if row%joinStep == 0 && c.Ctx.Err() != nil {
			return nil, c.Ctx.Err()
		}
		documents[row] = make(map[string]column.Value, len(cols))
		for k, col := range cols {
			documents[row][names[k]] = col.Row(row)
		}
	}
	out := &column.Column{Type: want.Null(), Len: on.Len, Any: make([]column.Value, on.Len)}
	for i := range on.Len {
		row := -1
		if !on.IsNull(i) {
			row = at[on.Text(i)]
		}
		if row >= 0 {
			out.Any[i] = documents[row]
			continue
		}
		if out.Nulls == nil {
			out.Nulls = column.NewBitmap(on.Len)
		}
		out.Nulls.Set(i)
	}
	return out, nil
}

func joinPlain(c *plain.Call) (plain.Out, error) {
	v, err := c.View(c.Node.Resource)
	if err != nil {
		return plain.Out{}, err
	}
	for _, row := range c.Sets[0] {
		row.Cols[c.Word("as")] = nil
		key, ok := row.Get(c.Word("on")).(string)
		if !ok {
			continue
		}
		hits, err := v.Lookup(plain.Background, []string{key})
		if err != nil {
			return plain.Out{}, err
		}
		found, err := c.Rows(v, hits)
		if err != nil {
			return plain.Out{}, err
		}
		if len(found) > 0 {
			row.Cols[c.Word("as")] = found[0].Cols
		}
	}
	return plain.Set(c.Sets[0])
}
