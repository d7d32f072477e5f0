package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
)

// Outcomes of a call, in the order of Counts.Outcomes.
var outcomes = [...]string{"ok", "timeout", "refused", "invalid", "bad_answer", "circuit_open"}

// bounds of the histogram of how long calls took.
var bounds = [...]time.Duration{time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond,
	50 * time.Millisecond, 100 * time.Millisecond, 250 * time.Millisecond, time.Second, 2500 * time.Millisecond, 10 * time.Second}

// Counts of a store's calls since it was opened.
type Counts struct {
	Outcomes map[string]int64   // ok, timeout, refused, invalid, bad_answer, circuit_open
	Total    time.Duration      // of all calls
	Took     map[float64]uint64 // calls done within so many seconds, bound by bound
	Calls    uint64
}

// Health is how the store did when it was last asked.
type Health struct {
	At      time.Time // zero: never yet
	OK      bool
	Problem string    // of the last failure, "" while all is well
	Since   time.Time // of the first failure in a row
}

type calls struct {
	mu      sync.Mutex
	counted [len(outcomes)]int64
	took    [len(bounds) + 1]uint64
	total   time.Duration
	last    Health
}

// note a call that began at a time.
func (c *calls) note(begin time.Time, took time.Duration, err error) {
	at := len(bounds)
	for i, b := range bounds {
		if took <= b {
			at = i
			break
		}
	}
	c.mu.Lock()
	c.counted[outcome(err)]++
	c.took[at]++
	c.total += took
	c.mu.Unlock()
	c.health(begin.Add(took), err)
}

// health notes whether the store is well. What was asked wrong, or not at all,
// says nothing of it.
func (c *calls) health(now time.Time, err error) {
	var e *op.RemoteError
	if errors.As(err, &e) && e.Kind == op.RemoteInvalid && !lockedOut(e) || errors.As(err, new(*held)) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last.At, c.last.OK = now, err == nil
	switch {
	case err == nil:
		c.last.Problem, c.last.Since = "", time.Time{}
	case c.last.Since.IsZero():
		c.last.Since = now
		fallthrough
	default:
		c.last.Problem = err.Error()
	}
}

// outcome of an error, within outcomes.
func outcome(err error) int {
	var e *op.RemoteError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &e):
		return int(e.Kind) + 1
	}
	return slices.Index(outcomes[:], "refused")
}

// Counts as they are now.
func (s *Store) Counts() Counts {
	c := &s.calls
	c.mu.Lock()
	defer c.mu.Unlock()
	out := Counts{Outcomes: make(map[string]int64, len(outcomes)), Took: make(map[float64]uint64, len(bounds)), Total: c.total}
	for i, name := range outcomes {
		out.Outcomes[name] = c.counted[i]
	}
	for i, n := range c.took {
		if out.Calls += n; i < len(bounds) {
			out.Took[bounds[i].Seconds()] = out.Calls
		}
	}
	return out
}

// Health as it is now.
func (s *Store) Health() Health {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	return s.calls.last
}

// Circuit tells whether the store is asked at all.
func (s *Store) Circuit() circuit.Status { return s.circuit.Status() }

// verdict is what the end of a call says of the store. ctx is what it was bound
// by, caller what its caller was.
func verdict(ctx, caller context.Context, err error) circuit.Verdict {
	var far *op.RemoteError
	switch {
	case err == nil:
		return circuit.Good
	case errors.As(err, new(*held)), errors.As(err, &far) && far.Kind == op.RemoteInvalid && !lockedOut(far):
		return circuit.Unknown
	case !op.TimedOut(err):
		return circuit.Bad
	}
	return circuit.Ended(ctx, caller)
}

// held is a call that did not leave: over the store's own limits.
type held struct{ cause error }

func (h *held) Error() string { return "held back" }
func (h *held) Unwrap() error { return h.cause }

// lockout is an error of credentials: asking otherwise is no use.
type lockout struct{ cause error }

func (l *lockout) Error() string { return l.cause.Error() }
func (l *lockout) Unwrap() error { return l.cause }

func lockedOut(err error) bool { return errors.As(err, new(*lockout)) }
