package degrade

import "math"

// Z95 is the two-sided 95 % point of the normal distribution.
const Z95 = 1.96

// Wilson is the score interval of a share k/n at the normal point z: the
// shares that a test at z does not reject. It is sound for small n and for
// shares near 0 and 1, where the textbook interval is not. With no
// observations it is [0, 1]: nothing is known.
//
//	centre (p + z²/2n) / (1 + z²/n)
//	half   z / (1 + z²/n) · sqrt(p(1−p)/n + z²/4n²)
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", J. Amer. Statist. Assoc. 22 (1927), 209–212.
// k > n counts as k = n.
func Wilson(k, n uint64, z float64) (lo, hi float64) {
	if n == 0 {
		return 0, 1
	}
	N := float64(n)
	p := math.Min(float64(k)/N, 1)
	z2 := z * z
	scale := 1 + z2/N
	centre := (p + z2/(2*N)) / scale
	half := z / scale * math.Sqrt(p*(1-p)/N+z2/(4*N*N))
	lo, hi = math.Max(centre-half, 0), math.Min(centre+half, 1)
	// At the ends the bound is exact; rounding must not leave 1e-19 of doubt.
	if k == 0 {
		lo = 0
	}
	if k >= n {
		hi = 1
	}
	return lo, hi
}
