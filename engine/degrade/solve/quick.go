package solve

import (
	"math"
	"slices"
)

// quick bounds what the sources can be worth once everything behind them
// stands: most ways of the stages fall here, without a look at each source.
// Sources that are read by the same modules and begin as soon see the same price
// of a row and have the same time left; both are rounded in their favour and
// remembered.
type quick struct {
	first  int // modules below are sources; 0 when there are none to speak of
	groups []group
}

type group struct {
	members []int
	bound   []float64 // by price and time left; NaN where not known yet
}

const (
	quickPrices = 24 * quickOctave // from 2^−20 on
	quickOctave = 16
	quickTimes  = 33
)

func (s *Solver) groupSources() {
	q := &s.quick
	for q.first < len(s.p.Modules) && s.p.Modules[q.first].Source && !s.tried[q.first] {
		m := q.first
		at := slices.IndexFunc(q.groups, func(g group) bool {
			return slices.Equal(s.users[g.members[0]], s.users[m]) && s.head[g.members[0]] == s.head[m]
		})
		if at < 0 {
			at = len(q.groups)
			q.groups = append(q.groups, group{bound: make([]float64, quickPrices*quickTimes)})
		}
		q.groups[at].members = append(q.groups[at].members, m)
		q.first++
	}
	if len(q.groups)*2 > q.first {
		q.first = 0 // nothing to save
	}
}

func (q *quick) forget() {
	for i := range q.groups {
		for k := range q.groups[i].bound {
			q.groups[i].bound[k] = math.NaN()
		}
	}
}

// sourcesAtMost are worth so much, once all behind them stands.
func (s *Solver) sourcesAtMost(prices []float64) float64 {
	sum := 0.0
	for i := range s.quick.groups {
		g := &s.quick.groups[i]
		out, tail := 0.0, 0
		for _, u := range s.users[g.members[0]] {
			out += s.work.slope[u]
			tail = max(tail, s.work.tail[u])
		}
		left := s.p.Deadline - tail - s.head[g.members[0]]
		if left < 0 {
			return math.Inf(-1)
		}
		price := 0
		if out > 0x1p-20 {
			price = min(1+int(quickOctave*(math.Log2(out)+20)), quickPrices-1)
		}
		grain := s.p.Deadline/(quickTimes-1) + 1
		time := (left + grain - 1) / grain
		b := &g.bound[price*quickTimes+time]
		if math.IsNaN(*b) {
			cheaper := 0.0
			if price > 0 {
				cheaper = math.Exp2(float64(price-1)/quickOctave - 20)
			}
			*b = s.boundOf(g, cheaper, min(time*grain, s.p.Deadline), prices)
		}
		sum += *b
	}
	return sum
}

func (s *Solver) boundOf(g *group, out float64, left int, prices []float64) float64 {
	sum := 0.0
	for _, m := range g.members {
		mod := &s.p.Modules[m]
		best := math.Inf(-1)
		for v := range mod.Variants {
			if gain, ok := mod.gainIn(v, left); ok && s.open(m, v) {
				best = max(best, gain-s.own(m, v, prices)-out*float64(mod.Variants[v].Rows))
			}
		}
		sum += best
	}
	return sum
}
