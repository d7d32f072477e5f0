package exec

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
)

// run is the state of one run of a plan. All but what the nodes own is
// guarded by mu.
type run struct {
	plan   *Plan
	in     Input
	parent context.Context // of the request, or of the node whose body this is
	epoch  time.Time       // when it was made; it begins a run at begun after that
	begun  time.Duration

	mu        sync.Mutex
	tick      time.Duration // the time when the clock was last read
	unread    unread
	states    []state
	cheap     []int32       // ready, for whoever drains
	worth     time.Duration // what they took in earlier runs
	crew      crew          // for the heavy ones that work
	far       crew          // for those that wait for something else
	aides     int           // goroutines that help with cheap nodes
	owner     holding
	unslotted time.Duration // until when the request's goroutine works without a slot; 0: it does not
	refs      int           // goroutines and nested runs that may still touch the run
	phase     uint8
	plainly   bool // nodes are as written: none is off, drilled or named in profiles
	over      bool
	failed    string // the node that failed the graph; "" when it did not
	gone      error  // why the caller went away; nil when it did not
	late      bool   // the budget was used up
	closing   bool   // nothing heavy is started any more
	left      int    // roots of the phase that are not done
	budget    time.Duration
	armed     time.Duration
	alarm     alarm

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
	steps   atomic.Int64 // taken in bodies
	retried atomic.Int64 // calls made again

	liveMu sync.Mutex      // no other is taken under it: a node asks while the lock of its run is held, too
	live   context.Context // what remote calls are bound by

	viewMu sync.Mutex
	views  map[string]viewed

	spans spans
}

// bind remote calls to a context.
func (s *shared) bind(ctx context.Context) {
	s.liveMu.Lock()
	s.live = ctx
	s.liveMu.Unlock()
}

// unbind lets go of the context of a run that is over.
func (s *shared) unbind() {
	s.liveMu.Lock()
	s.live = nil
	s.liveMu.Unlock()
}

// bound is what remote calls are bound by.
func (s *shared) bound() context.Context {
	s.liveMu.Lock()
	defer s.liveMu.Unlock()
	return s.live
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
	sets, scratch := make([]*batch.Batch, wide), make([]op.Scratch, n)
	for i := range p.nodes {
		x := &p.nodes[i]
		r.ctxs[i].run = r
		r.calls[i] = op.Call{Prepared: x.Prepared, Ctx: &r.ctxs[i], Param: r.param(i), View: r.view, Words: r.words, Remote: r.remote, Log: r.log, Request: r.request, Arms: r.arms, Trace: r.trace(i), Clock: r.clock(i), Space: p.Space, Scratch: &scratch[i], Shown: r.shown}
		r.states[i].reset(x)
		k := len(x.inputs)
		r.calls[i].Sets, sets = sets[:k:k], sets[k:]
	}
	return r
}

func (r *run) now() time.Duration { return time.Since(r.epoch) - r.begun }

// shown tells whether somebody will look at what the nodes give.
func (r *run) shown() bool { return r.root.spans.keep }

// at is a moment of the run.
func (r *run) at(d time.Duration) time.Time { return r.epoch.Add(r.begun + d) }
