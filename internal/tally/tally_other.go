//go:build !amd64

package tally

func add(sums []float32, codes []uint8, weight float32) { addGo(sums, codes, weight) }

func peaksOf(sums, peaks []float32) { peaksGo(sums, peaks) }

func above(sums []float32, bar float32, set []uint64) { aboveGo(sums, bar, set) }
