package tally

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The assembly gives what the Go does, bit by bit.
func TestAssemblyIsTheGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for turn := range 400 {
		n := Block * rng.IntN(40)
		sums, codes := make([]float32, n), make([]uint8, n)
		for i := range sums {
			sums[i], codes[i] = float32(rng.ExpFloat64()), uint8(rng.IntN(256))
			if turn%3 == 0 {
				sums[i] = float32(rng.IntN(4)) // many are equal
			}
		}
		if turn%10 == 1 && n > 0 {
			sums[rng.IntN(n)], sums[rng.IntN(n)] = math.MaxFloat32, math.SmallestNonzeroFloat32
		}
		want, weight := slices.Clone(sums), float32(rng.NormFloat64())
		addGo(want, codes, weight)
		if Add(sums, codes, weight); !slices.Equal(sums, want) {
			t.Fatalf("%d rows: sums differ", n)
		}
		peaks, wantPeaks := make([]float32, n/4), make([]float32, n/4)
		peaksGo(sums, wantPeaks)
		if Peaks(sums, peaks); !slices.Equal(peaks, wantPeaks) {
			t.Fatalf("%d rows: peaks differ", n)
		}
		bar := float32(rng.IntN(3))
		if n > 0 && turn%2 == 0 {
			bar = sums[rng.IntN(n)]
		}
		set, wantSet := make([]uint64, n/64), make([]uint64, n/64)
		for i := range set {
			set[i] = rng.Uint64()
		}
		aboveGo(sums, bar, wantSet)
		if Above(sums, bar, set); !slices.Equal(set, wantSet) {
			t.Fatalf("%d rows: bits of %v and more differ", n, bar)
		}
		for i, s := range sums {
			if s >= bar != (set[i/64]>>(i%64)&1 == 1) {
				t.Fatalf("row %d has %v, the bar is %v: bit %d", i, s, bar, set[i/64]>>(i%64)&1)
			}
		}
	}
}

// The k-th peak is never more than the k-th sum: each is of a sum of its own.
func TestPeaksAreOfSumsOfTheirOwn(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		sums := make([]float32, Block*(1+rng.IntN(6)))
		for i := range sums {
			sums[i] = float32(rng.IntN(50))
		}
		peaks := make([]float32, len(sums)/4)
		Peaks(sums, peaks)
		slices.Sort(sums)
		slices.Sort(peaks)
		if peaks[len(peaks)-1] != sums[len(sums)-1] {
			t.Fatalf("the greatest peak is %v, the greatest sum %v", peaks[len(peaks)-1], sums[len(sums)-1])
		}
		for k := range peaks {
			if p, s := peaks[len(peaks)-1-k], sums[len(sums)-1-k]; p > s {
				t.Fatalf("peak %d is %v, sum %d is %v", k, p, k, s)
			}
		}
	}
}

func TestPadded(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 64, 63: 64, 64: 64, 65: 128, 8789: 8832} {
		if got := Padded(n); got != want {
			t.Errorf("%d rows: %d, want %d", n, got, want)
		}
	}
}

func TestWholeBlocksOnly(t *testing.T) {
	for name, f := range map[string]func(){
		"rows":      func() { Add(make([]float32, 63), make([]uint8, 63), 1) },
		"codes":     func() { Add(make([]float32, 64), make([]uint8, 63), 1) },
		"peaks":     func() { Peaks(make([]float32, 64), make([]float32, 15)) },
		"some rows": func() { Peaks(make([]float32, 60), make([]float32, 15)) },
		"bits":      func() { Above(make([]float32, 64), 0, nil) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkTally(b *testing.B) {
	n := Padded(8800)
	sums, codes, peaks, set := make([]float32, n), make([]uint8, n), make([]float32, n/4), make([]uint64, n/64)
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			Add(sums, codes, .5)
		}
	})
	b.Run("peaks", func(b *testing.B) {
		for b.Loop() {
			Peaks(sums, peaks)
		}
	})
	b.Run("above", func(b *testing.B) {
		for b.Loop() {
			Above(sums, .5, set)
		}
	})
}
