package exec

import (
	"context"
	"time"
)

// enqueue a node whose inputs are done.
func (r *run) enqueue(id int32) {
	s, x := &r.states[id], &r.plan.nodes[id]
	if s.shares && r.borrows(id) {
		return
	}
	s.status = ready
	switch {
	case r.in.Faults != nil && r.faulty(id):
		s.apart = true // it may wait
		r.far.ids = append(r.far.ids, id)
	case !x.heavy || s.lent || r.byOwner(id, x):
		s.apart = false
		s.cost = r.plan.costs[id].read()
		r.worth += s.cost
		r.cheap = append(r.cheap, id)
		return
	case x.waits:
		s.apart = true
		r.far.ids = append(r.far.ids, id)
	default:
		s.apart = true
		if s.cost = r.plan.costs[id].read(); s.cost == 0 {
			s.cost = worthwhile + 1 // nobody knows
		}
		r.crew.add(id, s.cost)
	}
	r.ctxs[id].until = r.cut(id, r.tick)
	r.hurry(id)
}

// hurry wakes the request's goroutine where a node has to be done before that
// means to look again.
func (r *run) hurry(id int32) {
	if r.ctxs[id].until < r.armed {
		r.armed = r.ctxs[id].until
		r.signal()
	}
}

// drive runs the graph to its end on the caller's goroutine: cheap nodes and
// light ones here, heavy ones by helpers. The lock is held.
func (r *run) drive(ctx context.Context, now time.Duration) {
	for {
		if len(r.cheap) > 0 {
			r.dispatch()
			now = r.attend(now)
		}
		if r.over {
			break
		}
		if r.in.Soft != nil && r.join(now) {
			continue
		}
		if !r.closing {
			r.elsewhere()
		}
		var again bool
		if now, again = r.own(now); r.over {
			break
		}
		if again {
			continue
		}
		r.owner.yield(r, now)
		r.dispatch() // the slot may be another goroutine's of this run
		r.armed = r.nextCut()
		r.alarm.set(r, now)
		r.parked = true
		r.mu.Unlock()
		select {
		case <-r.wake:
			r.woken()
		case <-r.alarm.rings:
			r.woken()
		case <-r.owner.turn:
			r.mu.Lock()
			r.owner.got(r.read())
		case <-ctx.Done():
			r.mu.Lock()
			r.leaves(ctx.Err())
		case <-r.stop:
			r.mu.Lock()
			r.leaves(context.Canceled)
		}
		r.parked = false
		now = r.tick
	}
	r.owner.leave(r, now)
	r.crew.withdraw(r)
}

// leaves ends the run of a caller who went away. The lock is held.
func (r *run) leaves(why error) {
	r.gone = why
	r.read()
	r.end("")
}

// woken looks whether what has to be done by now is done. It takes the lock.
func (r *run) woken() {
	r.mu.Lock()
	if r.read() >= r.armed && !r.over {
		r.expire(r.tick)
	}
}

// drain runs cheap nodes until there are none. Others run the heavy ones
// meanwhile; who drains sees to those the last of them leads to. It gives the
// time. The lock is held.
func (r *run) drain(now time.Duration) time.Duration {
	for !r.over && len(r.cheap) > 0 {
		now = r.next(now)
	}
	return now
}

// next runs one of the cheap nodes, of which there are some.
func (r *run) next(now time.Duration) time.Duration {
	id := r.cheap[len(r.cheap)-1]
	r.cheap = r.cheap[:len(r.cheap)-1]
	if r.worth -= r.states[id].cost; r.worth > worthwhile {
		r.share()
	}
	if r.swift(id) {
		now = r.row(id, now)
	} else {
		now = r.perform(id, now)
	}
	if len(r.cheap) > 0 && len(r.crew.ids)+len(r.far.ids) > 0 {
		r.dispatch()
	}
	return now
}

// signal wakes the request's goroutine, where it waits. The lock is held.
func (r *run) signal() {
	if !r.parked {
		return
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}
