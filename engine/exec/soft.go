package exec

import (
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// Soft says how long joins of a plan wait. Immutable.
//
// A node that leads to such joins only has to be done when the last of them
// stops waiting. A join whose time has come starts with what is there: for an
// input that is optional and not done it takes the empty set or nil; for one
// that is required it waits on. From that moment what nobody waits for any more
// is not started where it is heavy, whoever gets to it first.
type Soft struct {
	joins []int32         // in the graph's order
	until []time.Duration // by node, since the run's start; 0: no such end
	own   []time.Duration // of joins
}

// Soft makes joins of a plan wait so long at most, counted from the run's
// start, by node ID.
func (p *Plan) Soft(waits map[int]time.Duration) *Soft {
	s := &Soft{until: make([]time.Duration, len(p.nodes)), own: make([]time.Duration, len(p.nodes))}
	taken := make([]bool, len(p.nodes)) // as a fallback or a branch: who does may want it at any time
	for i := range p.nodes {
		n := p.nodes[i].Node
		if n.Fallback >= 0 {
			taken[n.Fallback] = true
		}
		for _, b := range n.Branches {
			taken[b.Result] = true
		}
	}
	for i := len(p.nodes) - 1; i >= 0; i-- { // what reads a node stands behind it
		x := &p.nodes[i]
		if d := waits[i]; d > 0 && len(x.before) > 0 {
			s.own[i] = d
		}
		if x.root != 0 || len(x.after) == 0 || taken[i] {
			continue
		}
		for _, a := range x.after {
			end := s.until[a]
			if own := s.own[a]; own > 0 && (end == 0 || own < end) {
				end = own
			}
			if end == 0 {
				s.until[i] = 0
				break
			}
			s.until[i] = max(s.until[i], end)
		}
	}
	for i, d := range s.own {
		if d > 0 {
			s.joins = append(s.joins, int32(i))
		}
	}
	return s
}

// All below is called with the lock held.

// softCut is when the next join stops waiting.
func (r *run) softCut(next time.Duration) time.Duration {
	for _, j := range r.in.Soft.joins {
		if s := &r.states[j]; s.status == waiting && !s.asked {
			next = min(next, r.in.Soft.own[j])
		}
	}
	return next
}

// join starts the joins whose time has come, and tells whether there were any.
func (r *run) join(now time.Duration) (some bool) {
	for _, j := range r.in.Soft.joins {
		s := &r.states[j]
		if r.over || s.status != waiting || r.in.Soft.own[j] > now {
			continue
		}
		s.asked = true
		if r.spared(j) {
			s.partial, s.pending = true, 0
			r.enqueue(j)
			some = true
		}
	}
	if some && !r.over {
		r.spare()
	}
	return some
}

// spare the heavy nodes that are ready and that nobody waits for any more.
func (r *run) spare() {
	now := int64(r.tick + r.in.Elapsed)
	for i := range r.states {
		if s := &r.states[i]; s.status == ready && s.apart && !r.awaited(int32(i)) {
			s.status = idle
			s.span = mark{Outcome: trace.Skipped, Cause: "nobody waits for it any more", Start: now, End: now}
		}
	}
}

// awaited tells whether a node leads to something that is not without it yet:
// to a join that waits, or to what is no join's alone.
func (r *run) awaited(id int32) bool {
	if r.in.Soft.until[id] == 0 {
		return true
	}
	for _, a := range r.plan.nodes[id].after {
		if r.states[a].status == waiting && (r.in.Soft.own[a] > 0 || r.awaited(a)) {
			return true
		}
	}
	return false
}

// spared tells whether a join can do without what is not done yet.
func (r *run) spared(j int32) bool {
	for _, b := range r.plan.nodes[j].before {
		if n := r.plan.nodes[b].Node; r.states[b].status != done && (!n.Optional || n.Shape == dag.BundleShape || r.soon(b)) {
			return false
		}
	}
	return true
}

// soon tells whether a node comes of cheap ones that can be done at once: that
// is waited for.
func (r *run) soon(id int32) bool {
	switch s := &r.states[id]; s.status {
	case ready, running:
		return !s.apart
	case waiting:
		for _, b := range r.plan.nodes[id].before {
			if r.soon(b) {
				return true
			}
		}
	}
	return false
}

// output of a node for one that reads it; of one that is not done, for a join
// that did not wait, nothing.
func (r *run) output(in int, partial bool) *op.Out {
	s := &r.states[in]
	if !partial || s.status == done {
		return &s.out
	}
	none := r.calls[in].Nothing()
	return &none
}
