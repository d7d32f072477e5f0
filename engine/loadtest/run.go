package loadtest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Tick is told once a second, from one goroutine: the new point, and the sums so
// far. It must not block long.
type Tick func(Point, Sums)

// Run sends what a spec wants until its end, or until ctx ends; then it reports
// all the same. The error is of a spec that does not fit. tick may be nil.
func Run(ctx context.Context, spec Spec, from Source, to Target, tick Tick) (*Report, error) {
	spec, err := spec.Filled()
	if err != nil {
		return nil, err
	}
	r := &run{spec: spec, shape: spec.Profile.shape(), from: from, to: to, begin: time.Now()}
	r.tally = newTally(spec)
	sends, cut := context.WithCancel(context.WithoutCancel(ctx))
	defer cut()
	defer context.AfterFunc(ctx, cut)()
	r.cut = sends
	ticks := r.watch(tick)
	if spec.Closed {
		r.closed(ctx)
	} else {
		r.open(ctx)
	}
	took := time.Since(r.begin)
	close(ticks.stop)
	<-ticks.done
	return r.tally.report(took, ctx.Err() != nil), nil
}

// run is one run.
type run struct {
	spec  Spec
	shape shape
	from  Source
	to    Target
	begin time.Time
	cut   context.Context // ends with the run: what is under way is not waited for
	tally *tally
	idle  atomic.Int64 // senders without work
	srcMu sync.Mutex   // closed loops ask the source from everywhere
}

// sending is a request on its way to a sender.
type sending struct {
	request Request
	due     time.Duration // since begin
	lag     time.Duration // until it was handed on
	free    bool          // a sender was waiting for it
}

// open sends arrivals when they are due, whatever becomes of those before.
func (r *run) open(ctx context.Context) {
	queue := make(chan sending, MaxWaiting)
	var senders sync.WaitGroup
	r.idle.Store(int64(r.spec.Connections))
	for range r.spec.Connections {
		senders.Go(func() {
			for s := range queue {
				r.idle.Add(-1)
				at := time.Since(r.begin)
				if s.free {
					s.lag = at - s.due
				}
				r.send(s, at)
				r.idle.Add(1)
			}
		})
	}
	r.arrive(ctx, queue)
	close(queue)
	senders.Wait()
}

// nap is the shortest sleep: at high rates some arrivals are sent together, and
// what they were late by is measured.
const nap = 100 * time.Microsecond

func (r *run) arrive(ctx context.Context, queue chan<- sending) {
	moments := newArrivals(r.shape, r.spec.Even, r.spec.Seed)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for ctx.Err() == nil {
		due, ok := moments.take()
		if !ok {
			r.rest(ctx, timer)
			return
		}
		now := time.Since(r.begin)
		if wait := due - now; wait > 0 {
			timer.Reset(max(wait, nap))
			select {
			case <-ctx.Done():
				return
			case <-timer.C:
			}
			now = time.Since(r.begin)
		}
		r.tally.due()
		s := sending{request: r.from.Next(), due: due, lag: now - due, free: r.idle.Load() > int64(len(queue))}
		select {
		case queue <- s:
		default:
			r.tally.unsent(s.lag)
		}
	}
}

// rest until the profile's end: its last seconds may have no arrivals.
func (r *run) rest(ctx context.Context, timer *time.Timer) {
	timer.Reset(r.shape.length() - time.Since(r.begin))
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// closed keeps as many users at work as the profile says.
func (r *run) closed(ctx context.Context) {
	const look = 20 * time.Millisecond // of a user whose turn it is not
	var users sync.WaitGroup
	for i := range int(r.shape.peak() + .5) {
		users.Go(func() {
			for ctx.Err() == nil {
				at := time.Since(r.begin)
				if at >= r.shape.length() {
					return
				}
				if float64(i) >= r.shape.at(at) {
					select {
					case <-ctx.Done():
					case <-time.After(look):
					}
					continue
				}
				r.srcMu.Lock()
				request := r.from.Next()
				r.srcMu.Unlock()
				r.tally.due()
				r.send(sending{request: request, due: at}, at)
			}
		})
	}
	users.Wait()
}

// send one at a moment and count what became of it.
func (r *run) send(s sending, at time.Duration) {
	timeout := time.Duration(r.spec.TimeoutMS * float64(time.Millisecond))
	if r.cut.Err() != nil {
		r.tally.cutOff()
		return
	}
	if at > r.shape.length()+timeout { // it waited until nobody would wait any more
		r.tally.unsent(s.lag)
		return
	}
	ctx, cancel := context.WithTimeout(r.cut, timeout)
	a := r.to.Send(ctx, s.request)
	cancel()
	end := time.Since(r.begin)
	if a.Status == 0 && r.cut.Err() != nil {
		r.tally.cutOff()
		return
	}
	r.tally.answer(s, a, end-s.due, end-at)
}

// ticking is the goroutine that closes seconds.
type ticking struct{ stop, done chan struct{} }

func (r *run) watch(tick Tick) ticking {
	t := ticking{make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(t.done)
		for second := 1; ; second++ {
			select {
			case <-t.stop:
				r.close(second-1, tick)
				return
			case <-time.After(time.Duration(second)*time.Second - time.Since(r.begin)):
				r.close(second-1, tick)
			}
		}
	}()
	return t
}

func (r *run) close(second int, tick Tick) {
	begin := time.Duration(second) * time.Second
	p, sums, ok := r.tally.close(second, r.shape.at(begin+time.Second/2), begin >= r.shape.length())
	if ok && tick != nil {
		tick(p, sums)
	}
}
