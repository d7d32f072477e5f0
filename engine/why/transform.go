package why

import (
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// transform is why a node that was given the item did not hand it on.
func (t *trail) transform(p place) trace.Drop {
	n, end := p.node, p.kept.Ends[p.node.ID]
	d := trace.Drop{Kind: trace.ByOther}
	in := t.given(p)
	if in != nil {
		row := slices.Index(in.IDs, t.id)
		d.Rank, d.Of, d.Score = row+1, in.Len(), finite(in.Score[row])
	}
	if out := p.kept.Outs[n.ID].Set; out != nil {
		d.Limit = out.Len()
	}
	switch end.Outcome {
	case trace.Degraded, trace.Skipped:
		d.Kind = trace.ByOff
		return d
	case trace.Timeout, trace.Error:
		d.Kind, d.Text = trace.ByFailed, end.Cause
		return d
	}
	if in == nil {
		return d
	}
	switch n.Op {
	case "filter":
		t.condition(p, n.Arg("cond"), t.row(p, in), &d)
	case "minus":
		d.Kind, d.By = trace.ByTaken, t.inputName(p, "other")
	case "skip":
		d.Kind, d.After, d.Limit = trace.BySkipped, d.Rank, t.count(p, "n")
	case "dedup", "merge":
		t.twice(p, &d)
	case "pack":
		t.size(p, in, &d)
	default:
		if cuts(n) {
			t.cut(p, &d)
		}
	}
	return d
}

// given is the first set of a node that has the item.
func (t *trail) given(p place) *batch.Batch {
	for _, in := range t.flow(p) {
		if b := t.holds(p.kept.Outs[in]); b != nil {
			return b
		}
	}
	return nil
}

func (t *trail) holds(out op.Out) *batch.Batch {
	if out.Set != nil {
		if slices.Contains(out.Set.IDs, t.id) {
			return out.Set
		}
		return nil
	}
	for _, o := range out.Many() {
		if b := t.holds(o); b != nil {
			return b
		}
	}
	return nil
}

// cut finds its place in the node's own order.
func (t *trail) cut(p place, d *trace.Drop) {
	d.Kind = trace.ByCut
	whole, err := again(t.ctx, p.kept, p.node, plain.MaxCount, "")
	if err != nil {
		return
	}
	if at := slices.Index(whole.IDs, t.id); at >= 0 {
		d.After, d.AfterScore = at+1, finite(whole.Score[at])
	}
}

// twice names the item that stands for it.
func (t *trail) twice(p place, d *trace.Drop) {
	a := p.node.Arg("by")
	out := p.kept.Outs[p.node.ID].Set
	if a == nil || len(a.Words) == 0 || out == nil {
		return
	}
	name := a.Words[0]
	mine := t.row(p, t.given(p))(name)
	if mine == nil {
		return
	}
	theirs := t.columnOf(p, name, out)
	for i := range out.IDs {
		if theirs != nil && !theirs.IsNull(i) && column.Equal(theirs.Row(i), mine) {
			d.Kind, d.By = trace.ByTwice, t.keyOf(p, out.IDs[i])
			d.Values = []trace.ColumnValue{{Name: name, Value: clip(column.Render(theirs.Type, mine))}}
			return
		}
	}
}

// columnOf a set, read where the set has none.
func (t *trail) columnOf(p place, name string, b *batch.Batch) *column.Column {
	if c := b.Named(name); c != nil {
		return c
	}
	for _, col := range p.node.Fetch {
		if col.Name == name {
			if more, err := op.Fetch(t.ctx, b, []dag.Column{col}, p.kept.View); err == nil {
				return more.Col(name)
			}
		}
	}
	return nil
}

// size that did not fit into the budget of a pack.
func (t *trail) size(p place, in *batch.Batch, d *trace.Drop) {
	a, budget := p.node.Arg("size"), p.node.Arg("budget")
	if a == nil || budget == nil {
		return
	}
	d.Kind, d.Text = trace.ByTooBig, dag.Written(budget.Expr)
	v, err := column.EvalRow(a.Expr, t.row(p, in), p.kept.Param(p.node.ID))
	if err == nil {
		d.Values = []trace.ColumnValue{{Name: dag.Written(a.Expr), Value: clip(column.Render(a.Expr.Type, v))}}
	}
}

// condition that is not true for an item: of several joined by and those that
// are not.
func (t *trail) condition(p place, a *dag.Arg, row func(string) column.Value, d *trace.Drop) bool {
	if a == nil || a.Expr == nil {
		return false
	}
	param := p.kept.Param(p.node.ID)
	var bad []*column.Expr
	for _, e := range conjuncts(a.Expr) {
		if v, err := column.EvalRow(e, row, param); err != nil || v != true {
			bad = append(bad, e)
		}
	}
	if len(bad) == 0 {
		return false
	}
	d.Kind = trace.ByCondition
	for i, e := range bad {
		if i > 0 {
			d.Text += " and "
		}
		d.Text += dag.Written(e)
		e.Walk(func(x *column.Expr) {
			if x.Op != "col" || len(d.Values) >= maxColumns || slices.ContainsFunc(d.Values, func(v trace.ColumnValue) bool { return v.Name == x.Name }) {
				return
			}
			v := row(x.Name)
			if v == nil {
				d.Values = append(d.Values, trace.ColumnValue{Name: x.Name})
				return
			}
			d.Values = append(d.Values, trace.ColumnValue{Name: x.Name, Value: clip(column.Render(x.Type, v))})
		})
	}
	if r := []rune(d.Text); len(r) > maxText {
		d.Text = string(r[:maxText]) + "…"
	}
	return true
}

func conjuncts(e *column.Expr) []*column.Expr {
	if e.Op == "and" && len(e.Args) == 2 {
		return append(conjuncts(e.Args[0]), conjuncts(e.Args[1])...)
	}
	return []*column.Expr{e}
}

// row gives the item's columns: those of a set that has it, else of its
// document. b may be nil.
func (t *trail) row(p place, b *batch.Batch) func(name string) column.Value {
	at := -1
	if b != nil {
		at = slices.Index(b.IDs, t.id)
	}
	return func(name string) column.Value {
		if at >= 0 {
			if c := b.Named(name); c != nil {
				if c.IsNull(at) {
					return nil
				}
				return c.Row(at)
			}
		}
		return t.field(p, name)
	}
}

// field of the document.
func (t *trail) field(p place, name string) column.Value {
	v, err := p.kept.View(t.name)
	if err != nil || !slices.ContainsFunc(v.Schema().Fields, func(f index.Field) bool { return f.Name == name }) {
		return nil
	}
	cols, err := v.Fetch(t.ctx, index.Hits{Docs: []index.Ref{t.ref}}, []string{name})
	if err != nil || len(cols) != 1 || cols[0].IsNull(0) {
		return nil
	}
	return cols[0].Row(0)
}

// count is an int argument.
func (t *trail) count(p place, name string) int {
	a := p.node.Arg(name)
	if a == nil || a.Expr == nil {
		return 0
	}
	v, err := column.EvalRow(a.Expr, func(string) column.Value { return nil }, p.kept.Param(p.node.ID))
	if n, ok := v.(int64); ok && err == nil {
		return int(max(0, min(n, plain.MaxCount)))
	}
	return 0
}

// inputName is the node whose set an argument is.
func (t *trail) inputName(p place, arg string) string {
	a := p.node.Arg(arg)
	if a == nil || a.Kind != sig.Set || len(a.Sets) == 0 {
		return ""
	}
	return p.kept.Graph.Nodes[p.node.Inputs[a.Sets[0]]].Name
}

func (t *trail) keyOf(p place, id batch.ID) string {
	v, err := p.kept.View(p.kept.Space.Resources[id.Resource()])
	if err != nil {
		return ""
	}
	part, doc := id.Ref()
	return v.Key(index.Ref{Part: part, Doc: doc})
}
