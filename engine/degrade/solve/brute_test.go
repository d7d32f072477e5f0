package solve

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

var instances = flag.Int("instances", defaultInstances, "random problems that are compared with trying everything")

// kind of random problem.
type kind struct {
	name                  string
	modules               func(r *rand.Rand) [][]int // inputs by module
	needs, rows, softness float64                    // chances
	pools                 int
}

var kinds = []kind{
	{"branches side by side, then stages", branched, 0, 0, 0, 1},
	{"a chain", chained, .3, 0, 0, 1},
	{"needs", branched, .6, 0, 0, 1},
	{"rows", branched, 0, .8, 0, 1},
	{"rows in a chain of needs", chained, .4, .9, 0, 1},
	{"two pools", branched, .1, .4, 0, 2},
	{"any graph", tangled, .2, .4, 0, 2},
	{"soft", branched, 0, .2, .6, 1},
	{"any graph, soft", tangled, .1, .3, .5, 2},
}

func branched(r *rand.Rand) [][]int {
	n, stages := 1+r.IntN(4), 1+r.IntN(3)
	out := make([][]int, n, n+stages)
	var all []int
	for i := range n {
		all = append(all, i)
	}
	for i := range stages {
		if i == 0 {
			out = append(out, all)
		} else {
			out = append(out, []int{n + i - 1})
		}
	}
	return out
}

func chained(r *rand.Rand) [][]int {
	out := [][]int{nil}
	for i := range 1 + r.IntN(5) {
		out = append(out, []int{i})
	}
	return out
}

func tangled(r *rand.Rand) [][]int {
	n := 3 + r.IntN(4)
	out := make([][]int, n)
	for i := range n {
		for u := range i {
			if r.Float64() < .45 {
				out[i] = append(out[i], u)
			}
		}
	}
	return out
}

// random problem of a kind. Its numbers are halves and quarters, so that sums
// are exact.
func (k kind) random(r *rand.Rand) *Problem {
	p := &Problem{Pools: k.pools, Deadline: 3 + r.IntN(8)}
	for i, inputs := range k.modules(r) {
		m := Module{Name: fmt.Sprint("m", i), Inputs: inputs, Pool: r.IntN(k.pools), Source: len(inputs) == 0}
		if i > 0 && r.Float64() < k.needs {
			m.Needs = []int{r.IntN(i)}
		}
		keep := 1 + r.IntN(6)
		withRows := r.Float64() < k.rows
		if r.Float64() < .7 {
			off := Variant{Off: true}
			if withRows && !m.Source {
				off.Rows = keep
			}
			m.Variants = append(m.Variants, off)
		}
		for range 1 + r.IntN(2) {
			v := Variant{Gain: float64(r.IntN(20)) / 4, Time: r.IntN(5), Fixed: float64(r.IntN(16)) / 4}
			if withRows {
				v.PerRow = float64(r.IntN(4)) / 4
				if m.Source || r.IntN(3) > 0 {
					v.Rows = keep + r.IntN(4)
				}
			}
			if r.Float64() < k.softness {
				at := 0.0
				for range r.IntN(p.Deadline + 2) {
					v.Arrive = append(v.Arrive, at)
					at = min(1, at+float64(r.IntN(3))/4)
				}
				v.Arrive = append(v.Arrive, at)
			}
			m.Variants = append(m.Variants, v)
		}
		p.Modules = append(p.Modules, m)
	}
	return p
}

// brute tries everything: all variants and, of soft ones, all times.
type brute struct {
	p      *Problem
	prices []float64
	choice []uint8
	ends   []int
	best   float64
}

func (b *brute) try(m int, gain float64) {
	if m == len(b.p.Modules) {
		cost, _ := b.p.Cost(b.choice)
		for i, c := range cost {
			gain -= b.prices[i] * c
		}
		b.best = max(b.best, gain)
		return
	}
	mod := &b.p.Modules[m]
	begin := 0
	for _, u := range mod.Inputs {
		begin = max(begin, b.ends[u])
	}
	for v := range mod.Variants {
		if !b.p.allows(m, v, func(u int) int { return int(b.choice[u]) }) {
			continue
		}
		b.choice[m] = uint8(v)
		from, to := mod.Variants[v].Time, mod.Variants[v].Time
		if mod.Variants[v].Arrive != nil {
			from, to = 0, b.p.Deadline
		}
		for d := from; d <= to && begin+d <= b.p.Deadline; d++ {
			g, _ := mod.gainIn(v, d)
			b.ends[m] = begin + d
			b.try(m+1, gain+g)
		}
	}
}

func TestBestIsTheBestOfAll(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	feasible, entangled := 0, 0
	for i := range *instances {
		k := kinds[i%len(kinds)]
		p := k.random(r)
		s, err := New(p)
		if err != nil && (strings.Contains(err.Error(), "too entangled") || strings.Contains(err.Error(), "ways of leaving out")) {
			entangled++
			continue
		}
		if err != nil {
			t.Fatalf("%s: %v", k.name, err)
		}
		prices := make([]float64, k.pools)
		for j := range prices {
			prices[j] = float64(r.IntN(17)) / 8
		}
		b := brute{p: p, prices: prices, choice: make([]uint8, len(p.Modules)), ends: make([]int, len(p.Modules)), best: math.Inf(-1)}
		b.try(0, 0)
		c, ok := s.Best(prices, math.Inf(-1))
		if ok != !math.IsInf(b.best, -1) {
			t.Fatalf("seed %d, %s, instance %d: found %v, the best of all is %g\n%+v", seed, k.name, i, ok, b.best, p)
		}
		if !ok {
			continue
		}
		feasible++
		got := c.Gain
		for j, x := range c.Cost {
			got -= prices[j] * x
		}
		if math.Abs(got-b.best) > 1e-9 {
			t.Fatalf("seed %d, %s, instance %d: %g, the best of all is %g\n%+v\n%+v", seed, k.name, i, got, b.best, p, c)
		}
		if msg := holds(p, c); msg != "" {
			t.Fatalf("seed %d, %s, instance %d: %s\n%+v\n%+v", seed, k.name, i, msg, p, c)
		}
		if _, ok := s.Best(prices, b.best); ok {
			t.Fatalf("seed %d, %s, instance %d: something is worth more than the best", seed, k.name, i)
		}
	}
	if entangled > *instances/500 {
		t.Errorf("%d of %d graphs are too entangled", entangled, *instances)
	}
	if feasible < *instances/2 {
		t.Errorf("only %d of %d problems have an answer: the test looks at little", feasible, *instances)
	}
}

// holds tells what a choice breaks: the deadline or a need.
func holds(p *Problem, c Choice) string {
	ends := make([]int, len(p.Modules))
	for m := range p.Modules {
		begin := 0
		for _, u := range p.Modules[m].Inputs {
			begin = max(begin, ends[u])
		}
		x := &p.Modules[m].Variants[c.Variant[m]]
		if x.Arrive == nil && x.Time > c.Within[m] {
			return fmt.Sprintf("module %d takes %d steps and is given %d", m, x.Time, c.Within[m])
		}
		if ends[m] = begin + c.Within[m]; ends[m] > p.Deadline {
			return fmt.Sprintf("module %d ends at step %d of %d", m, ends[m], p.Deadline)
		}
		if !p.allows(m, int(c.Variant[m]), func(u int) int { return int(c.Variant[u]) }) {
			return fmt.Sprintf("module %d runs without what it needs", m)
		}
	}
	return ""
}
