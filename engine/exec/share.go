package exec

import "riffle.dev/riffle/engine/trace"

// A node that shares waits for one more, the node whose answer it takes, and is
// cheap then. What becomes of that node is not its fate: where it has no answer
// of its own the other runs by itself. A lookup whose key another reads along
// waits for that too, and runs by itself on what was read. All here is called
// with the lock held.

// sharing tells whether a node takes the answer of another in this request: both
// run as written where a plan or a drill speaks of one of them.
func (r *run) sharing(id int32) bool {
	of := r.plan.nodes[id].shares
	switch {
	case of < 0 || r.in.Soft != nil:
		return false
	case r.in.Off != nil && (r.in.Off[id] || r.in.Off[of]):
		return false
	case r.in.Down != nil && r.in.Down[id] != r.in.Down[of]:
		return false
	}
	return r.in.Faults == nil || !r.faulty(id) && !r.faulty(of)
}

// sharers finds the nodes that take the answer of another in this request.
func (r *run) sharers() {
	for i := range r.plan.nodes {
		x, s := &r.plan.nodes[i], &r.states[i]
		if x.shares >= 0 && !x.lazy && r.sharing(int32(i)) {
			s.shares = true
			s.pending++
		}
	}
}

// reading gives a lookup those whose keys it reads along in this request.
func (r *run) reading(id int32) {
	c, x := &r.calls[id], &r.plan.nodes[id]
	c.Along = c.Along[:0]
	for _, other := range x.lends {
		if y := &r.plan.nodes[other]; y.along && r.states[other].shares {
			c.Along = append(c.Along, y.Prepared)
		}
	}
}

// lend tells those that wait for the answer of a node that it is done.
func (r *run) lend(x *node) {
	for _, id := range x.lends {
		s := &r.states[id]
		if !s.shares || s.status != waiting {
			continue
		}
		if s.pending--; s.pending == 0 {
			r.enqueue(id)
		} else if s.asked {
			r.signal()
		}
	}
}

// borrows decides, when all is there, whether a node takes the answer. It tells
// whether the node is settled with that: of two that waited side by side for
// the same, both have waited in vain.
func (r *run) borrows(id int32) bool {
	s, of := &r.states[id], &r.states[r.plan.nodes[id].shares]
	if s.partial || of.partial || of.status != done {
		return false
	}
	switch of.span.Outcome {
	case trace.OK, trace.Empty:
		s.lent = !of.failed && !r.plan.nodes[id].along
	case trace.Timeout:
		s.span.Start, s.span.Failure = of.span.Start, of.span.Failure
		r.fail(id, trace.Timeout, of.span.Cause)
		return true
	}
	return false
}
