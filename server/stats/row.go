package stats

import (
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Step of a series in seconds.
type Step int

// Steps and how long each is kept.
const (
	Second Step = 1
	Ten    Step = 10
	Minute Step = 60
)

// Kept is how long rows of the step stay in the store.
func (s Step) Kept() time.Duration {
	switch s {
	case Second:
		return time.Hour
	case Ten:
		return 24 * time.Hour
	}
	return 30 * 24 * time.Hour
}

// StepFor the span that is asked: the finest that is kept that long.
func StepFor(last time.Duration) Step {
	for _, s := range []Step{Second, Ten} {
		if last <= s.Kept() {
			return s
		}
	}
	return Minute
}

// Row is one stored window.
type Row struct {
	Key  Key
	Step Step
	At   int64 // Unix seconds of its start, a multiple of Step

	N, Timeouts, Errors, Degraded int64

	P50, P99 int64 // µs; 0 when N is 0
}

func rowOf(key Key, step Step, at time.Time, w degrade.Window) Row {
	start := at.Unix()
	return Row{Key: key, Step: step, At: start - start%int64(step),
		N: int64(w.N), Timeouts: int64(w.Timeouts), Errors: int64(w.Errors), Degraded: int64(w.Degraded),
		P50: w.P50.Microseconds(), P99: w.P99.Microseconds()}
}

// Window is the row as a window.
func (r Row) Window() degrade.Window {
	return degrade.Window{Start: time.Unix(r.At, 0).UTC(), Step: time.Duration(r.Step) * time.Second,
		N: uint64(r.N), Timeouts: uint64(r.Timeouts), Errors: uint64(r.Errors), Degraded: uint64(r.Degraded),
		P50: time.Duration(r.P50) * time.Microsecond, P99: time.Duration(r.P99) * time.Microsecond}
}
