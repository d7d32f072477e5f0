package ref

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// Input of a run.
type Input struct {
	Values map[string]column.Value
	Moment int64
	Res    op.Resources
	Remote op.Remote    // nil: every call of a service fails
	Ops    op.Catalogue // nil: those of the table
	Faults op.Faults    // a hang is a timeout at once; a delay is not waited for
	Off    []bool       // by node of the root graph
	Arms   []int        // by node of the root graph: the arm a choose begins with; nil: the first
	Down   []float64    // by node of the root graph: how far its knobs are turned down; nil: none is
}

// Result of a run.
type Result struct {
	Items    []plain.Row
	Fields   []column.Value
	Outcomes map[string]trace.Status   // of nodes of the root graph
	Turns    map[string][]trace.Status // of nodes in bodies, in the order they ended
	Arms     map[string]string         // which branch answered, by node
}

// value is what a node gave.
type value struct {
	set    []plain.Row
	sets   [][]plain.Row // of a list of sets
	scalar column.Value
	parts  map[string]*value // of a bundle
	failed error
}

// request is what the runs of one request share.
type request struct {
	root  *dag.Graph
	in    Input
	out   *Result
	steps int
}

// run is a graph being answered, or a body, once.
type run struct {
	*request
	g      *dag.Graph
	values map[string]column.Value // parameters
	done   map[int]*value
	depth  int // recursive calls around it
}

// Run answers a graph. The error is that of the required node that failed.
func Run(g *dag.Graph, in Input) (*Result, error) {
	if in.Remote == nil {
		in.Remote = op.NoRemote{}
	}
	if in.Ops == nil {
		in.Ops = op.NewCatalogue()
	}
	out := &Result{Outcomes: map[string]trace.Status{}, Turns: map[string][]trace.Status{}, Arms: map[string]string{}}
	r := &run{request: &request{root: g, in: in, out: out}, g: g, values: in.Values, done: map[int]*value{}}
	if err := r.roots(); err != nil {
		return out, err
	}
	if g.Result.Items >= 0 {
		out.Items = r.node(g.Result.Items).set
	}
	for _, f := range g.Result.Fields {
		out.Fields = append(out.Fields, r.scalar(f.Node))
	}
	return out, nil
}

// roots computes all that a graph gives, and all that is no branch's alone.
func (r *run) roots() error {
	var failed error
	for _, id := range r.g.Roots() {
		if v := r.node(id); v.failed != nil && failed == nil {
			failed = v.failed
		}
	}
	for _, n := range r.g.Nodes { // they run, whatever became of those that want them
		if !n.Lazy {
			r.node(n.ID)
		}
	}
	return failed
}

// scalar is a node's value; of a set the list of its items.
func (r *run) scalar(id int) column.Value { return r.node(id).read(r.g.Nodes[id].Shape) }

func (v *value) read(shape dag.Shape) column.Value {
	out := []column.Value{}
	switch shape {
	case dag.ValueShape:
		return v.scalar
	case dag.SetShape:
		for _, row := range v.set {
			out = append(out, row.Record())
		}
	case dag.SetsShape:
		for _, set := range v.sets {
			out = append(out, (&value{set: set}).read(dag.SetShape))
		}
	}
	return out
}

// says an outcome.
func (r *run) says(n *dag.Node, s trace.Status) {
	if r.g == r.root {
		r.out.Outcomes[n.Name] = s
		return
	}
	r.out.Turns[n.Name] = append(r.out.Turns[n.Name], s)
}

// node computes a node once, after all it needs.
func (r *run) node(id int) *value {
	if v, ok := r.done[id]; ok {
		return v
	}
	n := r.g.Nodes[id]
	var failed *value
	for _, in := range n.Before() {
		if v := r.node(in); v.failed != nil && failed == nil {
			failed = &value{failed: fmt.Errorf("%s needs %s: %w", n.Name, r.g.Nodes[in].Name, v.failed)}
		}
	}
	if failed != nil {
		v := r.recover(n, trace.Skipped, failed.failed)
		r.done[id] = v
		return v
	}
	out := r.attempt(n)
	r.done[id] = out
	return out
}

func (r *run) attempt(n *dag.Node) *value {
	if r.g == r.root && r.in.Off != nil && r.in.Off[n.ID] {
		r.says(n, trace.Degraded)
		return r.off(n)
	}
	if n.When != nil {
		if yes, err := column.EvalRow(n.When, nothing, r.param); err != nil || yes != true {
			r.says(n, trace.Skipped)
			return r.off(n)
		}
	}
	if r.in.Faults != nil {
		if f, ok := r.in.Faults.At(n.Resource, n.Name); ok {
			if f.Hang || f.Late {
				return r.recover(n, trace.Timeout, fmt.Errorf("hangs: %w", context.DeadlineExceeded))
			}
			if f.Err != "" {
				return r.recover(n, trace.Error, errors.New(f.Err))
			}
		}
	}
	v, err := r.compute(n)
	if err != nil {
		outcome := trace.Error
		if op.TimedOut(err) {
			outcome = trace.Timeout
		}
		return r.recover(n, outcome, err)
	}
	if v.empty(n.Shape) {
		r.says(n, trace.Empty)
	} else {
		r.says(n, trace.OK)
	}
	return v
}

func (v *value) empty(shape dag.Shape) bool {
	switch shape {
	case dag.SetShape:
		return len(v.set) == 0
	case dag.SetsShape:
		return len(v.sets) == 0
	case dag.BundleShape:
		return false
	}
	return v.scalar == nil
}

// recover what a failed node gives: its fallback, its off-value, or its error.
// A node that never ran because of another has neither, but for a call.
func (r *run) recover(n *dag.Node, outcome trace.Status, err error) *value {
	if outcome == trace.Skipped {
		if n.Op != "call" {
			r.says(n, trace.Skipped)
			return &value{failed: err}
		}
		outcome = trace.Error
	}
	if n.Fallback >= 0 {
		if v := r.node(n.Fallback); v.failed == nil {
			r.says(n, trace.Fallback)
			return v.clone()
		}
	}
	r.says(n, outcome)
	if n.Optional {
		return r.off(n)
	}
	return &value{failed: fmt.Errorf("%s: %w", n.Name, err)}
}

// off is what stands for a node that is off.
func (r *run) off(n *dag.Node) *value {
	switch {
	case n.Op == "loop":
		return &value{parts: r.given(n)}
	case n.Shape == dag.BundleShape:
		out := &value{parts: map[string]*value{}}
		for _, p := range n.Parts {
			out.parts[p.Name] = &value{}
		}
		return out
	case n.Op == "each" && n.Shape == dag.ValueShape:
		return &value{scalar: []column.Value{}}
	case n.Shape != dag.SetShape || n.Desc == nil || n.Desc.Source:
		return &value{}
	}
	first := r.node(n.Inputs[0])
	rows := plain.CloneAll(first.set)
	if len(first.sets) > 0 {
		rows = plain.CloneAll(first.sets[0])
	}
	for _, a := range n.Args {
		switch {
		case !n.Cuts(a.Name):
		case a.Knob != nil:
			rows = plain.Head(rows, int(a.Knob.Lo))
		default:
			rows = plain.Head(rows, r.count(n, a.Name, len(rows)))
		}
	}
	for _, c := range n.Nils {
		for i := range rows {
			if !sameKind(rows[i].Cols[c.Name], c.Type.Kind) {
				rows[i].Cols[c.Name] = nil
			}
		}
	}
	if left := n.Left(); left != nil {
		rows = plain.Only(rows, left)
	}
	return &value{set: rows}
}

func (v *value) clone() *value {
	out := &value{set: plain.CloneAll(v.set), scalar: v.scalar, failed: v.failed}
	for _, set := range v.sets {
		out.sets = append(out.sets, plain.CloneAll(set))
	}
	if v.parts != nil {
		out.parts = map[string]*value{}
		for name, p := range v.parts {
			out.parts[name] = p.clone()
		}
	}
	return out
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
	if v, ok := r.values[name]; ok {
		return v
	}
	i := slices.IndexFunc(r.g.Nodes, func(n *dag.Node) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return r.scalar(i)
}

// eval an argument for a row.
func (r *run) eval(e *column.Expr, row func(string) column.Value) column.Value {
	v, err := column.EvalRow(e, row, r.param)
	if err != nil {
		panic(err) // the compiler made the tree
	}
	return v
}

// down is how far a node's knobs are turned down.
func (r *run) down(n *dag.Node) float64 {
	if r.g != r.root || r.in.Down == nil {
		return 0
	}
	return r.in.Down[n.ID]
}

// count is an int argument.
func (r *run) count(n *dag.Node, name string, def int) int {
	a := n.Arg(name)
	if a == nil {
		return def
	}
	if a.Knob != nil {
		return int(a.Knob.At(r.down(n)))
	}
	if v, ok := r.eval(a.Expr, nothing).(int64); ok {
		return int(max(0, v))
	}
	return def
}

var background = context.Background()
