package stats

import (
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Limits of a judgement. A scene that is near a limit must not change its state
// at every look: it takes proof for a while to enter a state, and a while
// clearly below the limit to leave it.
const (
	// Limit is what the lower bound of a share must pass to enter a state.
	Limit      = .05
	calmShare  = .025 // and stay at or below it to leave
	enough     = 20   // requests that it takes to prove anything
	enterAfter = 3 * time.Second
	leaveAfter = 15 * time.Second
)

// judge is the state of a scene second by second.
type judge struct{ slow, impaired latch }

// state at now, from the newest requests; quiet is for how many seconds there
// were none.
func (j *judge) state(now time.Time, recent degrade.Window, quiet int) State {
	if quiet >= idleAfter {
		*j = judge{}
		return Idle
	}
	j.slow.look(now, max(recent.Timeouts, recent.Errors), recent.N)
	j.impaired.look(now, recent.Degraded, recent.N)
	switch {
	case j.slow.on:
		return Slow
	case j.impaired.on:
		return Impaired
	}
	return Normal
}

// latch holds while a share is too large.
type latch struct {
	on    bool
	since time.Time // from when on everything speaks for the other side; zero: it does not
}

// look at a share of bad requests among n.
func (l *latch) look(now time.Time, bad, n uint64) {
	low := 0.
	if n >= enough {
		low, _ = degrade.Wilson(bad, n, degrade.Z95)
	}
	other, wait := low > Limit, enterAfter
	if l.on {
		other, wait = low <= calmShare, leaveAfter
	}
	switch {
	case !other:
		l.since = time.Time{}
	case l.since.IsZero():
		l.since = now
	}
	// The first look speaks for a second too, and seconds are not closed exactly
	// on time.
	if other && now.Sub(l.since) >= wait-1500*time.Millisecond {
		l.on, l.since = !l.on, time.Time{}
	}
}
