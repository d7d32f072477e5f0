package op

import (
	"math"
	"math/bits"
	"slices"
)

// best is the rows from the greatest score to the least, ties as they stand,
// NaN last.
func best(score []float64) []int32 { return sortedFloats(score, false) }

// sortedFloats is the rows by a number, ties as they stand, NaN last.
//
// A number's upper bits and its row make one key, so that rows are sorted as
// plain integers; numbers that differ below those bits are told apart after.
func sortedFloats(by []float64, ascending bool) []int32 {
	width := bits.Len(uint(len(by)))
	keys := make([]uint64, len(by))
	for row, f := range by {
		keys[row] = sortKey(f, ascending)>>width<<width | uint64(row)
	}
	slices.Sort(keys)
	sel := make([]int32, len(by))
	for i, k := range keys {
		sel[i] = int32(k & (1<<width - 1))
	}
	for from := 0; from < len(keys); {
		to := from + 1
		for to < len(keys) && keys[to]>>width == keys[from]>>width {
			to++
		}
		if to-from > 1 {
			settleTies(by, ascending, sel[from:to])
		}
		from = to
	}
	return sel
}

// settleTies orders rows, which stand by row, by their whole numbers.
func settleTies(by []float64, ascending bool, sel []int32) {
	less := func(x, y int32) int {
		a, b := sortKey(by[x], ascending), sortKey(by[y], ascending)
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return int(x - y)
	}
	if !slices.IsSortedFunc(sel, less) {
		slices.SortFunc(sel, less)
	}
}

// sortKey of a number: the less it is, the earlier it comes.
func sortKey(f float64, ascending bool) uint64 {
	if f != f {
		return math.MaxUint64
	}
	if f == 0 {
		f = 0 // there is a negative one
	}
	u := math.Float64bits(f)
	if u>>63 == 0 {
		u |= 1 << 63
	} else {
		u = ^u
	}
	if !ascending {
		u = ^u
	}
	return u
}
