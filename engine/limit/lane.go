package limit

import (
	"sync/atomic"
	"time"
)

// Lane is a scene's way to the machine. Safe for concurrent use.
type Lane struct {
	queue  *Queue
	weight float64
	tiers  []float64
	flows  [classes]*flow // under the queue's lock; nil until somebody waits

	entered atomic.Uint64
	refused [whys]atomic.Uint64
	waits   Waits
}

// flow is a lane's requests of one class: what they may have of the machine
// beside others that wait.
type flow struct {
	class  Class
	weight float64
	used   float64 // ns of CPU by weight, while somebody waited
	served float64 // of the line that was served last
	n      int
	lines  []line
}

// Lane of a scene of such a weight, with the weights of its tiers. Weights that
// are none count as 1.
func (q *Queue) Lane(weight float64, tiers []float64) *Lane {
	l := &Lane{queue: q, weight: positive(weight)}
	for _, w := range tiers {
		l.tiers = append(l.tiers, positive(w))
	}
	if len(l.tiers) == 0 {
		l.tiers = []float64{1}
	}
	return l
}

func positive(weight float64) float64 {
	const least, most = 1e-3, 1e6
	if !(weight > 0) {
		return 1
	}
	return min(max(weight, least), most)
}

// flow of a class. The queue's lock is held.
func (l *Lane) flow(c Class) *flow {
	c = min(c, Spare)
	f := l.flows[c]
	if f == nil {
		f = &flow{class: c, weight: l.weight * part[c], lines: make([]line, len(l.tiers))}
		for i, w := range l.tiers {
			f.lines[i].weight = w
		}
		l.flows[c] = f
	}
	return f
}

// next line to be served: of those where somebody waits the one that has had the
// least by its weight.
func (f *flow) next() *line {
	var best *line
	for i := range f.lines {
		if l := &f.lines[i]; l.n > 0 && (best == nil || l.used < best.used) {
			best = l
		}
	}
	return best
}

// waiting weighs the lines in which somebody waits, and l.
func (f *flow) waiting(l *line) float64 {
	sum := 0.0
	for i := range f.lines {
		if x := &f.lines[i]; x.n > 0 || x == l {
			sum += x.weight
		}
	}
	return sum
}

// LaneStatus is how a lane stands. Counts are since it was made.
type LaneStatus struct {
	Waiting int
	Oldest  time.Duration // that waits
	Entered uint64
	Refused [whys]uint64 // by Why
	Waits   WaitCounts   // of those that had to wait and got in
}

// Status of the lane, copied.
func (l *Lane) Status() LaneStatus {
	s := LaneStatus{Entered: l.entered.Load(), Waits: l.waits.Counts()}
	for i := range s.Refused {
		s.Refused[i] = l.refused[i].Load()
	}
	q := l.queue
	now := q.now()
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, f := range l.flows {
		if f == nil {
			continue
		}
		s.Waiting += f.n
		for i := range f.lines {
			if p := f.lines[i].oldest; p != nil {
				s.Oldest = max(s.Oldest, now.Sub(p.came))
			}
		}
	}
	return s
}
