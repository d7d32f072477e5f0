package solve

import (
	"fmt"
	"math"
)

// Solver chooses for one problem. Not safe for concurrent use; it does not
// change the problem, which must not change either.
type Solver struct {
	p      *Problem
	shape  *shape
	tried  []bool  // by module: its variants are tried one by one, for the sake of rows
	users  [][]int // by module: who reads it
	needed []int   // modules that others need
	least  []int   // by module: steps of its fastest variant
	head   []int   // by module: steps that the fastest take before it

	quick quick
	off   []int8 // by module while solving: must run, must not, either (-1)
	work  work
}

// Choice is the best of a problem at some prices.
type Choice struct {
	Variant []uint8   // by module
	Within  []int     // by module: steps it is given; it may need fewer
	Gain    float64   // of what arrives within these
	Cost    []float64 // by pool
}

// New solver of a problem.
func New(p *Problem) (*Solver, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	shape, err := fold(p.Modules)
	if err != nil {
		return nil, err
	}
	n := len(p.Modules)
	s := &Solver{p: p, shape: shape, tried: make([]bool, n), users: make([][]int, n), off: make([]int8, n),
		least: make([]int, n), head: make([]int, n)}
	reads, isNeeded := make([]bool, n), make([]bool, n) // whether rows come to it
	tries := 1
	for i := range p.Modules {
		m := &p.Modules[i]
		s.least[i] = math.MaxInt
		for v := range m.Variants {
			s.least[i] = min(s.least[i], m.Variants[v].atLeast())
		}
		for _, u := range m.Inputs {
			s.head[i] = max(s.head[i], s.head[u]+s.least[u])
			s.users[u] = append(s.users[u], i)
			reads[i] = reads[i] || reads[u] || p.Modules[u].Source
		}
		for _, u := range m.Needs {
			isNeeded[u] = true
		}
		for _, v := range m.Variants {
			s.tried[i] = s.tried[i] || !m.Source && reads[i] && (v.PerRow > 0 || v.Rows > 0)
		}
		if s.tried[i] {
			tries *= 2 * len(m.Variants)
		}
		if tries > maxTried {
			return nil, fmt.Errorf("at module %q more than %d ways of handing on rows: let fewer stages have variants", m.Name, maxTried)
		}
	}
	for i, is := range isNeeded {
		s.off[i] = -1
		if is {
			s.needed = append(s.needed, i)
			if tries *= 2; tries > maxTried {
				return nil, fmt.Errorf("at module %q more than %d ways of leaving out what others need", p.Modules[i].Name, maxTried)
			}
		}
	}
	s.groupSources()
	s.work.init(n, len(shape.ops), len(shape.first), p.Deadline+1)
	return s, nil
}

// Fixed is how many moments are tried one by one: the time taken grows with the
// deadline to this power.
func (s *Solver) Fixed() int { return len(s.shape.first) }

// Best choice at prices by pool, each ≥ 0; false when no choice keeps the
// deadline, or none is worth more than moreThan.
func (s *Solver) Best(prices []float64, moreThan float64) (Choice, bool) {
	w := &s.work
	w.best, w.found = moreThan, false
	for mask := range 1 << len(s.needed) {
		for k, m := range s.needed {
			s.off[m] = int8(mask >> k & 1)
		}
		s.quick.forget()
		if s.optimistic(prices) {
			s.try(len(s.p.Modules)-1, 0, prices)
		}
	}
	for _, m := range s.needed {
		s.off[m] = -1
	}
	if !w.found {
		return Choice{}, false
	}
	c := Choice{Variant: make([]uint8, len(w.bestPick)), Within: make([]int, len(w.bestPick))}
	copy(c.Variant, w.bestPick)
	copy(c.Within, w.bestWithin)
	for m := range s.p.Modules {
		g, _ := s.p.Modules[m].gainIn(int(c.Variant[m]), c.Within[m])
		c.Gain += g
	}
	c.Cost, _ = s.p.Cost(c.Variant)
	return c, true
}

// open tells whether a module may take a variant under the mask of needs.
func (s *Solver) open(m, v int) bool {
	mod := &s.p.Modules[m]
	off := mod.Variants[v].Off
	if mod.Variants[v].Barred {
		return false
	}
	if s.off[m] >= 0 && (s.off[m] == 1) != off {
		return false
	}
	if !off {
		for _, u := range mod.Needs {
			if s.off[u] == 1 {
				return false
			}
		}
	}
	return true
}

// optimistic fills what the modules up to each can be worth at most: all the
// time, no cost for their rows elsewhere. False when one has no open variant.
func (s *Solver) optimistic(prices []float64) bool {
	sum := 0.0
	for m := range s.p.Modules {
		mod := &s.p.Modules[m]
		best := math.Inf(-1)
		for v := range mod.Variants {
			if !s.open(m, v) {
				continue
			}
			if g, ok := mod.gainIn(v, s.p.Deadline); ok {
				best = max(best, g-s.own(m, v, prices))
			}
		}
		sum += best
		s.work.atMost[m] = sum
	}
	return !math.IsInf(sum, -1)
}

// own is the price of a variant apart from rows that are handed on or read.
func (s *Solver) own(m, v int, prices []float64) float64 {
	mod := &s.p.Modules[m]
	x := &mod.Variants[v]
	c := x.Fixed
	if mod.Source {
		c += x.PerRow * float64(x.Rows)
	}
	return prices[mod.Pool] * c
}

// try modules m, m−1, … 0, of which those behind m stand and are worth acc at
// most. Behind comes first, so that the price of a row is known before it is
// chosen who gives rows.
func (s *Solver) try(m int, acc float64, prices []float64) {
	w := &s.work
	if m < 0 {
		s.evaluate(prices)
		return
	}
	if acc+w.atMost[m] <= w.best || m == s.quick.first-1 && acc+s.sourcesAtMost(prices) <= w.best {
		return
	}
	mod := &s.p.Modules[m]
	out := 0.0 // price of a row that m hands on
	tail := 0  // steps that are taken behind it at least
	for _, u := range s.users[m] {
		out += w.slope[u]
		tail = max(tail, w.tail[u])
	}
	left := s.p.Deadline - tail - s.head[m]
	if !s.tried[m] {
		w.slope[m], w.tail[m] = out, tail+s.least[m]
		if mod.Source {
			w.slope[m] = 0
		}
		best := math.Inf(-1)
		for v := range mod.Variants {
			x := &mod.Variants[v]
			w.worth[m][v] = math.Inf(-1)
			if !s.open(m, v) {
				continue
			}
			w.worth[m][v] = -s.own(m, v, prices)
			if mod.Source {
				w.worth[m][v] -= out * float64(x.Rows)
			}
			if g, ok := mod.gainIn(v, left); ok {
				best = max(best, g+w.worth[m][v])
			}
		}
		if !math.IsInf(best, -1) {
			s.try(m-1, acc+best, prices)
		}
		return
	}
	for v := range mod.Variants {
		w.worth[m][v] = math.Inf(-1)
	}
	for v := range mod.Variants {
		x := &mod.Variants[v]
		g, ok := mod.gainIn(v, left)
		if !ok || !s.open(m, v) {
			continue
		}
		w.tail[m] = tail + x.atLeast()
		read := prices[mod.Pool] * x.PerRow
		// All its rows go on at the price of behind, or as many as it lets
		// through are paid for: the lesser of both is the truth, and each alone
		// is never less.
		w.worth[m][v], w.slope[m] = -s.own(m, v, prices), read+out
		s.try(m-1, acc+g+w.worth[m][v], prices)
		if x.Rows > 0 && out > 0 {
			w.worth[m][v], w.slope[m] = -s.own(m, v, prices)-out*float64(x.Rows), read
			s.try(m-1, acc+g+w.worth[m][v], prices)
		}
		w.worth[m][v] = math.Inf(-1)
	}
}
