package exec

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
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
	Parent  trace.Parent
	Sampled bool // calls say that their trace is recorded
	// Experiments are the arms the request is in, by experiment; for logs.
	Experiments map[string]string
	Cache       *Cache    // nil: nothing is kept
	Budgets     *Budgets  // of what is asked again; nil: there are no bounds
	Faults      op.Faults // nil: none
	Choice                // of the graph
	Inner       map[*dag.Graph]Choice
	Budget      time.Duration
	Elapsed     time.Duration // of the request before this run: spans count from the request's start
	Slots       *Slots        // who works holds one; nil: nobody counts
	Lane        string        // whose turn among Slots it is: the scene
	Weight      float64       // of the lane; 0 is 1
	Bare        bool          // the trace is not wanted: no clock is read for a cheap node, and no span given
	Labels      bool          // profiles are to tell nodes apart: who works on one carries its name
}

// Choice is what a plan says of a graph's nodes, by node ID.
type Choice struct {
	Off  []bool    // switched off; nil: none
	Arms []int     // where a choose begins; nil: with the first
	Down []float64 // how far knobs are turned down, 0 to 1; nil: none is
	Why  string    // why nodes are off: their cause in the trace
	Soft *Soft     // how long joins wait; nil: for all
}

// run is the state of one run of a plan. All but what the nodes own is
// guarded by mu.
type run struct {
	plan   *Plan
	in     Input
	parent context.Context // of the request, or of the node whose body this is
	epoch  time.Time       // when it was made; it begins a run at begun after that
	begun  time.Duration

	mu      sync.Mutex
	tick    time.Duration // the time when the clock was last read
	unread  unread
	states  []state
	cheap   []int32       // ready, for whoever drains
	worth   time.Duration // what they took in earlier runs
	crew    crew          // for the heavy ones that work
	far     crew          // for those that wait for something else
	aides   int           // goroutines that help with cheap nodes
	owner   holding
	refs    int // goroutines and nested runs that may still touch the run
	phase   uint8
	plainly bool // nodes are as written: none is off, drilled or named in profiles
	over    bool
	failed  string // the node that failed the graph; "" when it did not
	gone    error  // why the caller went away; nil when it did not
	late    bool   // the budget was used up
	closing bool   // nothing heavy is started any more
	left    int    // roots of the phase that are not done
	budget  time.Duration
	armed   time.Duration
	timer   *time.Timer

	parked bool          // the request's goroutine waits
	wake   chan struct{} // cap 1: look at cheap nodes, cut-offs and the end
	ctxs   []nodeContext
	calls  []op.Call

	root *run // itself, or the request's own run
	shared
	nested

	aid func() // r.aide, made once so that `go` allocates nothing
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
		wake: make(chan struct{}, 1), epoch: time.Now()}
	r.views = map[string]viewed{}
	r.aid = r.aide
	r.crew.work, r.crew.called = r.helper, r.called
	r.crew.waiter.grant = func() { go r.crew.called() }
	r.far.work = r.waits
	r.owner.turn = make(chan struct{}, 1)
	r.owner.waiter.grant = func() { r.owner.turn <- struct{}{} }
	var wide int
	for i := range p.nodes {
		wide += len(p.nodes[i].inputs)
	}
	sets := make([]*batch.Batch, wide)
	for i := range p.nodes {
		x := &p.nodes[i]
		r.ctxs[i].run = r
		r.calls[i] = op.Call{Prepared: x.Prepared, Ctx: &r.ctxs[i], Param: r.param(i), View: r.view, Words: r.words, Remote: r.remote, Log: r.log, Request: r.request, Arms: r.arms, Trace: r.trace(i), Clock: r.clock(i), Space: p.Space}
		r.states[i].reset(x)
		k := len(x.inputs)
		r.calls[i].Sets, sets = sets[:k:k], sets[k:]
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

// trace is what calls of node i carry.
func (r *run) trace(i int) func() (parent, state string) {
	name := r.plan.nodes[i].Node.Name
	return func() (string, string) {
		p := &r.in.Parent
		return p.Header(r.in.Request, name, r.turn, r.in.Sampled), p.State
	}
}

// clock notes how long a call of node i took, here and there: of several the
// longest.
func (r *run) clock(i int) func(client, server time.Duration) {
	return func(client, server time.Duration) {
		r.mu.Lock()
		if s := &r.states[i].span; int64(client) > s.Client {
			s.Client, s.Server = int64(client), int64(server)
		}
		r.mu.Unlock()
	}
}

func (r *run) arms() map[string]string { return r.in.Experiments }

// begin readies the run. The caller holds one reference.
func (r *run) begin(ctx context.Context, in *Input) {
	r.in, r.parent, r.begun = *in, ctx, time.Since(r.epoch)
	r.plainly = in.Off == nil && in.Faults == nil && !in.Labels
	r.refs, r.phase, r.over, r.failed, r.tick = 1, answering, false, "", 0
	r.gone, r.late, r.closing, r.left = nil, false, false, len(r.plan.roots)
	r.budget, r.armed = in.Budget, in.Budget
	if r.plan.lends {
		r.sharers()
	}
	for _, id := range r.plan.first {
		if r.states[id].pending == 0 {
			r.enqueue(id)
		}
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
		r.states[i].reset(&r.plan.nodes[i])
		r.ctxs[i].reset()
		forget(&r.calls[i], r.plan.nodes[i].more)
	}
	r.empty()
	if len(r.views) > 0 {
		clear(r.views)
	}
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

// refer keeps a reference for a goroutine or a nested run.
func (r *run) refer() {
	r.mu.Lock()
	r.refs++
	r.mu.Unlock()
}

// forget what a call was given.
func forget(c *op.Call, more bool) {
	if len(c.Sets) == 1 {
		c.Sets[0] = nil
	} else {
		clear(c.Sets)
	}
	if c.First != nil {
		c.First = nil
	}
	c.Down = 0
	if !more {
		return
	}
	if len(c.Values) > 0 {
		clear(c.Values)
		c.Values = c.Values[:0]
	}
	if c.Given != nil || c.Ins != nil {
		clear(c.Given)
		clear(c.Ins)
		c.Given, c.Ins = c.Given[:0], c.Ins[:0]
	}
}

func (r *run) now() time.Duration { return time.Since(r.epoch) - r.begun }

// at is a moment of the run.
func (r *run) at(d time.Duration) time.Time { return r.epoch.Add(r.begun + d) }

// empty the queues.
func (r *run) empty() {
	r.cheap, r.worth = r.cheap[:0], 0
	r.crew.empty()
	r.far.empty()
}

// enqueue a node whose inputs are done.
func (r *run) enqueue(id int32) {
	s, x := &r.states[id], &r.plan.nodes[id]
	if s.shares && r.borrows(id) {
		return
	}
	s.status = ready
	switch {
	case r.in.Faults != nil && r.faulty(id):
		s.apart = true // it may wait
		r.far.ids = append(r.far.ids, id)
	case !x.heavy || s.lent:
		s.apart = false
		s.cost = r.plan.costs[id].read()
		r.worth += s.cost
		r.cheap = append(r.cheap, id)
		return
	case x.waits:
		s.apart = true
		r.far.ids = append(r.far.ids, id)
	default:
		s.apart = true
		if s.cost = r.plan.costs[id].read(); s.cost == 0 {
			s.cost = worthwhile + 1 // nobody knows
		}
		r.crew.add(id, s.cost)
	}
	r.ctxs[id].until = r.cut(id, r.tick)
	r.hurry(id)
}

// hurry wakes the request's goroutine where a node has to be done before that
// means to look again.
func (r *run) hurry(id int32) {
	if r.ctxs[id].until < r.armed {
		r.armed = r.ctxs[id].until
		r.signal()
	}
}

// drive runs the graph to its end on the caller's goroutine: cheap nodes here,
// heavy ones by helpers. The lock is held.
func (r *run) drive(ctx context.Context, now time.Duration) {
	for {
		r.dispatch()
		if len(r.cheap) > 0 && r.hold(now) {
			now = r.drain(now)
		}
		if r.over {
			break
		}
		if r.in.Soft != nil && r.join(now) {
			continue
		}
		r.owner.yield(r, now)
		r.armed = r.nextCut()
		wait := r.armed - now
		r.parked = true
		r.mu.Unlock()
		if r.timer == nil {
			r.timer = time.NewTimer(wait)
		} else {
			r.timer.Reset(wait)
		}
		select {
		case <-r.wake:
			r.mu.Lock()
		case <-r.owner.turn:
			r.mu.Lock()
			r.owner.got(r.read())
		case <-r.timer.C:
			r.mu.Lock()
			r.expire(r.read())
		case <-ctx.Done():
			r.mu.Lock()
			r.gone = ctx.Err()
			r.read()
			r.end("")
		case <-r.stop:
			r.mu.Lock()
			r.gone = context.Canceled
			r.read()
			r.end("")
		}
		r.timer.Stop()
		r.parked = false
		now = r.read()
	}
	r.owner.leave(r, now)
	r.crew.withdraw(r)
}

// drain runs cheap nodes until there are none, and sees that others run the
// heavy ones. It gives the time. The lock is held.
func (r *run) drain(now time.Duration) time.Duration {
	for !r.over && len(r.cheap) > 0 {
		id := r.cheap[len(r.cheap)-1]
		r.cheap = r.cheap[:len(r.cheap)-1]
		if r.worth -= r.states[id].cost; r.worth > worthwhile {
			r.share()
		}
		if r.swift(id) {
			now = r.row(id, now)
		} else {
			now = r.perform(id, now)
		}
		if len(r.crew.ids)+len(r.far.ids) > 0 {
			r.dispatch()
		}
	}
	return now
}

// signal wakes the request's goroutine, where it waits. The lock is held.
func (r *run) signal() {
	if !r.parked {
		return
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// note a node's span for the trace, where there is none yet.
func (r *run) note(i int, to *trace.Span) {
	s, x := &r.states[i], &r.plan.nodes[i]
	to.Node, to.Op, to.Pos = x.name, x.op, x.pos
	to.Outcome, to.Start, to.End, to.In, to.Out = s.span.Outcome, s.span.Start, s.span.End, int(s.span.In), int(s.span.Out)
	if x.store != "" {
		to.Store = x.store
	}
	if r.turn != "" {
		to.Turn = r.turn
	}
	if s.swift {
		return
	}
	to.Cause, to.Failure, to.Again, to.Cached, to.Stale = s.span.Cause, s.span.Failure, int(s.span.Again), s.span.Cached, s.span.Stale
	to.Client, to.Server = s.span.Client, s.span.Server
	if s.lent {
		to.Shared = r.plan.nodes[x.shares].Node.Name
	}
	if x.form == branch && (to.Outcome == trace.OK || to.Outcome == trace.Empty) {
		to.Arm = x.Node.Branches[s.arm].Name
	}
}
