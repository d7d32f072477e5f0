package op

import (
	"context"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Fetch adds columns to a set by reading them from the resources of its items,
// each resource at once; those it has already stay. Items of a resource
// without the field have nil.
func Fetch(ctx context.Context, items *batch.Batch, want []dag.Column, view func(string) (View, error)) (*batch.Batch, error) {
	var missing []dag.Column
	for _, c := range want {
		if items.Col(c.Name) == nil {
			missing = append(missing, c)
		}
	}
	if len(missing) == 0 {
		return items, nil
	}
	if out, err := fetchOne(ctx, items, missing, view); out != nil || err != nil {
		return out, err
	}
	groups := byResource(items)
	values := make([]*column.Column, items.Len())
	rows := make([]int32, items.Len())
	for _, want := range missing {
		clear(values)
		for _, g := range groups {
			v, err := view(g.resource)
			if err != nil {
				return nil, err
			}
			if !hasField(v, want.Name) {
				continue
			}
			cols, err := v.Fetch(ctx, g.hits, []string{want.Name})
			if err != nil {
				return nil, err
			}
			for k, row := range g.rows {
				values[row], rows[row] = cols[0], int32(k)
			}
		}
		b := column.NewBuilder(want.Type, items.Len())
		for i, c := range values {
			if c == nil {
				b.AppendNull()
				continue
			}
			AppendRow(b, want.Type, c, int(rows[i]))
		}
		items = items.Put(want.Name, b.Build())
	}
	return items, nil
}

// fetchOne is Fetch where all items are of one resource, whose columns are
// used as they come; nil where they are not.
func fetchOne(ctx context.Context, items *batch.Batch, want []dag.Column, view func(string) (View, error)) (*batch.Batch, error) {
	if items.Len() == 0 {
		for _, c := range want {
			items = items.Put(c.Name, batch.Nulls(c.Type, 0))
		}
		return items, nil
	}
	hits, code, ok := hitsOfOne(items, make([]index.Ref, items.Len()))
	if !ok {
		return nil, nil
	}
	v, err := view(items.Space.Resources[code])
	if err != nil {
		return nil, err
	}
	names := make([]string, len(want))
	for i, c := range want {
		if !hasField(v, c.Name) {
			return nil, nil
		}
		names[i] = c.Name
	}
	cols, err := v.Fetch(ctx, hits, names)
	if err != nil {
		return nil, err
	}
	for i, c := range cols {
		if c.Type.Kind != want[i].Type.Kind {
			return nil, nil // an int of this resource that is a float in the set
		}
		items = items.Put(names[i], c)
	}
	return items, nil
}

// hitsOfOne are the documents of a set, written to docs, and the code of their
// resource; false where they are none, or of several.
func hitsOfOne(items *batch.Batch, docs []index.Ref) (hits index.Hits, code int, ok bool) {
	if items.Len() == 0 {
		return hits, 0, false
	}
	hits.Docs = docs
	code = items.IDs[0].Resource()
	for i, id := range items.IDs {
		if id.Resource() != code {
			return index.Hits{}, 0, false
		}
		part, doc := id.Ref()
		hits.Docs[i] = index.Ref{Part: part, Doc: doc}
	}
	return hits, code, true
}

// group is the items of one resource within a set.
type group struct {
	resource string
	hits     index.Hits
	rows     []int32
}

func byResource(items *batch.Batch) []*group {
	byCode := make([]*group, len(items.Space.Resources))
	var out []*group
	for i, id := range items.IDs {
		g := byCode[id.Resource()]
		if g == nil {
			g = &group{resource: items.Space.Resources[id.Resource()]}
			byCode[id.Resource()] = g
			out = append(out, g)
		}
		part, doc := id.Ref()
		g.hits.Docs = append(g.hits.Docs, index.Ref{Part: part, Doc: doc})
		g.rows = append(g.rows, int32(i))
	}
	return out
}

func hasField(v View, name string) bool {
	for _, f := range v.Schema().Fields {
		if f.Name == name {
			return true
		}
	}
	return false
}
