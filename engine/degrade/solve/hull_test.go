package solve

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// wide is a problem of real size: 20 recalls of three variants, a merge, and
// four stages of four or five variants whose cost is by rows.
func wide(r *rand.Rand) *Problem {
	p := &Problem{Pools: 1, Deadline: 120}
	var recalls []int
	for i := range 20 {
		full, cost := 100+r.IntN(200), .02+r.Float64()*.1
		gain := .005 + r.Float64()*.06
		p.Modules = append(p.Modules, Module{Name: fmt.Sprint("recall", i), Source: true, Variants: []Variant{
			{Gain: gain, Time: 10 + r.IntN(60), Fixed: cost, Rows: full},
			{Gain: gain * .7, Time: 8 + r.IntN(30), Fixed: cost * .6, Rows: full / 2},
			{Off: true},
		}})
		recalls = append(recalls, i)
	}
	at := 20
	for i, keep := range []int{1000, 400, 100, 20} {
		m := Module{Name: fmt.Sprint("stage", i), Inputs: []int{at - 1}}
		if i == 0 {
			m.Inputs = recalls
		}
		for v := range 4 + i%2 {
			share := 1 - float64(v)*.2
			m.Variants = append(m.Variants, Variant{Gain: .2 * math.Sqrt(share), Time: int(20 * share), Fixed: .02,
				PerRow: .001 * share * float64(i+1), Rows: int(float64(keep) * share)})
		}
		p.Modules = append(p.Modules, m)
		at++
	}
	return p
}

// On the hull gain and cost fall together, and gain per cost grows.
func TestHullIsConcave(t *testing.T) {
	for seed := range uint64(5) {
		s, err := New(wide(rand.New(rand.NewPCG(seed, 2))))
		if err != nil {
			t.Fatal(err)
		}
		hull := s.Hull([]float64{1})
		if len(hull) < 8 {
			t.Errorf("seed %d: only %d corners", seed, len(hull))
		}
		rate := 0.0
		for i := 1; i < len(hull); i++ {
			dg, dc := hull[i-1].Gain-hull[i].Gain, hull[i-1].Cost[0]-hull[i].Cost[0]
			if dg <= 0 || dc <= 0 || dg/dc < rate*(1-1e-6) {
				t.Fatalf("seed %d: corner %d: Δgain %g, Δcost %g, after a rate of %g", seed, i, dg, dc, rate)
			}
			rate = dg / dc
		}
	}
}

// No choice at all lies above the hull.
func TestNothingLiesAboveTheHull(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	seen := 0
	for range 300 {
		p := kinds[r.IntN(5)].random(r)
		s, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		hull := s.Hull([]float64{1})
		for i := 1; i < len(hull); i++ {
			seen++
			a, b := hull[i-1], hull[i]
			price := (a.Gain - b.Gain) / (a.Cost[0] - b.Cost[0])
			all := brute{p: p, prices: []float64{price}, choice: make([]uint8, len(p.Modules)), ends: make([]int, len(p.Modules)), best: math.Inf(-1)}
			all.try(0, 0)
			if on := a.Gain - price*a.Cost[0]; all.best > on+1e-6 {
				t.Fatalf("a choice is worth %g at the price of an edge that is worth %g\n%+v", all.best, on, p)
			}
		}
	}
	if seen < 300 {
		t.Errorf("only %d edges seen", seen)
	}
}

func BenchmarkBest(b *testing.B) {
	s, err := New(wide(rand.New(rand.NewPCG(1, 2))))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Best([]float64{.01 + .2*float64(i%16)/16}, math.Inf(-1))
	}
}

func BenchmarkHull(b *testing.B) {
	s, err := New(wide(rand.New(rand.NewPCG(1, 2))))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		s.Hull([]float64{1})
	}
}
