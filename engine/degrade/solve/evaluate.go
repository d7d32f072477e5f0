package solve

import "math"

// work is the memory of a Solver.
type work struct {
	atMost []float64   // by module: what it and those before are worth at most
	slope  []float64   // by module: price of a row it reads
	tail   []int       // by module: steps from its beginning to the end, at least
	worth  [][]float64 // by module and variant: −price; −Inf for one not to take
	value  [][]float64 // by op and steps of time: the most it is worth in them
	fixed  []int       // moments being tried, by level
	moment []int       // of them the best

	pick       []uint8
	within     []int
	best       float64
	found      bool
	bestPick   []uint8
	bestWithin []int
}

func (w *work) init(modules, ops, levels, steps int) {
	w.atMost, w.slope = make([]float64, modules), make([]float64, modules)
	w.tail = make([]int, modules)
	w.pick, w.bestPick = make([]uint8, modules), make([]uint8, modules)
	w.within, w.bestWithin = make([]int, modules), make([]int, modules)
	w.worth, w.value = make([][]float64, modules), make([][]float64, ops)
	for i := range w.worth {
		w.worth[i] = make([]float64, MaxVariants)
	}
	for i := range w.value {
		w.value[i] = make([]float64, steps)
	}
	w.fixed, w.moment = make([]int, levels), make([]int, levels)
}

// evaluate what stands: the best split of the time, and keep it when it is the
// best so far.
func (s *Solver) evaluate(prices []float64) {
	w := &s.work
	v := s.run(0, 0)
	if !(v > w.best) {
		return
	}
	// What lies behind the fixed moments was overwritten by later ones.
	copy(w.fixed, w.moment)
	for level := range s.shape.first {
		s.fill(s.shape.first[level], s.end(level+1))
	}
	s.descend(len(s.shape.ops)-1, s.p.Deadline)
	w.best, w.found = v, true
	copy(w.bestPick, w.pick)
	copy(w.bestWithin, w.within)
}

// end of the ops of a level.
func (s *Solver) end(level int) int {
	if level < len(s.shape.first) {
		return s.shape.first[level]
	}
	return len(s.shape.ops)
}

// run the ops from one on, and give the worth of the whole within the deadline.
func (s *Solver) run(from, level int) float64 {
	w, steps := &s.work, s.p.Deadline+1
	s.fill(from, s.end(level))
	if level == len(s.shape.first) {
		return w.value[len(w.value)-1][steps-1]
	}
	best, at := math.Inf(-1), 0
	inner := make([]int, len(w.fixed))
	for c := range steps {
		w.fixed[level] = c
		if v := s.run(s.shape.first[level], level+1); v > best {
			best, at = v, c
			copy(inner[level+1:], w.moment[level+1:])
		}
	}
	w.moment[level] = at
	copy(w.moment[level+1:], inner[level+1:])
	return best
}

// fill the values of ops from, … to−1.
func (s *Solver) fill(from, to int) {
	w, steps := &s.work, s.p.Deadline+1
	for i := from; i < to; i++ {
		o := &s.shape.ops[i]
		out := w.value[i]
		switch o.kind {
		case opLeaf:
			s.leaf(o.a, out)
		case opZero:
			clear(out)
		case opAdd:
			a, b := w.value[o.a], w.value[o.b]
			for d := range out {
				out[d] = a[d] + b[d]
			}
		case opSeries:
			series(out, w.value[o.a], w.value[o.b])
		case opAfter:
			shift(out, w.value[o.a], w.fixed[o.b])
		case opBefore:
			shift(out, w.value[o.a], steps-1-w.fixed[o.b])
		}
	}
}

// leaf is what a module is worth by the time it is given; never less for more.
func (s *Solver) leaf(m int, out []float64) {
	for d := range out {
		out[d] = math.Inf(-1)
	}
	mod := &s.p.Modules[m]
	for v := range mod.Variants {
		x := &mod.Variants[v]
		worth := s.work.worth[m][v]
		if math.IsInf(worth, -1) {
			continue
		}
		if x.Arrive == nil {
			for d := x.Time; d < len(out); d++ {
				out[d] = max(out[d], x.Gain+worth)
			}
			continue
		}
		for d := range out {
			g, _ := mod.gainIn(v, d)
			out[d] = max(out[d], g+worth)
		}
	}
}

// series is the (max,+) convolution of two functions that never fall. Only
// where one rises can the best split lie, so the one with fewer rises leads.
func series(out, a, b []float64) {
	if rises(a) > rises(b) {
		a, b = b, a
	}
	for d := range out {
		out[d] = math.Inf(-1)
	}
	last := math.Inf(-1)
	for at, v := range a {
		if v == last {
			continue
		}
		last = v
		for d := at; d < len(out); d++ {
			out[d] = max(out[d], v+b[d-at])
		}
	}
}

func rises(a []float64) int {
	n, last := 0, math.Inf(-1)
	for _, v := range a {
		if v != last {
			n, last = n+1, v
		}
	}
	return n
}

func shift(out, a []float64, by int) {
	for d := range out {
		if d < by {
			out[d] = math.Inf(-1)
		} else {
			out[d] = a[d-by]
		}
	}
}

// descend gives each module its variant and time: op i has d steps.
func (s *Solver) descend(i, d int) {
	w := &s.work
	switch o := &s.shape.ops[i]; o.kind {
	case opLeaf:
		m := &s.p.Modules[o.a]
		best := math.Inf(-1)
		for v := range m.Variants {
			if g, ok := m.gainIn(v, d); ok && g+w.worth[o.a][v] > best {
				best, w.pick[o.a] = g+w.worth[o.a][v], uint8(v)
			}
		}
		w.within[o.a] = d
	case opAdd:
		s.descend(o.a, d)
		s.descend(o.b, d)
	case opSeries:
		a, b := w.value[o.a], w.value[o.b]
		best, at := math.Inf(-1), 0
		for k := range d + 1 {
			if v := a[k] + b[d-k]; v > best {
				best, at = v, k
			}
		}
		s.descend(o.a, at)
		s.descend(o.b, d-at)
	case opAfter:
		s.descend(o.a, d-w.fixed[o.b])
	case opBefore:
		s.descend(o.a, d-(s.p.Deadline-w.fixed[o.b]))
	}
}
