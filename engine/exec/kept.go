package exec

import (
	"maps"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// MaxKept is how many runs of bodies a run keeps for who explains it.
const MaxKept = 64

// Kept is what a run leaves for who explains it: what every node gave, and what
// it was asked. Nothing changes it any more.
type Kept struct {
	Graph  *dag.Graph
	Space  *batch.Space
	Outs   []op.Out     // by node ID; zero where a node gave nothing
	Ends   []trace.Span // by node ID; Outcome, Cause and Arm are set
	Values map[string]column.Value
	Moment int64
	View   func(resource string) (op.View, error)
	Words  func(table string) (*index.WordTable, error)
	// Of a run of a body: the node it was for, and its turn as in the trace.
	Owner, Turn string
	Bodies      []*Kept // of a root, the first MaxKept in the order they ended
}

// Param gives node id what its expressions read.
func (k *Kept) Param(id int) func(name string) column.Value {
	reads := k.Graph.Nodes[id].Reads
	return func(name string) column.Value {
		for i := range reads {
			if reads[i].Param == name {
				return k.Outs[reads[i].Node].Read()
			}
		}
		if name == dag.Moment {
			return k.Moment
		}
		return k.Values[name]
	}
}

// gave is what the nodes of a run gave. The lock is held.
func (r *run) gave() *Kept {
	k := &Kept{Graph: r.plan.Graph, Space: r.plan.Space, Outs: make([]op.Out, len(r.states)), Ends: make([]trace.Span, len(r.states)),
		Values: r.in.Values, Moment: r.in.Moment, Turn: r.turn}
	for i := range r.states {
		k.Outs[i] = r.states[i].out
		if s := &r.states[i]; s.status == idle && s.span.Outcome == "" {
			k.Ends[i].Outcome = trace.Skipped
			continue
		}
		r.note(i, &k.Ends[i])
	}
	return k
}

// kept of a request's run, with its bodies. The lock is held.
func (r *run) kept() *Kept {
	k := r.gave()
	k.View, k.Words = r.viewLater(), r.in.Res.Words
	r.spans.mu.Lock()
	k.Bodies = slices.Clone(r.spans.kept)
	r.spans.mu.Unlock()
	for _, b := range k.Bodies {
		b.View, b.Words = k.View, k.Words
	}
	return k
}

// viewLater gives the views of the request when the run is another's.
func (r *run) viewLater() func(string) (op.View, error) {
	s := &r.root.shared
	s.viewMu.Lock()
	views := maps.Clone(s.views)
	s.viewMu.Unlock()
	known, res := r.plan.known, r.in.Res
	return func(name string) (op.View, error) {
		if v, ok := known[name]; ok {
			return v, nil
		}
		if v, ok := views[name]; ok {
			return v.view, v.err
		}
		return res.View(name)
	}
}
