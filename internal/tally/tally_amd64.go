package tally

import "golang.org/x/sys/cpu"

// hasAVX2 never changes.
var hasAVX2 = cpu.X86.HasAVX2

//go:noescape
func addAVX2(sums *float32, codes *uint8, n int, weight float32)

//go:noescape
func peaksAVX2(sums, peaks *float32, n int)

//go:noescape
func aboveAVX2(sums *float32, set *uint64, n int, bar float32)

func add(sums []float32, codes []uint8, weight float32) {
	if !hasAVX2 || len(sums) == 0 {
		addGo(sums, codes, weight)
		return
	}
	addAVX2(&sums[0], &codes[0], len(sums), weight)
}

func peaksOf(sums, peaks []float32) {
	if !hasAVX2 || len(sums) == 0 {
		peaksGo(sums, peaks)
		return
	}
	peaksAVX2(&sums[0], &peaks[0], len(sums))
}

func above(sums []float32, bar float32, set []uint64) {
	if !hasAVX2 || len(sums) == 0 {
		aboveGo(sums, bar, set)
		return
	}
	aboveAVX2(&sums[0], &set[0], len(sums), bar)
}
