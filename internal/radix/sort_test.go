package radix

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSorted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, bits := range []int{0, 1, 3, 8, 9, 16, 17, 24, 52, 63, 64} {
		for _, n := range []int{0, 1, 2, few - 1, few, few + 1, 300, 2048, 5000} {
			for _, base := range []uint64{0, 1 << 40, math.MaxUint64 >> 1} {
				keys := make([]uint64, n)
				for i := range keys {
					if keys[i] = base; bits > 0 {
						keys[i] += rng.Uint64() >> (64 - bits)
					}
				}
				want := slices.Sorted(slices.Values(keys))
				if Sort(keys, make([]uint64, n+3)); !slices.Equal(keys, want) {
					t.Fatalf("%d keys of %d bits from %d on are not sorted", n, bits, base)
				}
			}
		}
	}
}

func TestKeysStandAsNumbers(t *testing.T) {
	up := []float64{math.Inf(-1), -math.MaxFloat64, -1.5, -5e-324, 0, 5e-324, 1, 1.0000000000000002, math.MaxFloat64, math.Inf(1)}
	for i := 1; i < len(up); i++ {
		if Ascending(up[i-1]) >= Ascending(up[i]) || Descending(up[i-1]) <= Descending(up[i]) {
			t.Errorf("%v and %v", up[i-1], up[i])
		}
	}
	if minus := math.Copysign(0, -1); Ascending(0) != Ascending(minus) || Descending(0) != Descending(minus) {
		t.Error("the zeros differ")
	}
	if nan := math.NaN(); Ascending(nan) <= Ascending(math.Inf(1)) || Descending(nan) <= Descending(math.Inf(-1)) {
		t.Error("NaN is not last")
	}
}
