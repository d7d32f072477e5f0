package op

import (
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// Run computes the node, whatever it is: an operator of the table, or one of
// the forms that are no operators.
func (c *Call) Run() (Out, error) {
	if c.direct {
		return c.Decl.Exec(c)
	}
	if c.Decl != nil && c.Decl.Spare != nil && c.Decl.Spare(c) {
		return c.Complete(Out{Set: c.firstSet()}), nil
	}
	if c.sieve != nil && (c.Shown == nil || !c.Shown()) && len(c.Sets) > 0 && c.Sets[0] != nil {
		if out, ok, err := c.sieved(); ok || err != nil {
			return c.Complete(out), err
		}
	}
	if len(c.Sets) > 0 && c.Sets[0] != nil && len(c.Node.Fetch) > 0 {
		first, err := Fetch(c.Ctx, c.Sets[0], c.Node.Fetch, c.View)
		if err != nil {
			return Out{}, err
		}
		c.First = first
	}
	var out Out
	var err error
	if c.Decl != nil {
		out, err = c.Decl.Exec(c)
	} else {
		out, err = c.form()
	}
	if len(c.Node.Columns) == 0 && c.Node.Shape == dag.SetShape {
		return out, err
	}
	return c.Complete(out), err
}

// Complete adds what the node must carry and a set lacks, as nil: columns of
// its fallback, of another branch, or of an input that is off.
func (c *Call) Complete(out Out) Out {
	switch c.Node.Shape {
	case dag.SetShape:
		out.Set = completed(out.Set, c.Node.Columns)
	case dag.SetsShape:
		return eachCompleted(out, c.Node.Columns)
	case dag.BundleShape:
		list := out.Many()
		for i, p := range c.Node.Parts {
			if i >= len(list) || p.Shape == dag.ValueShape || lacksNone(&list[i], p) {
				continue
			}
			list = slices.Clone(list)
			list[i].Set = completed(list[i].Set, p.Columns)
			list[i] = eachCompleted(list[i], p.Columns)
			out = Several(list)
		}
	}
	return out
}

func completed(b *batch.Batch, cols []dag.Column) *batch.Batch {
	if b == nil {
		return nil
	}
	for _, col := range cols {
		if b.Col(col.Name) == nil {
			b = b.Put(col.Name, batch.Nulls(col.Type, b.Len()))
		}
	}
	return b
}

// eachCompleted is a list of sets, each with all columns.
func eachCompleted(out Out, cols []dag.Column) Out {
	list := out.Many()
	for i := range list {
		if completed(list[i].Set, cols) == list[i].Set {
			continue
		}
		list = slices.Clone(list)
		for ; i < len(list); i++ {
			list[i].Set = completed(list[i].Set, cols)
		}
		return Several(list)
	}
	return out
}

// lacksNone tells whether a part has all its columns.
func lacksNone(out *Out, p dag.Part) bool {
	if completed(out.Set, p.Columns) != out.Set {
		return false
	}
	for _, e := range out.Many() {
		if completed(e.Set, p.Columns) != e.Set {
			return false
		}
	}
	return true
}

// form computes a node that is no operator of the table.
func (c *Call) form() (Out, error) {
	switch c.Node.Op {
	case "expr":
		v, err := c.value("value")
		return Out{Value: v}, err
	case "call":
		if c.Node.Shape == dag.BundleShape {
			return Several(slices.Clone(c.Given)), nil
		}
		return c.in(0), nil
	case "record":
		return Several(slices.Clone(c.Given)), nil
	case "list":
		return c.list(), nil
	case "part":
		return c.part()
	case "empty":
		return c.Nothing(), nil
	case "words":
		return c.vector()
	case "service":
		return c.service()
	}
	return Out{}, fmt.Errorf("%s: nothing runs %q", c.Node.Name, c.Node.Op)
}

// in is what Node.Inputs[i] gave.
func (c *Call) in(i int) Out {
	if i < len(c.Ins) {
		return c.Ins[i]
	}
	if i < len(c.Sets) {
		return Out{Set: c.Sets[i]}
	}
	return Out{}
}

// list of the sets of the inputs, lists among them spread.
func (c *Call) list() Out {
	list := make([]Out, 0, len(c.Node.Inputs))
	for i := range c.Node.Inputs {
		if in := c.in(i); in.Set != nil {
			list = append(list, in)
		} else {
			list = append(list, in.Many()...)
		}
	}
	return Several(list)
}

// part of the bundle that is the first input.
func (c *Call) part() (Out, error) {
	name := ""
	if len(c.Node.Args) > 0 && len(c.Node.Args[0].Words) > 0 {
		name = c.Node.Args[0].Words[0]
	}
	in := c.in(0)
	list := in.Many()
	for i, p := range c.bundle {
		if p.Name == name && i < len(list) {
			return list[i], nil
		}
	}
	return Out{}, fmt.Errorf("no part %q", name)
}

// Off is what stands for the node where it is switched off, its `when` is
// false, or it is optional and failed.
func (c *Call) Off() (Out, error) {
	switch {
	case c.Node.Op == "loop":
		return c.Firsts()
	case c.Node.Shape != dag.SetShape || c.Decl == nil || c.Decl.Source:
		return c.Nothing(), nil
	}
	b, err := c.Cut()
	return c.Complete(Out{Set: b}), err
}

// Nothing of the node's shape: no items, nil, no sets, or parts of that kind.
func (c *Call) Nothing() Out {
	switch c.Node.Shape {
	case dag.SetShape:
		return Out{Set: c.None()}
	case dag.BundleShape:
		list := make([]Out, len(c.Node.Parts))
		for i, p := range c.Node.Parts {
			switch p.Shape {
			case dag.SetShape:
				list[i].Set = completed(batch.None(c.Space, nil), p.Columns)
			case dag.SetsShape:
				list[i] = Several(nil)
			}
		}
		return Several(list)
	case dag.SetsShape:
		return Several(nil)
	}
	if c.Node.Op == "each" && c.Node.Shape == dag.ValueShape {
		return Out{Value: []column.Value{}}
	}
	return Out{}
}

// Firsts are the first values of a loop, by its parts.
func (c *Call) Firsts() (Out, error) {
	list := make([]Out, len(c.Node.Parts))
	for i, p := range c.Node.Parts {
		v, err := c.Argument(p.Name)
		if err != nil {
			return Out{}, err
		}
		list[i] = v
	}
	return c.Complete(Several(list)), nil
}

// Argument is what an argument of a body or a called graph is: a set, a list of
// sets, or a value.
func (c *Call) Argument(name string) (Out, error) {
	a, i := c.arg(name)
	switch {
	case i < 0:
		return Out{}, nil
	case a.Kind == sig.Set && len(a.Sets) > 0:
		return c.in(a.Sets[0]), nil
	case a.Kind == sig.Sets:
		sets, _ := c.sets(a)
		list := make([]Out, len(sets))
		for k, s := range sets {
			list[k].Set = s
		}
		return Several(list), nil
	}
	v, err := c.value(name)
	return Out{Value: v}, err
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
