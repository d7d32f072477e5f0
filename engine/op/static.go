package op

import (
	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

func static() Decl {
	return Decl{
		Op: dag.Op{
			Func: sig.Func{
				Name:    "static",
				Summary: "Gives the items that stand in the text.",
				Doc: "Each record is an item, in the order written; the first field of the type is its key, a key written twice " +
					"comes once, as it first stands. The name of the type is its `_resource`, and `_score` is 0. Fields with `?` " +
					"may be left out. Records are constants: what a request brings comes from a service that gives items.",
				Example: `house = static(Card, [{ id: "welcome", title: "Welcome" }])`,
				Off:     offSource,
				Source:  true,
				Args: []sig.Arg{
					{Name: "type", Kind: sig.Shape, Required: true, Doc: "a declared type, whose first field is a keyword: the key"},
					{Name: "records", Kind: sig.Records, Required: true, Doc: "the items, at most 1,000"},
				},
				Result: sig.ShapeOf("type"),
			},
			Deterministic: true,
		},
		Plain: staticPlain,
		Exec: func(c *Call) (Out, error) {
			return Out{Set: c.written}, nil
		},
	}
}

// literal makes the batch of a source whose items stand in the text, once: a
// batch is never written to.
func (p *Prepared) literal(g *dag.Graph, space *batch.Space) error {
	if !p.Node.Literal() {
		return nil
	}
	keys := p.Node.LiteralKeys()
	var known []string
	for _, l := range g.Literals {
		if l.Type == p.Node.Resource {
			known = l.Keys
		}
	}
	at := make(map[string]int32, len(known))
	for i, key := range known {
		at[key] = int32(i)
	}
	var ids []batch.ID
	var records []map[string]column.Value
	seen := map[string]bool{}
	for i, r := range p.Node.LiteralRecords() {
		if seen[keys[i]] {
			continue
		}
		seen[keys[i]] = true
		rec, _ := r.(map[string]column.Value)
		ids, records = append(ids, batch.MakeID(p.Code, 0, at[keys[i]])), append(records, rec)
	}
	b := batch.New(space, p.Bit, ids, make([]float64, len(ids)))
	for _, col := range p.Node.Declared() {
		values := make([]column.Value, len(records))
		for i, rec := range records {
			values[i] = rec[col.Name]
		}
		built, err := column.FromValues(col.Type, values)
		if err != nil {
			return err
		}
		b = b.Put(col.Name, built)
	}
	p.written = b
	return nil
}

// Literal is a resource of the items of one type that stand in a graph's text:
// it knows their keys alone, in the order of l.Keys.
func Literal(l dag.Literals) (*index.View, error) {
	key := column.Type{Kind: column.String}
	s, err := index.New(index.Schema{Resource: l.Type, Fields: []index.Field{{Name: "key", Kind: index.KeyField, Type: key}}}, index.Options{})
	if err != nil {
		return nil, err
	}
	changes := make([]index.Change, len(l.Keys))
	for i, k := range l.Keys {
		changes[i] = index.Change{Op: index.Upsert, Doc: map[string]any{"key": k}}
	}
	for _, err := range s.Apply(changes) {
		if err != nil {
			return nil, err
		}
	}
	return s.View(), nil
}

func staticPlain(c *plain.Call) (plain.Out, error) {
	var out []plain.Row
	keys := c.Node.LiteralKeys()
	for i, r := range c.Node.LiteralRecords() {
		row := plain.Row{Resource: c.Node.Resource, Key: keys[i], From: []string{c.Node.Name}, Cols: map[string]column.Value{}}
		if plain.Find(out, row.ID()) >= 0 {
			continue
		}
		rec, _ := r.(map[string]column.Value)
		for _, col := range c.Node.Declared() {
			row.Cols[col.Name] = rec[col.Name]
		}
		out = append(out, row)
	}
	return plain.Set(out)
}
