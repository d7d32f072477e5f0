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

// benchRounds is how often the two sides take turns.
const benchRounds = 5

// benchEngine runs the engine's own cases, ours and theirs by turns.
func benchEngine(ctx context.Context, b *bencher) ([]benchRow, error) {
	testing.Init() // declares the flag below
	if err := flag.Set("test.benchtime", (b.each / benchRounds).String()); err != nil {
		return nil, err
	}
	var rows []benchRow
	for _, c := range benchcases.Cases() {
		var ours, theirs []float64
		for range benchRounds {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, side := range []struct {
				run func(*testing.B)
				to  *[]float64
			}{{c.Ours, &ours}, {c.Theirs, &theirs}} {
				r := testing.Benchmark(side.run)
				if r.N == 0 {
					return nil, fmt.Errorf("%s: the case failed", c.ID)
				}
				*side.to = append(*side.to, float64(r.T.Nanoseconds())/float64(r.N)/float64(time.Microsecond))
			}
		}
		ratios := make([]float64, benchRounds)
		for i := range ratios {
			ratios[i] = ours[i] / theirs[i]
		}
		rows = append(rows, versus("engine."+c.ID, c.What, "µs", median(ours), median(theirs), median(ratios), c.Against, c.Reach))
	}
	return rows, nil
}

func median(of []float64) float64 {
	s := slices.Sorted(slices.Values(of))
	return s[len(s)/2]
}
