package op

import (
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// Run computes the node, whatever it is: an operator of the table, or one of
// the forms that are no operators.
func (c *Call) Run() (Out, error) {
	if len(c.Sets) > 0 && len(c.Node.Fetch) > 0 {
		first, err := Fetch(c.Ctx, c.Sets[0], c.Node.Fetch, c.View)
		if err != nil {
			return Out{}, err
		}
		c.First = first
	}
	out, err := c.compute()
	return c.Complete(out), err
}

// Complete adds what the node must carry and a set lacks, as nil: columns of
// its fallback, or of an input that is off.
func (c *Call) Complete(out Out) Out {
	if out.Set == nil {
		return out
	}
	for _, col := range c.Node.Columns {
		if out.Set.Col(col.Name) == nil {
			out.Set = out.Set.Put(col.Name, batch.Nulls(col.Type, out.Set.Len()))
		}
	}
	return out
}

func (c *Call) compute() (Out, error) {
	switch c.Node.Op {
	case "expr":
		v, err := c.value("value")
		return Out{Value: v}, err
	case "call":
		return Out{Set: c.Sets[0]}, nil
	case "empty":
		return Out{Set: c.None()}, nil
	case "words":
		return c.vector()
	}
	return c.Decl.Exec(c)
}

// Off is what stands for the node where it is switched off, its `when` is
// false, or it is optional and failed.
func (c *Call) Off() (Out, error) {
	if c.Node.Shape == dag.ValueShape {
		return Out{}, nil
	}
	if c.Decl == nil || c.Decl.Source {
		return Out{Set: c.None()}, nil
	}
	b, err := c.Cut()
	return c.Complete(Out{Set: b}), err
}

// vector is a text by a word table: nil for nil, and for a text without any
// word the table knows.
func (c *Call) vector() (Out, error) {
	table := c.word("table")
	t, err := c.Words(table)
	if err != nil {
		return Out{}, err
	}
	if t == nil {
		return Out{}, fmt.Errorf("no word table %q", table)
	}
	v, err := c.value("text")
	if err != nil {
		return Out{}, err
	}
	text, ok := v.(string)
	if !ok {
		return Out{}, nil
	}
	if vec := t.Vector(text); vec != nil {
		return Out{Value: vec}, nil
	}
	return Out{}, nil
}

// Records is a set as the list of its items, for expressions that read it.
func Records(b *batch.Batch) []column.Value {
	out := make([]column.Value, b.Len())
	for i := range out {
		rec := make(map[string]column.Value, len(b.Cols)+3)
		for _, c := range b.Cols {
			rec[c.Name] = c.Column.Row(i)
		}
		from := []column.Value{}
		for _, s := range b.Sources(i) {
			from = append(from, s)
		}
		rec["_score"], rec["_from"], rec["_resource"] = b.Score[i], from, b.Space.Resources[b.IDs[i].Resource()]
		out[i] = rec
	}
	return out
}
