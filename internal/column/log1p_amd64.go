//go:build !amd64.v3

package column

// log1psAVX2 is log1ps of n numbers, n a multiple of 4, up to the first four of
// which one is not above -1 and below 2^53: it returns how many it has done.
//
//go:noescape
func log1psAVX2(dst, src *float64, n int) int

// log1ps is log1psGo, to the last bit. A program built for processors of level
// 3 has no vectors here: its math.Log1p fuses products with sums.
func log1ps(dst, src []float64) {
	dst = dst[:len(src)]
	if !hasAVX2 {
		log1psGo(dst, src)
		return
	}
	for i := 0; i < len(src); {
		if n := (len(src) - i) &^ 3; n > 0 {
			i += log1psAVX2(&dst[i], &src[i], n)
		}
		to := min(i+4, len(src))
		log1psGo(dst[i:to], src[i:to])
		i = to
	}
}
