package degrade

import (
	"math/bits"
	"sync/atomic"
	"time"
)

// The histogram is log-linear: eight buckets an octave, from 1 µs on. Up to
// 8 µs a bucket is 1 µs wide; above, its width is an eighth of its octave.
const (
	subBits  = 3
	subCount = 1 << subBits
	topBit   = 27 // the last octave begins at 2^27 µs = 134 s
	buckets  = (topBit - subBits + 2) * subCount
)

// MaxError bounds the relative error of a quantile of at least 8 µs: half a
// bucket over its low end.
const MaxError = 1.0 / (2 * subCount)

// MaxLatency is where the last bucket ends; longer ones count as this.
const MaxLatency = time.Duration(1<<(topBit+1)-1) * time.Microsecond

// histogram counts latencies. Safe for concurrent use; it only grows.
type histogram [buckets]atomic.Uint64

func (h *histogram) add(d time.Duration) { h[bucketOf(d)].Add(1) }

// Counts is the difference of two readings of a histogram.
type Counts [buckets]uint32

// bucketOf a latency; negative ones count as 0.
func bucketOf(d time.Duration) int {
	us := uint64(max(d, 0) / time.Microsecond)
	if us < subCount {
		return int(us)
	}
	top := bits.Len64(us) - 1
	if top > topBit {
		return buckets - 1
	}
	sub := int(us>>(top-subBits)) & (subCount - 1)
	return (top-subBits+1)*subCount + sub
}

// bucketMiddle is the latency that stands for a bucket.
func bucketMiddle(i int) time.Duration {
	if i < subCount {
		return time.Duration(i)*time.Microsecond + time.Microsecond/2
	}
	shift := i/subCount - 1
	low := time.Duration(subCount+i%subCount) << shift
	width := time.Duration(1) << shift
	return low*time.Microsecond + width*time.Microsecond/2
}

// Total number of latencies counted.
func (c *Counts) Total() uint64 {
	var n uint64
	for _, k := range c {
		n += uint64(k)
	}
	return n
}

// Quantile q in 0..1 by the nearest-rank rule: the middle of the bucket that
// holds the ⌈q·n⌉-th smallest latency. Off by at most MaxError of the true
// value from 8 µs on, by at most 1 µs below; 0 when nothing was counted.
func (c *Counts) Quantile(q float64) time.Duration {
	total := c.Total()
	if total == 0 {
		return 0
	}
	rank := uint64(q * float64(total))
	if float64(rank) < q*float64(total) {
		rank++
	}
	rank = min(max(rank, 1), total)
	var seen uint64
	for i, k := range c {
		if seen += uint64(k); seen >= rank {
			return bucketMiddle(i)
		}
	}
	return MaxLatency
}
