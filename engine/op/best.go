package op

import (
	"context"
	"math/bits"
	"slices"

	"riffle.dev/riffle/internal/radix"
)

// best is the rows from the greatest score to the least, ties as they stand,
// NaN last. They stand in the scratch.
func best(ctx context.Context, x *Scratch, score []float64) ([]int32, error) {
	return sortedFloats(ctx, x, score, false)
}

// sortedFloats is the rows by a number, ties as they stand, NaN last.
//
// A number's upper bits and its row make one key, so that rows are sorted as
// plain integers; numbers that differ below those bits are told apart after.
func sortedFloats(ctx context.Context, x *Scratch, by []float64, ascending bool) ([]int32, error) {
	width := bits.Len(uint(len(by)))
	keys, spare, sel := x.order(len(by))
	for row, f := range by {
		keys[row] = sortKey(f, ascending)>>width<<width | uint64(row)
	}
	keys, err := sortedKeys(ctx, keys, spare)
	if err != nil {
		return nil, err
	}
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
	return sel, nil
}

// sortRun is how many keys are sorted between two looks at the context.
const sortRun = 2048

// sortedKeys sorts by runs, which it then merges, so that it can stop between. to
// is as long as keys and is written to.
func sortedKeys(ctx context.Context, keys, to []uint64) ([]uint64, error) {
	for from := 0; from < len(keys); from += sortRun {
		if from > 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		end := min(from+sortRun, len(keys))
		radix.Sort(keys[from:end], to[from:end])
	}
	if len(keys) <= sortRun {
		return keys, nil
	}
	for run := sortRun; run < len(keys); run *= 2 {
		for from := 0; from < len(keys); from += 2 * run {
			middle, end := min(from+run, len(keys)), min(from+2*run, len(keys))
			if err := mergeRuns(ctx, to[from:end], keys[from:middle], keys[middle:end]); err != nil {
				return nil, err
			}
		}
		keys, to = to, keys
	}
	return keys, nil
}

// mergeRuns merges two sorted runs. It looks at the context every few runs.
func mergeRuns(ctx context.Context, to, a, b []uint64) error {
	for i := range to {
		if i%(4*sortRun) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if len(b) == 0 || len(a) > 0 && a[0] <= b[0] {
			to[i], a = a[0], a[1:]
		} else {
			to[i], b = b[0], b[1:]
		}
	}
	return nil
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
	if ascending {
		return radix.Ascending(f)
	}
	return radix.Descending(f)
}
