package exec

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"
)

// nodeContext is the context of one node in one run. It makes its channel only
// when somebody asks for it, so that a node that looks at Err costs nothing.
type nodeContext struct {
	run    *run
	start  time.Duration // since the run's start
	until  time.Duration
	used   atomic.Bool  // one of the fields below was set
	gone   atomic.Bool  // abandoned, or the run has ended
	paused atomic.Int64 // when it last let others work
	done   atomic.Pointer[chan struct{}]
	far    atomic.Pointer[context.CancelFunc] // of what it asked elsewhere
}

// Deadline of the node.
func (c *nodeContext) Deadline() (time.Time, bool) { return c.run.at(c.until), true }

// Done is closed when the node is abandoned.
func (c *nodeContext) Done() <-chan struct{} {
	if ch := c.done.Load(); ch != nil {
		return *ch
	}
	c.used.Store(true)
	ch := make(chan struct{})
	if !c.done.CompareAndSwap(nil, &ch) {
		return *c.done.Load()
	}
	if c.gone.Load() && c.done.CompareAndSwap(&ch, &closed) {
		close(ch)
	}
	return ch
}

// closed stands for a channel that was closed already.
var closed = func() chan struct{} { ch := make(chan struct{}); close(ch); return ch }()

// pause is how long a node works before it lets others, that wait for the
// processor with a deadline of their own, go first.
const pause = 100 * time.Microsecond

// Err tells whether to stop: the node was abandoned, or its time is up. What
// works long asks every 100 µs of work or so; then others come to work too: left
// to the runtime, a goroutine keeps its processor for 10 ms, and every timer
// behind it is as late.
func (c *nodeContext) Err() error {
	if c.gone.Load() {
		return context.Canceled
	}
	now := c.run.now()
	if now >= c.until {
		return context.DeadlineExceeded
	}
	last := c.paused.Load()
	if now-max(c.start, time.Duration(last)) > c.run.pace() && c.paused.CompareAndSwap(last, int64(now)) {
		c.used.Store(true)
		runtime.Gosched()
	}
	return nil
}

// Value of the request's context.
func (c *nodeContext) Value(key any) any { return c.run.parent.Value(key) }

// Detach gives the node a context of its own for what may look at it longer
// than the node lives, as transports do; it ends with the node's. Its cancel
// must be called.
func (c *nodeContext) Detach() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithDeadline(c.run.root.bound(), c.run.at(c.until))
	c.used.Store(true)
	c.far.Store(&cancel)
	if c.gone.Load() {
		cancel()
	}
	return ctx, cancel
}

// abandon ends the node's context.
func (c *nodeContext) abandon() {
	c.used.Store(true)
	c.gone.Store(true)
	if ch := c.done.Load(); ch != nil && ch != &closed && c.done.CompareAndSwap(ch, &closed) {
		close(*ch)
	}
	if cancel := c.far.Load(); cancel != nil {
		(*cancel)()
	}
}

// reset makes it ready for the next run. Nobody uses it any more.
func (c *nodeContext) reset() {
	if !c.used.Load() { // looking is cheaper than storing
		return
	}
	c.used.Store(false)
	c.gone.Store(false)
	c.done.Store(nil)
	c.far.Store(nil)
	c.paused.Store(0)
}
