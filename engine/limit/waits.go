package limit

import (
	"sync/atomic"
	"time"
)

// WaitBounds are the upper ends of the buckets of waits; longer ones are in one
// more.
var waitBounds = [...]time.Duration{time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond,
	50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second}

// WaitBounds are the upper ends of the buckets of WaitCounts, in order.
func WaitBounds() []time.Duration { return waitBounds[:] }

// Waits counts how long was waited. The zero value is ready.
type Waits struct {
	buckets [len(waitBounds) + 1]atomic.Uint64
	sum     atomic.Int64 // ns
}

// WaitCounts is a copy of Waits.
type WaitCounts struct {
	Buckets [len(waitBounds) + 1]uint64 // not cumulated; the last is of longer ones
	N       uint64
	Sum     time.Duration
}

func (w *Waits) add(d time.Duration) {
	i := 0
	for i < len(waitBounds) && d > waitBounds[i] {
		i++
	}
	w.buckets[i].Add(1)
	w.sum.Add(int64(d))
}

// Counts as they are now.
func (w *Waits) Counts() WaitCounts {
	out := WaitCounts{Sum: time.Duration(w.sum.Load())}
	for i := range w.buckets {
		out.Buckets[i] = w.buckets[i].Load()
		out.N += out.Buckets[i]
	}
	return out
}

// Quantile is about the wait that a share of them did not exceed: the end of its
// bucket, of the last one twice the last bound. 0 when nobody waited.
func (c *WaitCounts) Quantile(share float64) time.Duration {
	seen := uint64(0)
	for i, n := range c.Buckets {
		if seen += n; n > 0 && float64(seen) >= share*float64(c.N) {
			if i < len(waitBounds) {
				return waitBounds[i]
			}
			return 2 * waitBounds[len(waitBounds)-1]
		}
	}
	return 0
}
