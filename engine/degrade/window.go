package degrade

import (
	"sync/atomic"
	"time"
)

// Mark says how an observation ended; marks may be combined. Zero is a clean one.
type Mark uint8

// Marks.
const (
	TimedOut Mark = 1 << iota // passed its slow bound or its deadline
	Failed                    // ended with an error
	Degraded                  // served by less than the full plan, or by the fallback
	Gone                      // nobody waited for it: what became of it says nothing
)

// Meter counts observations of one thing. The zero value is ready. Safe for
// concurrent use; it only grows.
type Meter struct {
	n, timeouts, errors, degraded, sum atomic.Uint64
	hist                               histogram
}

// Add an observation that took d. It allocates nothing and takes no lock.
func (m *Meter) Add(d time.Duration, mark Mark) {
	m.hist.add(d)
	m.sum.Add(uint64(max(d, 0)))
	if mark&TimedOut != 0 {
		m.timeouts.Add(1)
	}
	if mark&Failed != 0 {
		m.errors.Add(1)
	}
	if mark&Degraded != 0 {
		m.degraded.Add(1)
	}
	m.n.Add(1)
}

// Totals is all a meter ever counted.
type Totals struct {
	N, Timeouts, Errors, Degraded uint64

	Sum   time.Duration
	Below []uint64 // by bound: observations of at most that long, to half a bucket
}

// Totals reads the meter, with a cumulative count for each ascending bound.
func (m *Meter) Totals(bounds []time.Duration) Totals {
	t := Totals{N: m.n.Load(), Timeouts: m.timeouts.Load(), Errors: m.errors.Load(),
		Degraded: m.degraded.Load(), Sum: time.Duration(m.sum.Load()), Below: make([]uint64, len(bounds))}
	var seen uint64
	bucket := 0
	for i, bound := range bounds {
		for ; bucket < buckets && bucketMiddle(bucket) <= bound; bucket++ {
			seen += m.hist[bucket].Load()
		}
		t.Below[i] = min(seen, t.N)
	}
	return t
}

// Window is what a meter counted between two moments.
type Window struct {
	Start time.Time
	Step  time.Duration

	N, Timeouts, Errors, Degraded uint64

	Sum      time.Duration // of all latencies
	P50, P99 time.Duration // 0 when N is 0
}

// OK is the number of observations that neither failed nor timed out. One that
// did both counts once for each, so this is a lower bound.
func (w Window) OK() uint64 {
	bad := min(w.Timeouts+w.Errors, w.N)
	return w.N - bad
}

// TimeoutShare is the Wilson interval of the share of timeouts at 95 %.
func (w Window) TimeoutShare() (lo, hi float64) { return Wilson(w.Timeouts, w.N, Z95) }

// Rate is observations a second.
func (w Window) Rate() float64 {
	if w.Step <= 0 {
		return 0
	}
	return float64(w.N) / w.Step.Seconds()
}

// Reader takes windows of a meter. Several readers with different steps may
// read one meter. A Reader belongs to one goroutine.
type Reader struct {
	meter                              *Meter
	from                               time.Time
	n, timeouts, errors, degraded, sum uint64
	hist                               [buckets]uint64
	diff                               Counts // of the window closed last
}

// NewReader begins a window at now: what was counted before is not its.
func NewReader(m *Meter, now time.Time) *Reader {
	r := &Reader{meter: m, from: now, n: m.n.Load(), timeouts: m.timeouts.Load(),
		errors: m.errors.Load(), degraded: m.degraded.Load(), sum: m.sum.Load()}
	for i := range m.hist {
		r.hist[i] = m.hist[i].Load()
	}
	return r
}

// Close ends the window at now, returns it and begins the next one. Every
// observation is counted in N of exactly one window; Timeouts, Errors and
// Degraded never exceed N, an excess of observations still under way is left
// to the next window.
func (r *Reader) Close(now time.Time) Window {
	m := r.meter
	n := m.n.Load()
	w := Window{Start: r.from, Step: now.Sub(r.from), N: n - r.n}
	r.from, r.n = now, n
	if w.N == 0 {
		return w
	}
	w.Timeouts = take(&r.timeouts, m.timeouts.Load(), w.N)
	w.Errors = take(&r.errors, m.errors.Load(), w.N)
	w.Degraded = take(&r.degraded, m.degraded.Load(), w.N)
	sum := m.sum.Load()
	w.Sum, r.sum = time.Duration(sum-r.sum), sum
	for i := range m.hist {
		have := m.hist[i].Load()
		r.diff[i], r.hist[i] = uint32(have-r.hist[i]), have
	}
	w.P50, w.P99 = r.diff.Quantile(.50), r.diff.Quantile(.99)
	return w
}

// take what was added to a counter since *seen, at most n of it.
func take(seen *uint64, now, n uint64) uint64 {
	d := min(now-*seen, n)
	*seen += d
	return d
}
