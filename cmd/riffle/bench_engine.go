package main

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"riffle.dev/riffle/engine/enginetest/benchcases"
)

// benchRounds is how often the two sides take turns: many short ones, so that
// what disturbs the machine for a while disturbs a few ratios and not the median.
const benchRounds = 31

// benchEngine runs the engine's own cases, ours and theirs by turns.
func benchEngine(ctx context.Context, b *bencher) ([]benchRow, error) {
	testing.Init() // declares the flag below
	if err := flag.Set("test.benchtime", (b.each / benchRounds).String()); err != nil {
		return nil, err
	}
	var rows []benchRow
	for _, c := range benchcases.Cases() {
		var ours, theirs []float64
		var allocs [2]int64
		for range benchRounds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for i, side := range []struct {
				run func(*testing.B)
				to  *[]float64
			}{{c.Ours, &ours}, {c.Theirs, &theirs}} {
				r := testing.Benchmark(side.run)
				if r.N == 0 {
					return nil, fmt.Errorf("%s: the case failed", c.ID)
				}
				allocs[i] = r.AllocsPerOp()
				*side.to = append(*side.to, float64(r.T.Nanoseconds())/float64(r.N)/float64(time.Microsecond))
			}
		}
		ratios := make([]float64, benchRounds)
		for i := range ratios {
			ratios[i] = ours[i] / theirs[i]
		}
		row := versus("engine."+c.ID, c.What, "µs", median(ours), median(theirs), median(ratios), c.Against, c.Reach)
		row.Allocs = fmt.Sprintf("%d / %d", allocs[0], allocs[1])
		rows = append(rows, row)
	}
	return rows, nil
}

func median(of []float64) float64 {
	s := slices.Sorted(slices.Values(of))
	return s[len(s)/2]
}
