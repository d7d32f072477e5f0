package degrade

import (
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestQuantileIsWithinTheBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Exponents are drawn, so that all octaves are met.
		times := rapid.SliceOfN(rapid.Map(rapid.Float64Range(0, 8), func(e float64) time.Duration {
			return time.Duration(math.Pow(10, e)) * time.Microsecond
		}), 1, 200).Draw(t, "times")
		q := rapid.Float64Range(0, 1).Draw(t, "q")

		var m Meter
		r := NewReader(&m, time.Unix(0, 0))
		for _, d := range times {
			m.Add(d, 0)
		}
		r.Close(time.Unix(1, 0))
		slices.Sort(times)
		rank := max(int(math.Ceil(q*float64(len(times)))), 1)
		want := times[rank-1]
		got := r.diff.Quantile(q)
		off := math.Abs(float64(got - want))
		if want < subCount*time.Microsecond {
			if off > float64(time.Microsecond) {
				t.Fatalf("quantile %g = %v, want %v", q, got, want)
			}
		} else if off > MaxError*float64(want) {
			t.Fatalf("quantile %g = %v, want %v: off by %.4f", q, got, want, off/float64(want))
		}
	})
}

func TestBucketsAreInOrderAndHoldTheirMiddle(t *testing.T) {
	for i := range buckets {
		if got := bucketOf(bucketMiddle(i)); got != i {
			t.Fatalf("middle of bucket %d falls in bucket %d", i, got)
		}
		if i > 0 && bucketMiddle(i) <= bucketMiddle(i-1) {
			t.Fatalf("bucket %d is not above bucket %d", i, i-1)
		}
	}
	for d, want := range map[time.Duration]int{-time.Second: 0, 0: 0, MaxLatency: buckets - 1, time.Hour: buckets - 1} {
		if got := bucketOf(d); got != want {
			t.Errorf("bucketOf(%v) = %d, want %d", d, got, want)
		}
	}
}
