package degrade

// fit what was bought into the other pools: while one of them is asked for more
// than its share, less is bought, along the same steps. It gives the pool that
// binds, -1 when none does. A hand that wants the full plans has them.
func (s *scene) fit(l *lineup, budget float64, f *filled) (binding int) {
	const rounds = 24
	binding = -1
	if budget < unbounded {
		binding = 0
	}
	if s.hold.full() {
		return binding
	}
	_, hi := l.need(s.demand, 0)
	hi = min(hi, budget)
	for q := 1; q < len(s.budget)-1; q++ {
		if s.budget[q] >= unbounded || l.takes(s.demand, f, q) <= s.budget[q] {
			continue
		}
		binding = q
		lo := 0.0
		for range rounds {
			mid := (lo + hi) / 2
			if l.fill(&s.spec, s.demand, mid, 0, f); l.takes(s.demand, f, q) > s.budget[q] {
				hi = mid
			} else {
				lo = mid
			}
		}
		hi = lo
		l.fill(&s.spec, s.demand, lo, 0, f)
	}
	return binding
}

// takes is what a filling asks of a pool, in cores.
func (l *lineup) takes(demand []float64, f *filled, pool int) (sum float64) {
	for t, plans := range l.tiers {
		at := min(int(f.depth[t]), len(plans)-1)
		part := f.depth[t] - float64(at)
		deep := plans[min(at+1, len(plans)-1)]
		sum += demand[t] * (1 - f.shed[t]) * ((1-part)*plans[at].cost[pool] + part*deep.cost[pool])
	}
	return sum
}
