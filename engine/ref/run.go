package ref

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Input of a run.
type Input struct {
	Values map[string]column.Value
	Moment int64
	Res    op.Resources
	Faults op.Faults // a hang is a timeout at once; a delay is not waited for
	Off    []bool
}

// Result of a run.
type Result struct {
	Items    []Row
	Fields   []column.Value
	Outcomes map[string]trace.Status
}

// value is what a node gave.
type value struct {
	set    []Row
	scalar column.Value
	failed error
}

type run struct {
	g        *dag.Graph
	in       Input
	done     map[int]*value
	outcomes map[string]trace.Status
}

// Run answers a graph. The error is that of the required node that failed.
func Run(g *dag.Graph, in Input) (*Result, error) {
	r := &run{g: g, in: in, done: map[int]*value{}, outcomes: map[string]trace.Status{}}
	for _, id := range g.Roots() {
		if v := r.node(id); v.failed != nil {
			return &Result{Outcomes: r.outcomes}, v.failed
		}
	}
	out := &Result{Items: r.node(g.Result.Items).set, Outcomes: r.outcomes}
	for _, f := range g.Result.Fields {
		out.Fields = append(out.Fields, r.scalar(f.Node))
	}
	return out, nil
}

// scalar is a node's value; of a set the list of its items.
func (r *run) scalar(id int) column.Value {
	v := r.node(id)
	if r.g.Nodes[id].Shape == dag.ValueShape {
		return v.scalar
	}
	out := []column.Value{}
	for _, row := range v.set {
		rec := map[string]column.Value{"_score": row.Score, "_from": row.get("_from"), "_resource": row.Resource}
		for k, x := range row.Cols {
			rec[k] = x
		}
		out = append(out, rec)
	}
	return out
}

// node computes a node once, after all it needs.
func (r *run) node(id int) *value {
	if v, ok := r.done[id]; ok {
		return v
	}
	n := r.g.Nodes[id]
	for _, in := range n.Before() {
		if v := r.node(in); v.failed != nil {
			v := r.recover(n, trace.Skipped, fmt.Errorf("%s needs %s: %w", n.Name, r.g.Nodes[in].Name, v.failed))
			r.done[id] = v
			return v
		}
	}
	out := r.attempt(n)
	r.done[id] = out
	return out
}

func (r *run) attempt(n *dag.Node) *value {
	if r.in.Off != nil && r.in.Off[n.ID] {
		r.outcomes[n.Name] = trace.Degraded
		return r.off(n)
	}
	if n.When != nil {
		if yes, err := column.EvalRow(n.When, nothing, r.param); err != nil || yes != true {
			r.outcomes[n.Name] = trace.Skipped
			return r.off(n)
		}
	}
	if r.in.Faults != nil {
		if f, ok := r.in.Faults.At(n.Resource, n.Name); ok {
			if f.Hang {
				return r.recover(n, trace.Timeout, errors.New("hangs"))
			}
			if f.Err != "" {
				return r.recover(n, trace.Error, errors.New(f.Err))
			}
		}
	}
	v, err := r.compute(n)
	if err != nil {
		return r.recover(n, trace.Error, err)
	}
	r.outcomes[n.Name] = trace.OK
	if n.Shape == dag.SetShape && len(v.set) == 0 || n.Shape == dag.ValueShape && v.scalar == nil {
		r.outcomes[n.Name] = trace.Empty
	}
	return v
}

// recover what a failed node gives: its fallback, its off-value, or its error.
// A node that never ran because of another has neither, but for a call.
func (r *run) recover(n *dag.Node, outcome trace.Status, err error) *value {
	if outcome == trace.Skipped {
		if n.Op != "call" {
			r.outcomes[n.Name] = trace.Skipped
			return &value{failed: err}
		}
		outcome = trace.Error
	}
	r.outcomes[n.Name] = outcome
	if n.Fallback >= 0 {
		if v := r.node(n.Fallback); v.failed == nil {
			r.outcomes[n.Name] = trace.Fallback
			return &value{set: cloneAll(v.set), scalar: v.scalar}
		}
	}
	if n.Optional {
		return r.off(n)
	}
	return &value{failed: fmt.Errorf("%s: %w", n.Name, err)}
}

// off is what stands for a node that is off.
func (r *run) off(n *dag.Node) *value {
	if n.Shape == dag.ValueShape || n.Desc == nil || n.Desc.Source {
		return &value{}
	}
	rows := cloneAll(r.node(n.Inputs[0]).set)
	for _, a := range n.Args {
		switch {
		case !n.Cuts(a.Name):
		case a.Knob != nil:
			rows = head(rows, int(a.Knob.Lo))
		default:
			rows = head(rows, r.count(n, a.Name, len(rows)))
		}
	}
	for _, c := range n.Nils {
		for i := range rows {
			if !sameKind(rows[i].Cols[c.Name], c.Type.Kind) {
				rows[i].Cols[c.Name] = nil
			}
		}
	}
	return &value{set: rows}
}

func sameKind(v column.Value, k column.Kind) bool {
	switch v.(type) {
	case int64:
		return k == column.Int || k == column.Time || k == column.Duration
	case float64:
		return k == column.Float
	case bool:
		return k == column.Bool
	case string:
		return k == column.String
	case []float32:
		return k == column.Vector
	case []column.Value:
		return k == column.List
	case map[string]column.Value:
		return k == column.Record
	}
	return false
}

func nothing(string) column.Value { return nil }

// param is a parameter of the pipeline, a node's value, or the moment.
func (r *run) param(name string) column.Value {
	if name == dag.Moment {
		return r.in.Moment
	}
	if v, ok := r.in.Values[name]; ok {
		return v
	}
	i := slices.IndexFunc(r.g.Nodes, func(n *dag.Node) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return r.scalar(i)
}

// eval an argument for a row; nil row for a scalar.
func (r *run) eval(e *column.Expr, row func(string) column.Value) column.Value {
	v, err := column.EvalRow(e, row, r.param)
	if err != nil {
		panic(err) // the compiler made the tree
	}
	return v
}

// count is an int argument.
func (r *run) count(n *dag.Node, name string, def int) int {
	a := n.Arg(name)
	if a == nil {
		return def
	}
	if a.Knob != nil {
		return int(a.Knob.Hi)
	}
	if v, ok := r.eval(a.Expr, nothing).(int64); ok {
		return int(max(0, v))
	}
	return def
}

var background = context.Background()
