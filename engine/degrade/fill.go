package degrade

import (
	"cmp"
	"slices"
)

// filled is what the budgets buy.
type filled struct {
	depth   []float64 // by tier: plan index; the fraction is the share of users on the next deeper one
	shed    []float64 // by tier: share refused
	price   float64   // weighted gain by core of the binding pool at the step that is bought in part; 0 when all are bought
	binding int       // the pool that binds first; -1 when none does

	left    []float64 // scratch, by pool
	refused uint32    // pools, as bits, in which somebody is refused
	stuck   []bool    // scratch of buy, by tier: its next step was not bought in full
}

// fill the budgets, in cores by pool, with steps, for a demand by tier in
// requests a second. Each pool leaves at most one tier between two plans. When
// not even the cheapest plans fit, a share is refused, lower tiers first.
func (l *lineup) fill(spec *Spec, demand, budget []float64, out *filled) {
	out.start(l, budget)
	bounded, only := 0, -1
	for q, b := range budget {
		if b >= unbounded {
			continue
		}
		bounded, only = bounded+1, q
		least, _ := l.need(demand, q)
		if b < least-1e-12 {
			l.refuse(spec, demand, q, b, out)
			out.refused |= 1 << q
			if out.binding < 0 && len(l.steps) > 0 {
				out.binding, out.price = q, l.steps[0].ratio*l.weights[q]
			}
		}
	}
	switch bounded {
	case 0:
		clear(out.depth) // everybody has the full plan
	case 1:
		l.buyOf(only, demand, out)
	default:
		l.buy(demand, out)
	}
}

// rest of a pool's budget, after the cheapest plans.
func (l *lineup) rest(q int, demand []float64, out *filled) float64 {
	switch {
	case out.left[q] >= unbounded:
		return out.left[q]
	case out.refused>>q&1 == 1:
		return -1 // where somebody is refused nobody gets better
	}
	return out.left[q] - l.leastTakes(demand, out.shed, q)
}

// buyOf one pool as many steps as its budget pays for. What comes after the first
// that it does not pay for is worth less and costs the same pool.
func (l *lineup) buyOf(pool int, demand []float64, out *filled) {
	left := l.rest(pool, demand, out)
	first := 0
	if l.pools[pool].sums != nil {
		first, left = l.leap(pool, demand, left, out)
	}
	adds := l.pools[pool].adds
	for i := first; i < len(adds); i++ {
		s, adds := &l.steps[i], adds[i]
		wanted := demand[s.tier] * (1 - out.shed[s.tier])
		if takes := adds * wanted; adds > 0 && takes > left+1e-12 {
			out.depth[s.tier] = float64(s.from) - max(0, left)/max(takes, 1e-18)
			if out.binding < 0 {
				out.binding, out.price = pool, s.ratio*l.weights[pool]
			}
			return
		}
		left -= wanted * adds
		out.depth[s.tier] = float64(s.from - 1)
	}
}

// leap over the whole leaps that the budget of a pool pays for. It gives the step
// that comes next and what is left.
func (l *lineup) leap(pool int, demand []float64, left float64, out *filled) (int, float64) {
	n := len(l.tiers)
	sums := l.pools[pool].sums
	to, paid := 0, 0.0
	for at := n; at < len(sums); at += n {
		takes := 0.0
		for t, sum := range sums[at : at+n] {
			takes += demand[t] * (1 - out.shed[t]) * sum
		}
		if takes > left {
			break
		}
		to, paid = at, takes
	}
	for t, bought := range l.bought[to : to+n] {
		out.depth[t] -= float64(bought)
	}
	return to / n * leapSteps, left - paid
}

// buy steps of several pools: a tier whose next step one of them does not pay for
// stops there, the others go on.
func (l *lineup) buy(demand []float64, out *filled) {
	out.stuck = slices.Grow(out.stuck[:0], len(l.tiers))[:len(l.tiers)]
	clear(out.stuck)
	for q := range out.left {
		out.left[q] = l.rest(q, demand, out)
	}
	for i := range l.steps {
		s := &l.steps[i]
		if out.stuck[s.tier] {
			continue
		}
		wanted := demand[s.tier] * (1 - out.shed[s.tier])
		part, bind := 1.0, -1
		for q := range out.left {
			if takes := l.pools[q].adds[i]; takes > 0 && takes*wanted > out.left[q]+1e-12 {
				if p := max(0, out.left[q]) / max(takes*wanted, 1e-18); p < part || bind < 0 {
					part, bind = p, q
				}
			}
		}
		for q := range out.left {
			out.left[q] -= part * wanted * l.pools[q].adds[i]
		}
		if bind < 0 {
			out.depth[s.tier] = float64(s.from - 1)
			continue
		}
		out.depth[s.tier] = float64(s.from) - part
		out.stuck[s.tier] = true
		if out.binding < 0 {
			out.binding, out.price = bind, s.ratio*l.weights[bind]
		}
	}
}

// start with the cheapest plans and nobody refused.
func (f *filled) start(l *lineup, budget []float64) {
	f.price, f.binding, f.refused = 0, -1, 0
	f.depth, f.left = append(f.depth[:0], l.bottom...), append(f.left[:0], budget...)
	f.shed = slices.Grow(f.shed[:0], len(f.depth))[:len(f.depth)]
	clear(f.shed)
}

// refuse as many requests, at the cheapest plans, as a pool cannot take.
func (l *lineup) refuse(spec *Spec, demand []float64, pool int, budget float64, out *filled) {
	over, costs := l.takes(demand, out, pool)-budget, 0.0
	if pool == 0 {
		costs = l.refusal
	}
	order := make([]int, len(l.tiers))
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &spec.Tiers[a], &spec.Tiers[b]
		return cmp.Or(int(turnOf(y.refusal()))-int(turnOf(x.refusal())), cmp.Compare(x.Weight, y.Weight))
	})
	for _, t := range order {
		takes := demand[t] * (1 - out.shed[t]) * (l.pools[pool].ends[t].least - costs)
		if spec.Tiers[t].NoShed || takes <= 0 || over <= 0 {
			continue
		}
		out.shed[t] += (1 - out.shed[t]) * min(1, over/takes)
		over -= takes
	}
}

// refusal is when a tier is refused.
func (t *Tier) refusal() Order {
	if t.Refuse == First || t.Refuse == Last {
		return t.Refuse
	}
	return t.Order
}
