package degrade

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// The interval is by definition the set of shares q for which the score test
// |p − q| ≤ z·sqrt(q(1−q)/n) does not reject: each bound solves it with equality.
func TestWilsonSolvesTheScoreTest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 1_000_000).Draw(t, "n")
		k := rapid.Uint64Range(0, n).Draw(t, "k")
		z := rapid.Float64Range(0.5, 4).Draw(t, "z")
		lo, hi := Wilson(k, n, z)
		p := float64(k) / float64(n)
		if lo > p+1e-12 || hi < p-1e-12 || lo < 0 || hi > 1 {
			t.Fatalf("Wilson(%d, %d, %g) = [%g, %g] does not hold %g", k, n, z, lo, hi, p)
		}
		for _, q := range []float64{lo, hi} {
			left, right := (p-q)*(p-q), z*z*q*(1-q)/float64(n)
			if math.Abs(left-right) > 1e-9 {
				t.Fatalf("Wilson(%d, %d, %g): bound %g has (p−q)² = %g, z²q(1−q)/n = %g", k, n, z, q, left, right)
			}
		}
	})
}

func TestWilsonKnownValues(t *testing.T) {
	for _, c := range []struct {
		k, n   uint64
		lo, hi float64
	}{
		{0, 0, 0, 1},
		{0, 10, 0, .2775},
		{1, 10, .0179, .4042},
		{5, 10, .2366, .7634},
		{10, 10, .7225, 1},
		{50, 1000, .0382, .0653},
		{9, 3, .4385, 1},
	} {
		lo, hi := Wilson(c.k, c.n, Z95)
		if math.Abs(lo-c.lo) > 1e-4 || math.Abs(hi-c.hi) > 1e-4 {
			t.Errorf("Wilson(%d, %d) = [%.4f, %.4f], want [%.4f, %.4f]", c.k, c.n, lo, hi, c.lo, c.hi)
		}
	}
}
