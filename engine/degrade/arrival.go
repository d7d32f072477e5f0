package degrade

import (
	"math"
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

	counts [buckets]float32
	seen   [buckets]uint64
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
	a.widen(&v.meter.hist, n)
	a.n = 0
	for i := a.from; i < a.to; i++ {
		have := v.meter.hist[i].Load()
		a.counts[i] = a.counts[i]*fade + float32(have-a.seen[i])
		a.seen[i] = have
		a.n += float64(a.counts[i])
	}
	if a.n+a.missed < enoughArrivals {
		return false
	}
	a.p50, a.p99 = a.quantile(.50), a.quantile(.99)
	return math.Abs(float64(a.p99-a.used)) > timeMoved*float64(a.used) || math.Abs(a.missedShare()-a.usedMiss) > .05
}

// widen the range of buckets that are looked at, when what is within is not all
// that was counted: a variant mostly takes about as long as it did.
func (a *arrivals) widen(h *histogram, all uint64) {
	within := uint64(0)
	for i := a.from; i < a.to; i++ {
		within += h[i].Load()
	}
	if within >= all {
		return
	}
	for i := range h {
		if i >= a.from && i < a.to || h[i].Load() == 0 {
			continue
		}
		if a.to == 0 {
			a.from, a.to = i, i+1
		}
		a.from, a.to = min(a.from, i), max(a.to, i+1)
	}
}

func (a *arrivals) missedShare() float64 {
	if a.n+a.missed == 0 {
		return 0
	}
	return a.missed / (a.n + a.missed)
}

// quantile of those that were done.
func (a *arrivals) quantile(q float64) time.Duration {
	want, sum := q*a.n, 0.0
	for i := a.from; i < a.to; i++ {
		if sum += float64(a.counts[i]); sum >= want {
			return bucketMiddle(i)
		}
	}
	return MaxLatency
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
			sum += float64(a.counts[at])
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
