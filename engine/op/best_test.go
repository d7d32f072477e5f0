package op

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// slowOrder is sortedFloats by the book.
func slowOrder(by []float64, ascending bool) []int32 {
	sel := make([]int32, len(by))
	for i := range sel {
		sel[i] = int32(i)
	}
	slices.SortStableFunc(sel, func(x, y int32) int {
		a, b := by[x], by[y]
		switch {
		case a != a || b != b:
			if a != a && b != b {
				return 0
			}
			if a != a {
				return 1
			}
			return -1
		case a == b:
			return 0
		case (a > b) != ascending:
			return -1
		}
		return 1
	})
	return sel
}

// Numbers that differ in their last bits only, both zeros, infinities and NaN
// stand where they belong.
func TestSortedFloats(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	odd := []float64{0, math.Copysign(0, -1), math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1, math.Nextafter(1, 2), math.Nextafter(1, 0)}
	for turn := range 400 {
		by := make([]float64, rng.IntN(300))
		if turn%50 == 0 {
			by = make([]float64, 2000+rng.IntN(15000)) // more than a run
		}
		for i := range by {
			switch rng.IntN(4) {
			case 0:
				by[i] = odd[rng.IntN(len(odd))]
			case 1:
				by[i] = math.Float64frombits(math.Float64bits(3.5) + uint64(rng.IntN(40)))
			default:
				by[i] = rng.NormFloat64()
			}
		}
		ascending := turn%2 == 0
		got, err := sortedFloats(context.Background(), nil, by, ascending)
		if err != nil {
			t.Fatal(err)
		}
		if want := slowOrder(by, ascending); !slices.Equal(got, want) {
			t.Fatalf("ascending %t, %d numbers %v: %v, want %v", ascending, len(by), by[:min(20, len(by))], got, want)
		}
	}
}

func BenchmarkSortedFloats(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 6))
	by := make([]float64, 600)
	for i := range by {
		by[i] = rng.Float64()
	}
	for b.Loop() {
		if _, err := sortedFloats(b.Context(), nil, by, false); err != nil {
			b.Fatal(err)
		}
	}
}
