package exec

import (
	"sync"
	"sync/atomic"
	"time"
)

// Slots bound how many goroutines of all runs work at once: as many as there
// are processors, and some more for runs that have nobody at work (Lend). Who
// only waits (for a service, for the runs of a body, for nodes of others) holds
// none.
//
// Taking one that is free is a compare-and-swap. Where none is, lanes wait, a
// lane a scene: the next slot goes to the lane that has had the least time
// while others waited, so a scene with many requests can't push out one with
// few. Within a lane the first comes first.
type Slots struct {
	free    atomic.Int64
	lent    int64 // of them, only for those that have none
	waiting atomic.Int64

	mu     sync.Mutex
	lanes  map[string]*lane // those with somebody waiting or with time to be held against them
	served time.Duration    // the time of the lane that was served last
}

// lane of a scene.
type lane struct {
	used  time.Duration // of slots, while somebody waited
	first *waiter
	last  *waiter
}

// waiter is somebody's place in a lane; it is there once at most.
type waiter struct {
	grant  func() // called once with a slot, the lock of Slots held: it must not block
	next   *waiter
	lane   string
	queued bool
	asked  bool // its owner's: it has not had its turn yet
}

// maxLanes bounds how many lanes are remembered.
const maxLanes = 1024

// NewSlots for n goroutines at work, 1 at least.
func NewSlots(n int) *Slots {
	s := &Slots{lanes: map[string]*lane{}}
	s.free.Store(int64(max(1, n)))
	return s
}

// Lend so many slots more to runs that have nobody at work, before the first is
// taken. Who was given one has still to come to a processor, behind all that has
// no slot: transports, callers, the collector. With just one for each processor
// nobody would work meanwhile.
func (s *Slots) Lend(more int) {
	s.lent = int64(max(0, more))
	s.free.Add(s.lent)
}

// try takes a slot if one is free and nobody waits.
func (s *Slots) try() bool { return s.grab(false) }

// grab takes a slot if nobody waits and one is free; for a further goroutine of
// a run, if a processor seems to be.
func (s *Slots) grab(further bool) bool {
	if s.waiting.Load() > 0 {
		return false
	}
	if further {
		return s.take(s.lent)
	}
	return s.take(0)
}

// take a slot if more than so many are free.
func (s *Slots) take(left int64) bool {
	for {
		free := s.free.Load()
		if free <= left {
			return false
		}
		if s.free.CompareAndSwap(free, free-1) {
			return true
		}
	}
}

// queue w for the next slot of a lane.
func (s *Slots) queue(w *waiter, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.lane(name)
	if l.first == nil { // it was away: what it did not use then it has not saved up
		l.used = max(l.used, s.served)
		l.first = w
	} else {
		l.last.next = w
	}
	l.last = w
	w.next, w.lane, w.queued = nil, name, true
	s.waiting.Add(1)
	s.hand()
}

func (s *Slots) lane(name string) *lane {
	l := s.lanes[name]
	if l == nil {
		if len(s.lanes) >= maxLanes {
			s.forget()
		}
		l = &lane{}
		s.lanes[name] = l
	}
	return l
}

// forget lanes in which nobody waits.
func (s *Slots) forget() {
	for name, l := range s.lanes {
		if l.first == nil {
			delete(s.lanes, name)
		}
	}
}

// give a slot back that a lane held for so long. A lane of weight 2 may have
// twice the time; 0 is 1.
func (s *Slots) give(name string, held time.Duration, weight float64) {
	s.free.Add(1)
	if s.waiting.Load() == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lane(name).used += weighed(held, weight)
	s.hand()
}

// charge a lane for time that was worked without a slot, while somebody waits.
func (s *Slots) charge(name string, took time.Duration, weight float64) {
	if took <= 0 || s.waiting.Load() == 0 {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lane(name).used += weighed(took, weight)
}

// weighed is time by the weight of a lane.
func weighed(d time.Duration, weight float64) time.Duration {
	if weight > 0 {
		return time.Duration(float64(d) / weight)
	}
	return d
}

// hand slots to those that wait. The lock is held.
func (s *Slots) hand() {
	for s.waiting.Load() > 0 && s.take(0) {
		var next *lane
		for _, l := range s.lanes {
			if l.first != nil && (next == nil || l.used < next.used || l.used == next.used && l.first.lane < next.first.lane) {
				next = l
			}
		}
		w := next.first
		next.first = w.next
		s.served = next.used
		s.waiting.Add(-1)
		w.next, w.queued = nil, false
		w.grant()
	}
}

// withdraw w; false when it was granted a slot already.
func (s *Slots) withdraw(w *waiter) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !w.queued {
		return false
	}
	l := s.lanes[w.lane]
	var before *waiter
	for at := l.first; at != w; at = at.next {
		before = at
	}
	if before == nil {
		l.first = w.next
	} else {
		before.next = w.next
	}
	if l.last == w {
		l.last = before
	}
	w.next, w.queued = nil, false
	s.waiting.Add(-1)
	return true
}

// SlotCounts are slots at a moment.
type SlotCounts struct {
	Free    int64 `json:"free"`    // below 0 never; as many as there are while nobody works
	Waiting int64 `json:"waiting"` // goroutines that wait for one
}

// Counts as they are now.
func (s *Slots) Counts() SlotCounts { return SlotCounts{s.free.Load(), s.waiting.Load()} }
