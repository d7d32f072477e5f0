package column

import "math"

// log1psGo sets dst[i] to math.Log1p(src[i]). dst may be src.
func log1psGo(dst, src []float64) {
	for i, x := range src {
		dst[i] = math.Log1p(x)
	}
}
