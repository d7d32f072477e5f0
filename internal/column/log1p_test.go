package column

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkLog1ps holds log1ps against math.Log1p, bit by bit, in place or not, and
// sees that nothing beside dst is written.
func checkLog1ps(t *testing.T, src []float64, inPlace bool) {
	t.Helper()
	const guard = 7.25
	kept := slices.Clone(src)
	buf := slices.Repeat([]float64{guard}, len(src)+8)
	dst := buf[4 : 4+len(src)]
	if inPlace {
		copy(dst, src)
		src = dst
	}
	log1ps(dst, src)
	for i, x := range kept {
		if want := math.Log1p(x); math.Float64bits(dst[i]) != math.Float64bits(want) {
			t.Fatalf("number %d of %d, %v (%#x): %v, by Go %v", i, len(kept), x, math.Float64bits(x), dst[i], want)
		}
		if !inPlace && math.Float64bits(src[i]) != math.Float64bits(x) {
			t.Fatalf("number %d of what is read is written to", i)
		}
	}
	for i := range 4 {
		if buf[i] != guard || buf[4+len(dst)+i] != guard {
			t.Fatalf("of %d numbers, more is written than asked for", len(dst))
		}
	}
}

// edges are numbers at which log1p changes its method, and the 300 next to
// each on both sides.
func edges() []float64 {
	at := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat64, -math.MaxFloat64,
		math.Sqrt2 - 1, math.Sqrt2/2 - 1, 1 - math.Sqrt2, -.5, 0x1p-1022}
	for e := -70; e <= 70; e++ {
		p := math.Ldexp(1, e)
		at = append(at, p, -p, p-1, p+1, 1-p, p*math.Sqrt2-1, p*(1+0x1p-20)-1, p*(1-0x1p-20)-1)
	}
	var out []float64
	for _, x := range at {
		out = append(out, x)
		for i := range uint64(300) {
			out = append(out, math.Float64frombits(math.Float64bits(x)+i), math.Float64frombits(math.Float64bits(x)-i))
		}
	}
	return out
}

func TestLog1psIsTheSameEverywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	whole := make([]float64, 1e6)
	for i := range whole {
		whole[i] = float64(i)
	}
	kinds := map[string][]float64{"edges": edges(), "whole": whole}
	for name, draw := range map[string]func() float64{
		"bits":     func() float64 { return math.Float64frombits(rng.Uint64()) },
		"sizes":    func() float64 { return math.Ldexp(1+rng.Float64(), rng.IntN(1100)-1074) },
		"ordinary": func() float64 { return math.Ldexp(1+rng.Float64(), rng.IntN(82)-29) },
		"near 0":   func() float64 { return rng.NormFloat64() },
		"below 0":  func() float64 { return -rng.Float64() },
		"above -1": func() float64 { return math.Ldexp(1+rng.Float64(), -rng.IntN(54)) - 1 },
		"powers":   func() float64 { return math.Ldexp(1+float64(rng.IntN(9)-4)*0x1p-53, rng.IntN(106)-53) - 1 },
	} {
		for range 300_000 {
			kinds[name] = append(kinds[name], draw())
		}
	}
	for name, src := range kinds {
		t.Run(name, func(t *testing.T) {
			checkLog1ps(t, src, false)
			checkLog1ps(t, src, true)
		})
	}
}

// Every place of a group of four and of what is left over, beside numbers of
// the other kind.
func TestLog1psInEveryPlace(t *testing.T) {
	odd := []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, -2, 0x1p53, 1e300, 0, math.Copysign(0, -1), 0x1p-30, 5e-324, .25, -.75, 3}
	for n := range 18 {
		for at := range max(n, 1) {
			for _, x := range odd {
				src := make([]float64, n)
				for i := range src {
					src[i] = float64(i * i)
				}
				if n > 0 {
					src[at] = x
				}
				checkLog1ps(t, src, false)
				checkLog1ps(t, src, true)
			}
		}
	}
}

func FuzzLog1ps(f *testing.F) {
	f.Add([]byte{})
	for _, x := range []float64{0, 1, math.Sqrt2 - 1, -.5, -1, 0x1p53, math.NaN()} {
		f.Add(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var src []float64
		for ; len(b) >= 8; b = b[8:] {
			src = append(src, math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
		checkLog1ps(t, slices.Repeat(src, 4), false)
		checkLog1ps(t, src, true)
	})
}

func BenchmarkLog1ps(b *testing.B) {
	src, dst := make([]float64, benchRows), make([]float64, benchRows)
	for i := range src {
		src[i] = float64(i * i % 1013)
	}
	for name, f := range map[string]func(dst, src []float64){"here": log1ps, "go": log1psGo} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f(dst, src)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchRows, "ns/row")
		})
	}
}
