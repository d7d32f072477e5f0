package exec

import "time"

// alarm wakes the request's goroutine when a node has to be done. It is set
// anew only where it would ring too late: one that rings early, or that an
// earlier run has left set, wakes it for nothing, which is seldom; setting one
// for each wait is a lock, a heap and at times a system call.
type alarm struct {
	timer *time.Timer
	at    time.Duration // since the run's epoch
}

// set it for the moment r.armed. The lock is held.
func (a *alarm) set(r *run, now time.Duration) {
	at, since := r.begun+r.armed, r.begun+now
	if a.at > since && a.at <= at {
		return
	}
	a.at = at
	if a.timer == nil {
		a.timer = time.AfterFunc(at-since, r.ring)
		return
	}
	a.timer.Reset(at - since)
}

// ring the alarm.
func (r *run) ring() {
	r.mu.Lock()
	r.signal()
	r.mu.Unlock()
}
