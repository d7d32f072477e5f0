package engine

import (
	"runtime"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// Options of an engine. Now and TraceID are required.
type Options struct {
	Now     func() time.Time
	TraceID func() string
	// Observe gets the record of every request after it was answered, on the
	// goroutine that served it; it must not block. nil: nobody looks.
	Observe func(*trace.Record)
	// Cache is how many bytes are kept of what nodes with `cache` gave; 0 is
	// DefaultCache, below 0 nothing is kept.
	Cache int64
	// Slots is how many goroutines of all requests work at once; 0 is as many as
	// there are processors, and lent more, below 0 nobody counts.
	Slots int
	// Traced tells calls to services that their trace is recorded.
	Traced bool
	// Dry leaves out what a pipeline does after the answer.
	Dry bool
	// Labels lets profiles tell the nodes of pipelines apart.
	Labels bool
}

// lent are the slots by processor that are for requests with nobody at work.
const lent = 3

// DefaultCache is 64 MiB.
const DefaultCache = 64 << 20

// Engine serves programs. It holds no state of its own besides pools, what
// nodes want kept, and what is still to do behind answers.
type Engine struct {
	opt   Options
	cache *exec.Cache
	slots *exec.Slots
	tail  tail
	again atomic.Int64
	pool  trace.Pool
}

// New makes an engine.
func New(opt Options) *Engine {
	e := &Engine{opt: opt}
	switch {
	case opt.Cache == 0:
		e.cache = exec.NewCache(DefaultCache)
	case opt.Cache > 0:
		e.cache = exec.NewCache(opt.Cache)
	}
	switch {
	case opt.Slots == 0:
		e.slots = exec.NewSlots(runtime.GOMAXPROCS(0))
		e.slots.Lend(lent * runtime.GOMAXPROCS(0))
	case opt.Slots > 0:
		e.slots = exec.NewSlots(opt.Slots)
	}
	return e
}

// Release gives the record of an answer back for another request: neither it nor
// the outcomes may be looked at any more. Who keeps them does not call it.
func (e *Engine) Release(a *Answer) {
	if e.opt.Observe != nil || a.Record == nil {
		return // the observer may keep it
	}
	r := a.Record
	a.Record, a.Outcomes = nil, nil
	e.pool.Put(r)
}

// Counts of an engine since it was made.
type Counts struct {
	Cache exec.CacheCounts `json:"cache"`
	After AfterCounts      `json:"after"`
	Again int64            `json:"again"` // calls made again, by retry or hedge
	Slots exec.SlotCounts  `json:"slots"` // zero where nobody counts
}

// Counts as they are now.
func (e *Engine) Counts() Counts {
	c := Counts{After: e.tail.read(), Again: e.again.Load()}
	if e.cache != nil {
		c.Cache = e.cache.Counts()
	}
	if e.slots != nil {
		c.Slots = e.slots.Counts()
	}
	return c
}

// Resources gives the views a request reads. A view is taken once a request
// and resource, so that a request sees one moment of each. An error makes the
// sources of that resource fail; it must not block.
type Resources = op.Resources

// Faults says which drills are on.
type Faults = op.Faults

// Fault is one drill: a delay, an error, or a hang.
type Fault = op.Fault

// Outcome of one node.
type Outcome = trace.Span
