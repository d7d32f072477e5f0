package loads

import (
	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/app"
)

// LoadEnd is how a load test ended: its verdict, or aborted.
type LoadEnd struct{ Team, Result string }

// Counted is what load tests did on this instance.
type Counted struct {
	Running string // team whose test runs; empty: none does
	Ends    map[LoadEnd]int64
	Sums    map[string]loadtest.Sums // by team, with what runs
}

// ended counts one that is over.
func (r *Runner) ended(t *app.LoadTest, team string) {
	result := t.Result
	if t.State == "aborted" {
		result = t.State
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counted = true
	r.ends[LoadEnd{team, result}]++
	r.sums[team] = added(r.sums[team], t.Report.Sums)
}

// Counted so far.
func (r *Runner) Counted() Counted {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := Counted{Ends: map[LoadEnd]int64{}, Sums: map[string]loadtest.Sums{}}
	for end, n := range r.ends {
		out.Ends[end] = n
	}
	for team, sums := range r.sums {
		out.Sums[team] = sums
	}
	if r.current != nil && !r.counted {
		r.current.mu.Lock()
		out.Running = r.current.team
		out.Sums[out.Running] = added(out.Sums[out.Running], r.current.sums)
		r.current.mu.Unlock()
	}
	return out
}

func added(a, b loadtest.Sums) loadtest.Sums {
	a.Due += b.Due
	a.OK += b.OK
	a.Late += b.Late
	a.Shed += b.Shed
	a.Failed += b.Failed
	a.Unsent += b.Unsent
	return a
}
