package exec

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Input of a run.
type Input struct {
	Values  map[string]column.Value // of the graph's parameters; not changed any more
	Moment  int64                   // ns since 1970: what now() is
	Res     op.Resources
	Remote  op.Remote // nil: nothing can be called
	Log     op.Logger // nil: what is logged is refused
	Request string    // its id
	// Experiments are the arms the request is in, by experiment; for logs.
	Experiments map[string]string
	Cache       *Cache    // nil: nothing is kept
	Faults      op.Faults // nil: none
	Choice                // of the graph
	Inner       map[*dag.Graph]Choice
	Budget      time.Duration
	Elapsed     time.Duration // of the request before this run: spans count from the request's start
}

// Choice is what a plan says of a graph's nodes, by node ID.
type Choice struct {
	Off  []bool // switched off; nil: none
	Arms []int  // where a choose begins; nil: with the first
}

// run is the state of one run of a plan. All but what the nodes own is
// guarded by mu.
type run struct {
	plan   *Plan
	in     Input
	parent context.Context // of the request, or of the node whose body this is
	base   time.Time

	mu      sync.Mutex
	states  []state
	cheap   []int32
	heavy   []int32
	spare   int // helpers started that have not picked a node yet
	refs    int // goroutines and nested runs that may still touch the run
	phase   uint8
	over    bool
	failed  string // the node that failed the graph; "" when it did not
	gone    error  // why the caller went away; nil when it did not
	late    bool   // the budget was used up
	closing bool   // nothing heavy is started any more
	left    int    // roots of the phase that are not done
	budget  time.Duration
	armed   time.Duration
	timer   *time.Timer

	wake  chan struct{} // cap 1: look at cheap nodes, cut-offs and the end
	ctxs  []nodeContext
	calls []op.Call

	root *run // itself, or the request's own run
	shared
	nested

	help func() // r.helper, made once so that `go` allocates nothing
}

// shared is what a request's run and the runs of its bodies have in common:
// the root's counts.
type shared struct {
	live    context.Context // what remote calls are bound by; guarded by mu
	steps   atomic.Int64    // taken in bodies
	retried atomic.Int64    // calls made again

	viewMu sync.Mutex
	views  map[string]viewed

	spans spans
}

type viewed struct {
	view op.View
	err  error
}

func newRun(p *Plan) *run {
	n := len(p.nodes)
	r := &run{plan: p, states: make([]state, n), ctxs: make([]nodeContext, n), calls: make([]op.Call, n),
		wake: make(chan struct{}, 1)}
	r.views = map[string]viewed{}
	r.help = r.helper
	for i := range p.nodes {
		x := &p.nodes[i]
		r.ctxs[i].run = r
		r.calls[i] = op.Call{Prepared: x.Prepared, Ctx: &r.ctxs[i], Param: r.param(i), View: r.view, Words: r.words, Remote: r.remote, Log: r.log, Request: r.request, Arms: r.arms, Space: p.Space}
	}
	return r
}

// param gives node i the values it reads.
func (r *run) param(i int) func(name string) column.Value {
	reads := r.plan.nodes[i].Node.Reads
	return func(name string) column.Value {
		for k := range reads {
			if reads[k].Param == name {
				return r.calls[i].Values[k]
			}
		}
		return r.value(name)
	}
}

// value of a parameter.
func (r *run) value(name string) column.Value {
	if name == dag.Moment {
		return r.in.Moment
	}
	return r.in.Values[name]
}

// view of a resource, the same one for all nodes of the request.
func (r *run) view(name string) (op.View, error) {
	if v, ok := r.plan.known[name]; ok {
		return v, nil
	}
	s := &r.root.shared
	s.viewMu.Lock()
	defer s.viewMu.Unlock()
	v, ok := s.views[name]
	if !ok {
		v.view, v.err = r.in.Res.View(name)
		s.views[name] = v
	}
	return v.view, v.err
}

func (r *run) words(name string) (*index.WordTable, error) { return r.in.Res.Words(name) }

func (r *run) remote() op.Remote {
	if r.in.Remote == nil {
		return op.NoRemote{}
	}
	return r.in.Remote
}

func (r *run) log() op.Logger {
	if r.in.Log == nil {
		return op.NoLogger{}
	}
	return r.in.Log
}

func (r *run) request() string { return r.in.Request }

func (r *run) arms() map[string]string { return r.in.Experiments }

// begin readies the run. The caller holds one reference.
func (r *run) begin(ctx context.Context, in Input) {
	r.in, r.parent, r.base = in, ctx, time.Now()
	r.refs, r.phase, r.over, r.failed, r.spare = 1, answering, false, "", 0
	r.gone, r.late, r.closing, r.left = nil, false, false, len(r.plan.roots)
	r.budget, r.armed = in.Budget, in.Budget
	for i := range r.plan.nodes {
		if !r.plan.nodes[i].Node.Lazy {
			r.states[i].status = waiting
			r.states[i].pending = r.plan.nodes[i].pending
		}
	}
	for _, id := range r.plan.first {
		r.enqueue(id)
	}
	r.over = r.left == 0 // a body may give just what it is given
}

// release gives a reference back; the last one returns the run to the pool,
// and gives back what it held of the run around it. The lock is held and given
// up.
func (r *run) release() {
	r.refs--
	last := r.refs == 0 && r.over
	r.mu.Unlock()
	if !last {
		return
	}
	for i := range r.states {
		r.states[i].reset()
		r.ctxs[i].reset()
		c := &r.calls[i]
		clear(c.Sets)
		clear(c.Values)
		c.Sets, c.Values, c.First = c.Sets[:0], c.Values[:0], nil
		if c.Given != nil || c.Ins != nil {
			clear(c.Given)
			clear(c.Ins)
			c.Given, c.Ins = c.Given[:0], c.Ins[:0]
		}
	}
	r.cheap, r.heavy = r.cheap[:0], r.heavy[:0]
	clear(r.views)
	r.in, r.parent, r.live = Input{}, nil, nil
	if r.steps.Load()+r.retried.Load() > 0 {
		r.steps.Store(0)
		r.retried.Store(0)
	}
	r.spans.reset()
	select {
	case <-r.wake:
	default:
	}
	outer := r.outer
	r.nested, r.root = nested{}, nil
	r.plan.pool.Put(r)
	if outer != nil {
		outer.mu.Lock()
		outer.release()
	}
}

// hold a reference for a goroutine or a nested run.
func (r *run) hold() {
	r.mu.Lock()
	r.refs++
	r.mu.Unlock()
}

func (r *run) now() time.Duration { return time.Since(r.base) }

// enqueue a node whose inputs are done.
func (r *run) enqueue(id int32) {
	s := &r.states[id]
	s.status = ready
	s.apart = r.plan.nodes[id].heavy || r.in.Faults != nil && r.faulty(id)
	if s.apart {
		r.heavy = append(r.heavy, id)
		return
	}
	r.cheap = append(r.cheap, id)
}

// drive runs the graph to its end on the caller's goroutine: cheap nodes here,
// heavy ones by helpers. The lock is held.
func (r *run) drive(ctx context.Context, now time.Duration) {
	for r.drain(now, 0); !r.over; r.drain(r.now(), 0) {
		r.armed = r.nextCut()
		wait := r.armed - r.now()
		r.mu.Unlock()
		if r.timer == nil {
			r.timer = time.NewTimer(wait)
		} else {
			r.timer.Reset(wait)
		}
		select {
		case <-r.wake:
			r.mu.Lock()
		case <-r.timer.C:
			r.mu.Lock()
			r.expire(r.now())
		case <-ctx.Done():
			r.mu.Lock()
			r.gone = ctx.Err()
			r.end("")
		case <-r.stop:
			r.mu.Lock()
			r.gone = context.Canceled
			r.end("")
		}
		r.timer.Stop()
	}
}

// helper is a goroutine that takes one heavy node and then what it can do.
func (r *run) helper() {
	r.mu.Lock()
	r.spare--
	if len(r.heavy) > 0 && !r.over {
		id := r.heavy[0]
		r.heavy = append(r.heavy[:0], r.heavy[1:]...)
		now := r.now()
		for {
			now = r.perform(id, now)
			r.drain(now, 1)
			if r.over || len(r.heavy) == 0 || r.spare > 0 {
				break
			}
			id = r.heavy[0]
			r.heavy = append(r.heavy[:0], r.heavy[1:]...)
		}
	}
	r.release()
}

// drain runs cheap nodes until there are none, and finds helpers for all heavy
// ones but mine, which the caller will take. The lock is held.
func (r *run) drain(now time.Duration, mine int) {
	for !r.over {
		for r.spare < len(r.heavy)-mine && !r.closing {
			r.spare++
			r.refs++
			go r.help()
		}
		if len(r.cheap) == 0 {
			return
		}
		id := r.cheap[len(r.cheap)-1]
		r.cheap = r.cheap[:len(r.cheap)-1]
		now = r.perform(id, now)
	}
}

// signal wakes the request's goroutine.
func (r *run) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// note a node's span for the trace. All fields are set.
func (r *run) note(i int, to *trace.Span) {
	s, x := &r.states[i], &r.plan.nodes[i]
	to.Node, to.Op, to.Pos, to.Turn = x.Node.Name, x.Node.Op, x.pos, r.turn
	to.Outcome, to.Cause, to.Start, to.End = s.span.Outcome, s.span.Cause, s.span.Start, s.span.End
	to.In, to.Out, to.Again, to.Cached, to.Arm = int(s.span.In), int(s.span.Out), int(s.span.Again), s.span.Cached, ""
	to.Store = x.store
	if x.form == branch && (to.Outcome == trace.OK || to.Outcome == trace.Empty) {
		to.Arm = x.Node.Branches[s.arm].Name
	}
}
