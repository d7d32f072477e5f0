package loadtest

import (
	"math/bits"
	"time"
)

// The histogram is log-linear, as those of HdrHistogram are: 64 buckets an
// octave, from 1 µs on, so that a quantile is off by half of 1/64 at most.
const (
	subBits  = 6
	subCount = 1 << subBits
	topBit   = 27 // the last octave begins at 2^27 µs = 134 s
	buckets  = (topBit - subBits + 2) * subCount
)

// MaxError bounds the relative error of a quantile of at least 64 µs.
const MaxError = 1.0 / (2 * subCount)

// Histogram counts durations. Not safe for concurrent use; the zero value is
// empty.
type Histogram struct {
	counts []uint32
	n      uint64
	sum    time.Duration
	max    time.Duration
}

// Add one; less than nothing counts as nothing.
func (h *Histogram) Add(d time.Duration) {
	if h.counts == nil {
		h.counts = make([]uint32, buckets)
	}
	d = max(d, 0)
	h.counts[bucketOf(d)]++
	h.n++
	h.sum += d
	h.max = max(h.max, d)
}

// N is how many there are.
func (h *Histogram) N() uint64 { return h.n }

// Mean of them; 0 of none.
func (h *Histogram) Mean() time.Duration {
	if h.n == 0 {
		return 0
	}
	return h.sum / time.Duration(h.n)
}

// Max is the longest, exactly.
func (h *Histogram) Max() time.Duration { return h.max }

// Quantile q of 0…1: the middle of the bucket in which it lies; 0 of none.
func (h *Histogram) Quantile(q float64) time.Duration {
	return h.rank(uint64(max(0, min(q, 1)) * float64(h.n)))
}

// rank is the one that has so many before it.
func (h *Histogram) rank(before uint64) time.Duration {
	if h.n == 0 {
		return 0
	}
	before = min(before, h.n-1)
	for i, c := range h.counts {
		if before < uint64(c) {
			return min(bucketMiddle(i), h.max)
		}
		before -= uint64(c)
	}
	return h.max
}

func (h *Histogram) reset() {
	clear(h.counts)
	h.n, h.sum, h.max = 0, 0, 0
}

func bucketOf(d time.Duration) int {
	us := uint64(d / time.Microsecond)
	if us < subCount {
		return int(us)
	}
	top := bits.Len64(us) - 1
	if top > topBit {
		return buckets - 1
	}
	return (top-subBits+1)*subCount + int(us>>(top-subBits))&(subCount-1)
}

func bucketMiddle(i int) time.Duration {
	if i < subCount {
		return time.Duration(i)*time.Microsecond + time.Microsecond/2
	}
	shift := i/subCount - 1
	low := time.Duration(subCount+i%subCount) << shift
	return low*time.Microsecond + (time.Duration(1)<<shift)*time.Microsecond/2
}

// Bucket is one that is not empty.
type Bucket struct {
	MS float64 `json:"ms" doc:"its middle"`
	N  uint32  `json:"n"`
}

// Buckets are those that are not empty, ascending.
func (h *Histogram) Buckets() []Bucket {
	out := []Bucket{}
	for i, c := range h.counts {
		if c > 0 {
			out = append(out, Bucket{ms(bucketMiddle(i)), c})
		}
	}
	return out
}

// ms is a duration in milliseconds, to the microsecond.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
