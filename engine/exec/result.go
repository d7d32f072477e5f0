package exec

import (
	"context"
	"slices"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Result of a run. Its slices are reused by the next run it is given to.
type Result struct {
	Items      *batch.Batch   // with all columns the answer shows
	Keys       []string       // of the items
	Fields     []column.Value // by Graph.Result.Fields
	Spans      []trace.Span   // of the nodes that were wanted, in the graph's order; then those in bodies, by start
	Unrecorded int            // spans in bodies that are not among them
	Tries      int            // calls made again, by retry or hedge
	Kept       *Kept          // what the nodes gave, when asked for
	Failed     string         // the required node that failed; "" when none did
	Late       bool           // the budget was used up
	Gone       error          // why the caller went away
	Asked      int            // sources that were asked
	Got        int            // of them, those that answered
	After      *After         // what is to run now; nil: nothing. It must be done or dropped.
}

// OK tells whether there is an answer.
func (res *Result) OK() bool { return res.Items != nil }

// Run answers into res. keep fills res.Kept.
func (p *Plan) Run(ctx context.Context, in Input, res *Result, keep bool) {
	r := p.pool.Get().(*run)
	r.mu.Lock()
	r.root, r.spans.keep = r, keep
	r.bind(ctx)
	r.begin(ctx, &in)
	r.drive(ctx, 0)
	*res = Result{Spans: res.Spans[:0], Fields: res.Fields[:0], Keys: res.Keys[:0], Failed: r.failed, Late: r.late, Gone: r.gone}
	if !r.in.Bare {
		res.Spans = slices.Grow(res.Spans, len(r.states))
		clear(res.Spans[:len(r.states)])
	}
	for i := range r.states {
		r.report(i, res)
	}
	if r.steps.Load() > 0 {
		r.spans.close(res)
	}
	if keep {
		res.Kept = r.kept()
	}
	res.Tries = int(r.retried.Load())
	good := r.failed == "" && !r.late && r.gone == nil
	if good {
		for _, f := range p.Graph.Result.Fields {
			res.Fields = append(res.Fields, r.states[f.Node].out.Read())
		}
		r.finish(r.states[p.Graph.Result.Items].out.Set, res)
	}
	if res.OK() && len(p.tail) > 0 {
		r.refs++
		res.After = &After{r}
	}
	r.release()
}

// report a node's span, if the node was wanted.
func (r *run) report(i int, res *Result) {
	if r.states[i].status == idle && r.states[i].span.Outcome == "" {
		return
	}
	if !r.in.Bare {
		n := len(res.Spans)
		res.Spans = res.Spans[:n+1]
		r.note(i, &res.Spans[n])
	}
	asked, got := r.counted(i)
	res.Asked += asked
	res.Got += got
}

// counted tells whether a node asked a source, and whether that answered.
func (r *run) counted(i int) (asked, got int) {
	if !r.plan.nodes[i].source {
		return 0, 0
	}
	if s := &r.states[i]; s.status == running && s.span.Outcome == "" {
		return 1, 0 // of a body that is under way
	}
	switch r.states[i].span.Outcome {
	case trace.OK, trace.Empty:
		return 1, 1
	case trace.Timeout, trace.Error, trace.Fallback:
		return 1, 0
	}
	return 0, 0
}

// finish reads keys and the columns that only the answer shows. The run is
// over, the lock is held, the request's goroutine reads.
func (r *run) finish(items *batch.Batch, res *Result) {
	if items.Len() == 0 {
		res.Items = items
		return
	}
	late := &nodeContext{run: r, start: r.now(), until: r.budget + r.budget/16} // like that of what is cheap; from now on it has the processor
	out, err := op.Fetch(late, items, r.plan.Graph.Result.Late, r.view)
	if err == nil {
		res.Keys, err = Keys(items, r.view, res.Keys)
	}
	if err != nil {
		res.Late = late.Err() != nil
		res.Failed = "answer"
		res.Spans = append(res.Spans, trace.Span{Node: "answer", Op: "fetch", Outcome: trace.Error, Cause: err.Error(), Failure: failure(err),
			End: int64(r.now() + r.in.Elapsed)})
		return
	}
	res.Items = out
}

// Keys of items, appended to dst.
func Keys(items *batch.Batch, view func(string) (op.View, error), dst []string) ([]string, error) {
	for _, id := range items.IDs {
		v, err := view(items.Space.Resources[id.Resource()])
		if err != nil {
			return dst, err
		}
		part, doc := id.Ref()
		dst = append(dst, v.Key(index.Ref{Part: part, Doc: doc}))
	}
	return dst, nil
}
