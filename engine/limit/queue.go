package limit

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds of what is under way: the planned work that the machine does in the
// time that requests usually stay, and more than half as much again.
const (
	over      = 1.6
	leastStay = 5 * time.Millisecond // where they stay shorter: the pieces may not be too few to keep every core busy
)

// Queue stands before the machine: while the CPU demand under way is small enough
// requests go in at once, else they wait, are let in fairly, and are refused as
// soon as they can't be answered in time. Safe for concurrent use.
type Queue struct {
	now     func() time.Time
	room    atomic.Int64 // ns of CPU that may be under way
	under   atomic.Int64 // ns of CPU under way
	waiting atomic.Int64
	narrow  narrow

	mu     sync.Mutex
	cores  float64 // of planned work; 0 while unknown
	stay   time.Duration
	work   time.Duration // of those that wait
	active []*flow       // in which somebody waits
	served float64       // of the flow that was served last
}

// NewQueue lets everybody in until Set says what there is. now is the clock of
// asks' deadlines.
func NewQueue(now func() time.Time) *Queue {
	q := &Queue{now: now}
	q.room.Store(math.MaxInt64)
	q.narrow.begin()
	return q
}

// Set what the machine can do: cores of planned work, and how long requests stay
// while there is room. What is not known, 0, bounds nothing.
func (q *Queue) Set(cores float64, stay time.Duration) {
	room := int64(math.MaxInt64)
	if cores > 0 && stay > 0 {
		room = int64(min(over*cores*float64(max(stay, leastStay)), math.MaxInt64/2))
	}
	q.room.Store(room)
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, f := range q.active {
		q.narrow.see(f.class)
	}
	q.narrow.tick(cores)
	q.cores, q.stay = cores, stay
	q.hand(q.now())
}

// Apart sets how long requests wait for others than the machine while it has time: so
// long something else may be done.
func (q *Queue) Apart(d time.Duration) { q.narrow.apart.Store(int64(max(0, d))) }

// take room for a cost, of what is left to those that are held if it is one of them.
// One that is larger than all there is goes in alone.
func (q *Queue) take(class Class, cost time.Duration, held bool) bool {
	room := q.room.Load()
	if held {
		room = min(room, q.narrow.of(class))
	}
	for {
		under := q.under.Load()
		if under > 0 && under+int64(cost) > room {
			return false
		}
		if q.under.CompareAndSwap(under, under+int64(cost)) {
			return true
		}
	}
}

// Leave the machine: whoever entered must, with the cost it came with.
func (q *Queue) Leave(cost time.Duration) {
	q.under.Add(-int64(max(cost, 0)))
	if q.waiting.Load() == 0 {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.hand(q.now())
}

// Enter the machine, at once or after a wait. The error is a *Refusal; without
// one, Leave must follow. What goes in at once takes no lock and allocates
// nothing.
func (l *Lane) Enter(ctx context.Context, a *Ask) (waited time.Duration, err error) {
	l.queue.narrow.see(a.Class)
	if l.queue.waiting.Load() == 0 && l.queue.take(a.Class, max(a.Cost, 0), l.queue.narrow.holds(a.Class)) {
		l.entered.Add(1)
		return 0, nil
	}
	return l.wait(ctx, a)
}

// told is what becomes of a request that waits.
type told struct {
	in  bool
	why Why
}

func (l *Lane) wait(ctx context.Context, a *Ask) (time.Duration, error) {
	asked := *a
	asked.Cost = max(a.Cost, 0)
	result := make(chan told, 1)
	p, t, wait := l.offer(asked, func(_ *place, in bool, why Why) { result <- told{in, why} })
	if p == nil {
		return l.end(p, t, 0, wait)
	}
	timer := time.NewTimer(p.giveUp.Sub(p.came))
	defer timer.Stop()
	select {
	case t = <-result:
	case <-ctx.Done():
		t = l.queue.instead(p, Gone, result)
	case <-timer.C:
		t = l.queue.instead(p, Late, result)
	}
	return l.end(p, t, l.queue.now().Sub(p.came), wait)
}

// end counts how it ended.
func (l *Lane) end(p *place, t told, waited, wait time.Duration) (time.Duration, error) {
	if !t.in {
		l.refused[t.why].Add(1)
		return waited, &Refusal{Why: t.why, Waited: waited, Wait: wait}
	}
	l.entered.Add(1)
	if p != nil {
		l.waits.add(waited)
	}
	return waited, nil
}

// instead of waiting on: what was told meanwhile counts.
func (q *Queue) instead(p *place, why Why, result <-chan told) told {
	if t, ok := q.withdraw(p, why); ok {
		return t
	}
	return <-result
}

// withdraw one that waits no longer; false when it does not wait any more, and was
// told why. One that may not be refused goes in for the reason of being late.
func (q *Queue) withdraw(p *place, why Why) (told, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if !p.waits {
		return told{}, false
	}
	q.drop(p)
	if p.ask.Never && why == Late {
		q.under.Add(int64(p.ask.Cost))
		return told{in: true}, true
	}
	q.hand(q.now()) // it may have stood before others that fit
	return told{why: why}, true
}
