package engine

import (
	"slices"
	"strings"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// Page is the items of an answer as columns, for who writes them down at once:
// no value is made of what becomes text. It holds the memory of the set.
type Page struct {
	fields []pageField
	set    *batch.Batch
}

// pageField is a field of the items, in the order that JSON has them.
type pageField struct {
	name string
	own  byte           // of the engine: f s r for _from _score _resource; 0: a column
	col  *column.Column // nil: null in all items
}

// pageOf a set: the shown columns of a graph.
func pageOf(g *dag.Graph, b *batch.Batch) *Page {
	p := &Page{set: b, fields: make([]pageField, 0, len(g.Result.Columns)+3)}
	for _, c := range g.Result.Columns {
		p.fields = append(p.fields, pageField{name: c.Name, col: b.Col(c.Name)})
	}
	p.fields = append(p.fields, pageField{name: "_from", own: 'f'}, pageField{name: "_score", own: 's'}, pageField{name: "_resource", own: 'r'})
	slices.SortStableFunc(p.fields, func(x, y pageField) int { return strings.Compare(x.name, y.name) })
	return p
}

// Len is how many items there are.
func (p *Page) Len() int { return p.set.Len() }

// AppendJSON appends the list of the items, each with its fields by name, as
// encoding/json writes maps of what Items has, with <, > and & as they are.
func (p *Page) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i := range p.set.Len() {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '{')
		for k := range p.fields {
			if k > 0 {
				dst = append(dst, ',')
			}
			f := &p.fields[k]
			dst = append(column.AppendJSONText(dst, f.name), ':')
			dst = p.append(dst, f, i)
		}
		dst = append(dst, '}')
	}
	return append(dst, ']')
}

func (p *Page) append(dst []byte, f *pageField, i int) []byte {
	switch {
	case f.own == 's':
		return column.AppendJSONFloat(dst, p.set.Score[i])
	case f.own == 'r':
		return column.AppendJSONText(dst, p.set.Space.Resources[p.set.IDs[i].Resource()])
	case f.own == 'f':
		dst = append(dst, '[')
		none := len(dst)
		from := column.Bitmap(p.set.FromOf(i))
		for s, name := range p.set.Space.Sources {
			if !from.Get(s) {
				continue
			}
			if len(dst) > none {
				dst = append(dst, ',')
			}
			dst = column.AppendJSONText(dst, name)
		}
		return append(dst, ']')
	case f.col == nil:
		return append(dst, "null"...)
	}
	return f.col.AppendJSON(dst, i)
}
