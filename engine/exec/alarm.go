package exec

import "time"

// alarm wakes the request's goroutine when a node has to be done: by the timer's
// own channel, for a function of a timer runs on a goroutine that has to come to
// a processor before it can wake anybody. It is set anew only where it would ring
// too late. One that rings early, or that an earlier run has left set, wakes it
// for nothing, which is seldom; setting one for each wait is a lock, a heap and at
// times a system call.
type alarm struct {
	timer *time.Timer
	rings <-chan time.Time // the timer's
	at    time.Duration    // since the run's epoch
}

// set it for the moment r.armed. The lock is held.
func (a *alarm) set(r *run, now time.Duration) {
	at, since := r.begun+r.armed, r.begun+now
	if a.at > since && a.at <= at {
		return
	}
	a.at = at
	if a.timer == nil {
		a.timer = time.NewTimer(at - since)
		a.rings = a.timer.C
		return
	}
	a.timer.Reset(at - since)
}
