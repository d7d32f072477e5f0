package why

import (
	"context"
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Bounds of what is told.
const (
	MaxItems   = 200 // of an answer, the first ones
	maxColumns = 12  // of a stage
	maxText    = 160 // characters of a value
	maxNumbers = 3   // of a vector
)

// Items tells of the first MaxItems of a set, the answer's.
func Items(ctx context.Context, k *exec.Kept, items *batch.Batch) []*trace.Why {
	items = items.Head(MaxItems)
	stages := make([]*stage, 0, len(k.Outs))
	for _, n := range k.Graph.Nodes {
		if set := k.Outs[n.ID].Set; set != nil {
			stages = append(stages, newStage(ctx, k, n, set, items))
		}
	}
	out := make([]*trace.Why, items.Len())
	for i := range out {
		out[i] = &trace.Why{From: items.Sources(i), Stages: []trace.Stage{}}
		for _, s := range stages {
			if row, ok := s.after.rows[items.IDs[i]]; ok {
				out[i].Stages = append(out[i].Stages, s.of(row, i))
			}
		}
	}
	return out
}

// ranked is a set with the rows of its items.
type ranked struct {
	set  *batch.Batch
	rows map[batch.ID]int
}

func rankedOf(b *batch.Batch) ranked {
	r := ranked{b, make(map[batch.ID]int, b.Len())}
	for i, id := range b.IDs {
		if _, twice := r.rows[id]; !twice {
			r.rows[id] = i
		}
	}
	return r
}

// stage is a node that gave a set.
type stage struct {
	node   *dag.Node
	after  ranked
	before []ranked         // the sets it was given
	was    map[batch.ID]int // places in its only set, counted among those that stayed
	reads  []string
	fields *batch.Batch // of a source: the answer's items, with what it read inside the resource
}

func newStage(ctx context.Context, k *exec.Kept, n *dag.Node, set *batch.Batch, items *batch.Batch) *stage {
	s := &stage{node: n, after: rankedOf(set), reads: reads(n)}
	if n.Source() {
		s.fields = inside(ctx, k, n, s.reads, items)
	}
	if n.Desc == nil {
		return s
	}
	for _, in := range n.Inputs {
		for _, b := range setsOf(k.Outs[in]) {
			s.before = append(s.before, rankedOf(b))
		}
	}
	if len(s.before) != 1 {
		return s // places in one of several sets do not compare
	}
	s.was = make(map[batch.ID]int, set.Len())
	for _, id := range s.before[0].set.IDs {
		if _, ok := s.after.rows[id]; ok {
			s.was[id] = len(s.was)
		}
	}
	return s
}

func setsOf(out op.Out) []*batch.Batch {
	if out.Set != nil {
		return []*batch.Batch{out.Set}
	}
	var list []*batch.Batch
	for _, o := range out.Many() {
		list = append(list, setsOf(o)...)
	}
	return list
}

// inside reads what a source read in its resource and did not hand on. A team's
// own store is not asked once more; what cannot be read is left out.
func inside(ctx context.Context, k *exec.Kept, n *dag.Node, names []string, items *batch.Batch) *batch.Batch {
	v, err := k.View(n.Resource)
	if err != nil {
		return nil
	}
	if _, far := v.(op.Passing); far {
		return nil
	}
	var want []dag.Column
	for _, f := range v.Schema().Fields {
		if slices.Contains(names, f.Name) && items.Col(f.Name) == nil {
			want = append(want, dag.Column{Name: f.Name, Type: f.Type})
		}
	}
	more, err := op.Fetch(ctx, items, want, k.View)
	if err != nil {
		return nil
	}
	return more
}

// of an item: its row behind the node, and its place in the answer.
func (s *stage) of(row, place int) trace.Stage {
	set := s.after.set
	id := set.IDs[row]
	out := trace.Stage{Node: s.node.Name, Op: s.node.Op, Pos: s.node.Pos.String(), Rank: row + 1, Of: set.Len(), Score: finite(set.Score[row]), Source: s.node.Source()}
	var first *batch.Batch
	at := -1
	for _, b := range s.before {
		if r, ok := b.rows[id]; ok {
			first, at = b.set, r
			out.Scored = !same(first.Score[at], set.Score[row])
			break
		}
	}
	if was, ok := s.was[id]; ok {
		out.Moved = was - row
	}
	for _, name := range s.reads {
		v, ok := valueOf(name, row, set, at, first)
		if !ok && s.fields != nil {
			v, ok = value(name, s.fields.Named(name), place)
		}
		if ok && len(out.Columns) < maxColumns {
			out.Columns = append(out.Columns, v)
		}
	}
	return out
}

// valueOf a column: behind the node, else before it. The engine's own change
// there, so of them what the node read is told.
func valueOf(name string, row int, set *batch.Batch, before int, first *batch.Batch) (trace.ColumnValue, bool) {
	if len(name) > 0 && name[0] == '_' && first != nil && before >= 0 {
		return value(name, first.Named(name), before)
	}
	if v, ok := value(name, set.Named(name), row); ok {
		return v, true
	}
	if first != nil && before >= 0 {
		return value(name, first.Named(name), before)
	}
	return trace.ColumnValue{}, false
}

func value(name string, c *column.Column, row int) (trace.ColumnValue, bool) {
	if c == nil {
		return trace.ColumnValue{}, false
	}
	if c.IsNull(row) {
		return trace.ColumnValue{Name: name}, true
	}
	return trace.ColumnValue{Name: name, Value: clip(column.Render(c.Type, c.Row(row)))}, true
}

// clip what would be long: texts to maxText characters, lists to as many values.
func clip(v any) any {
	switch x := v.(type) {
	case string:
		if r := []rune(x); len(r) > maxText {
			return string(r[:maxText]) + "…"
		}
	case []any:
		if len(x) > maxColumns {
			return append(slices.Clone(x[:maxColumns]), "…")
		}
	case []float32: // a vector says little by its numbers
		if len(x) > maxNumbers {
			return []any{x[0], x[1], x[2], "…"}
		}
	}
	return v
}

// reads are the columns that a node's arguments read of an item, each once.
func reads(n *dag.Node) []string {
	var out []string
	add := func(names ...string) {
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	model := func(m *dag.Model) {
		for _, c := range m.Columns {
			if !c.Missing {
				add(c.Name)
			}
		}
	}
	for i := range n.Args {
		a := &n.Args[i]
		switch {
		case a.Model != nil:
			model(a.Model)
		case a.Expr != nil && (a.Kind == sig.PerItem || a.Kind == sig.Order):
			add(a.Expr.Columns()...)
		case a.Kind == sig.Column:
			add(a.Words...)
		}
		for _, b := range a.Bindings {
			if b.Model != nil {
				model(b.Model)
			} else {
				add(b.Expr.Columns()...)
			}
		}
	}
	return out
}

// same takes NaN for equal to itself.
func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// finite is nil for what JSON has no word for.
func finite(f float64) *float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil
	}
	return &f
}
