package exec

import (
	"cmp"
	"slices"
	"sync"

	"riffle.dev/riffle/engine/trace"
)

// MaxSpans is how many spans of nodes in bodies a request records; the rest is
// counted.
const MaxSpans = 1000

// spans of the bodies of a request. Its lock is taken before those of the runs
// of bodies, and after that of the request's own run.
type spans struct {
	mu     sync.Mutex
	under  []*run // runs of bodies under way
	list   []trace.Span
	left   int // not recorded
	asked  int
	got    int
	closed bool
	keep   bool    // what bodies gave is wanted
	kept   []*Kept // the first of them
}

// enter says that a body begins.
func (s *spans) enter(sub *run) {
	s.mu.Lock()
	s.under = append(s.under, sub)
	s.mu.Unlock()
}

// leave takes what a body has to tell.
func (s *spans) leave(sub *run) {
	s.mu.Lock()
	if i := slices.Index(s.under, sub); i >= 0 {
		s.under = slices.Delete(s.under, i, i+1)
	}
	if !s.closed {
		s.collect(sub)
		s.retain(sub)
	}
	s.mu.Unlock()
}

// close gives all there is, bodies under way included, and adds it to res.
func (s *spans) close(res *Result) {
	s.mu.Lock()
	for _, sub := range s.under {
		s.collect(sub)
	}
	slices.SortStableFunc(s.list, func(a, b trace.Span) int { return cmp.Compare(a.Start, b.Start) })
	res.Spans = append(res.Spans, s.list...)
	res.Unrecorded, res.Asked, res.Got = s.left, res.Asked+s.asked, res.Got+s.got
	s.closed = true
	s.mu.Unlock()
}

// retain what the nodes of a body gave, where it is wanted.
func (s *spans) retain(sub *run) {
	if !s.keep || len(s.kept) >= MaxKept {
		return
	}
	sub.mu.Lock()
	defer sub.mu.Unlock()
	k := sub.gave()
	k.Owner = sub.name
	s.kept = append(s.kept, k)
}

func (s *spans) collect(sub *run) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	for i := range sub.states {
		if sub.states[i].status == idle && sub.states[i].span.Outcome == "" || sub.plan.nodes[i].form == given {
			continue
		}
		asked, got := sub.counted(i)
		s.asked += asked
		s.got += got
		if len(s.list) >= MaxSpans {
			s.left++
			continue
		}
		s.list = append(s.list, trace.Span{})
		span := &s.list[len(s.list)-1]
		sub.note(i, span)
		if span.Outcome == "" && sub.states[i].status == running {
			span.Outcome, span.Cause, span.Failure = trace.Timeout, trace.NotDone, trace.LateFailure
			span.End = int64(sub.now() + sub.in.Elapsed)
		} else if span.Outcome == "" {
			span.Outcome, span.Cause = trace.Skipped, trace.NotReached
		}
	}
}

// reset for the next request. Nothing is under way any more.
func (s *spans) reset() {
	s.keep, s.kept = false, nil
	if !s.closed && len(s.list)+s.left+s.asked == 0 {
		return
	}
	clear(s.list)
	s.under, s.list = s.under[:0], s.list[:0]
	s.left, s.asked, s.got, s.closed = 0, 0, 0, false
}
