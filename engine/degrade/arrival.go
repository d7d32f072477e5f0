package degrade

import (
	"math"
	"sync/atomic"
	"time"
)

// arrivals is the distribution of the time in which a variant is done, over the
// last seconds: older observations fade.
type arrivals struct {
	n        float64
	missed   float64
	seenN    uint64
	seenMiss uint64
	from, to int // buckets in which anything was ever seen

	p50, p99 time.Duration
	base     time.Duration // p50 while all is well, averaged over minutes
	used     time.Duration // p99 when plans were last made of it
	usedMiss float64

	buckets [buckets]fading
}

// fading count of a bucket.
type fading struct {
	count float32
	seen  uint32 // the low half of what its counter was when it was last read
}

func (f *fading) read(c *atomic.Uint64) (now uint64) {
	now = c.Load()
	f.count = f.count*fade + float32(uint32(now)-f.seen)
	f.seen = uint32(now)
	return now
}

const (
	enoughArrivals = 50
	timeMoved      = .10
	costMoved      = .05
)

// read what was observed since, and tell whether plans should be made anew.
func (a *arrivals) read(v *variant) bool {
	n := v.meter.n.Load()
	miss := v.missed.Load()
	if n == a.seenN && miss == a.seenMiss {
		return false
	}
	a.seenN = n
	a.missed = a.missed*fade + float64(miss-a.seenMiss)
	a.seenMiss = miss
	within := uint64(0)
	a.n = 0
	for i := a.from; i < a.to; i++ {
		within += a.buckets[i].read(&v.meter.hist[i])
		a.n += float64(a.buckets[i].count)
	}
	if within < n {
		a.widen(&v.meter.hist)
	}
	if a.n+a.missed < enoughArrivals {
		return false
	}
	a.p50, a.p99 = a.quantiles(.50, .99)
	return math.Abs(float64(a.p99-a.used)) > timeMoved*float64(a.used) || math.Abs(a.missedShare()-a.usedMiss) > .05
}

// widen the range of buckets that are looked at, when what is within is not all
// that was counted: a variant mostly takes about as long as it did.
func (a *arrivals) widen(h *histogram) {
	from, to := a.from, a.to
	for i := range h {
		if i >= from && i < to || a.buckets[i].read(&h[i]) == 0 {
			continue
		}
		if a.to == 0 {
			a.from, a.to = i, i+1
		}
		a.from, a.to = min(a.from, i), max(a.to, i+1)
	}
	a.n = 0
	for i := a.from; i < a.to; i++ {
		a.n += float64(a.buckets[i].count)
	}
}

func (a *arrivals) missedShare() float64 {
	if a.n+a.missed == 0 {
		return 0
	}
	return a.missed / (a.n + a.missed)
}

// quantiles of those that were done, the lower one first.
func (a *arrivals) quantiles(low, high float64) (_, _ time.Duration) {
	atLow, sum := MaxLatency, 0.0
	low, high = low*a.n, high*a.n
	i := a.from
	for ; i < a.to; i++ {
		if sum += float64(a.buckets[i].count); sum >= low {
			atLow = bucketMiddle(i)
			break
		}
	}
	for ; i < a.to; i++ {
		if sum >= high {
			return atLow, bucketMiddle(i)
		}
		if i+1 < a.to {
			sum += float64(a.buckets[i+1].count)
		}
	}
	return atLow, MaxLatency
}

// known tells whether enough was observed to be believed.
func (a *arrivals) known() bool { return a.n >= enoughArrivals }

// by is the chance of being done within each of n+1 steps, from 0 on, at a speed
// that is slowdown times that of the observations.
func (a *arrivals) by(step time.Duration, n int, slowdown float64) []float64 {
	out := make([]float64, n+1)
	sum, at := 0.0, 0
	for d := range out {
		until := time.Duration(float64(d) * float64(step) * slowdown)
		for ; at < buckets && bucketMiddle(at) <= until; at++ {
			sum += float64(a.buckets[at].count)
		}
		out[d] = min(1, sum/(a.n+a.missed))
	}
	return out
}

// strayed tells whether the line has moved since plans were made of it.
func (l *line) strayed() bool {
	rows := l.prior.rows
	if l.n > 0 {
		rows = l.r / l.n
	}
	now, then := l.fixed+l.perRow*rows, l.usedFixed+l.usedPerRow*rows
	return math.Abs(now-then) > costMoved*then
}
