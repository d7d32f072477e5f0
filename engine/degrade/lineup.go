package degrade

import (
	"math"
	"slices"
)

// lineup is the plans of a key, by tier, and the order in which a budget buys
// the steps between them. It is made anew with the hull and read every tick.
type lineup struct {
	tiers   [][]*Plan // from the full plan to the cheapest
	steps   []step
	pools   []side
	bottom  []float64 // by tier: the index of its cheapest plan
	bought  []uint8   // how many of the steps before every so many of them are of each tier
	weights []float64 // what a core of each pool counts beside one of another
	refusal float64   // CPU seconds of a request that is refused
	whole   *Plan     // of the lineup with all: that in which nothing at all is switched off
}

// step up of one tier, from plan `from` to the dearer one before it. It is small:
// every tick goes through those of all keys.
type step struct {
	ratio float64 // weighted gain by cost at the weights of the pools
	tier  uint8
	from  uint8
	turn  uint8 // lower ones are bought first
}

// side of a lineup: what it costs in one pool, in cores for one request a second.
type side struct {
	ends []tierCost // by tier
	adds []float64  // by step
	sums []float64  // what the steps before every so many of them add, by tier; nil where some add less than nothing
}

// tierCost is what the cheapest and the full plan of a tier cost in a pool.
type tierCost struct{ least, full float64 }

func newLineup(spec *Spec, tiers [][]*Plan, weights []float64) *lineup {
	l := &lineup{tiers: tiers, weights: weights}
	for t, plans := range tiers {
		if spec.Tiers[t].Order == AtOnce && len(plans) > 2 {
			// Nothing between the full plan and the cheapest.
			plans = []*Plan{plans[0], plans[len(plans)-1]}
			l.tiers[t] = plans
		}
		for from := len(plans) - 1; from > 0; from-- {
			up, down := plans[from-1], plans[from]
			s := step{turn: turnOf(spec.Tiers[t].Order), tier: uint8(t), from: uint8(from), ratio: math.Inf(1)}
			cost := 0.0
			for q := range up.cost {
				cost += weights[q] * (up.cost[q] - down.cost[q])
			}
			if cost > 0 {
				s.ratio = spec.Tiers[t].Weight * (up.Gain - down.Gain) / cost
			}
			l.steps = append(l.steps, s)
		}
	}
	slices.SortStableFunc(l.steps, byWorth)
	l.chain()
	l.tabulate()
	l.mark()
	return l
}

// leapSteps are as many as a filling passes over at once.
const leapSteps = 8

// mark what the steps take before every so many of them, by tier, so that a filling
// needs not look at each. Demands differ in every tick, so they are not in it.
func (l *lineup) mark() {
	n := len(l.tiers)
	marks := len(l.steps)/leapSteps + 1
	l.bought = make([]uint8, marks*n)
	for i, s := range l.steps {
		if at := (i/leapSteps + 1) * n; at < len(l.bought) {
			if i%leapSteps == 0 {
				copy(l.bought[at:at+n], l.bought[at-n:at])
			}
			l.bought[at+int(s.tier)]++
		}
	}
	all := make([]float64, len(l.pools)*marks*n) // side by side: every tick reads them
	for q := range l.pools {
		l.pools[q].mark(l.steps, all[q*marks*n:(q+1)*marks*n:(q+1)*marks*n], n)
	}
}

// mark the sums of a pool, into memory that is given.
func (p *side) mark(steps []step, sums []float64, tiers int) {
	sum := make([]float64, tiers)
	for i, a := range p.adds {
		if a < 0 {
			return
		}
		if i%leapSteps == 0 {
			copy(sums[i/leapSteps*tiers:], sum)
		}
		sum[steps[i].tier] += a
	}
	if n := len(p.adds); n%leapSteps == 0 {
		copy(sums[n/leapSteps*tiers:], sum)
	}
	p.sums = sums
}

// tabulate the costs, by pool.
func (l *lineup) tabulate() {
	for _, plans := range l.tiers {
		l.bottom = append(l.bottom, float64(len(plans)-1))
	}
	for q := range l.weights {
		ends, adds := make([]tierCost, len(l.tiers)), make([]float64, len(l.steps))
		for t, plans := range l.tiers {
			ends[t] = tierCost{plans[len(plans)-1].cost[q], plans[0].cost[q]}
		}
		for i, s := range l.steps {
			plans := l.tiers[s.tier]
			adds[i] = plans[s.from-1].cost[q] - plans[s.from].cost[q]
		}
		l.pools = append(l.pools, side{ends: ends, adds: adds})
	}
}

// chain keeps each tier's steps in their order, whatever their ratios: a hull
// is concave but for its first plan, which is there whatever it is worth.
func (l *lineup) chain() {
	next := make([]int, len(l.tiers))
	for t, plans := range l.tiers {
		next[t] = len(plans) - 1
	}
	out := make([]step, 0, len(l.steps))
	left := l.steps
	for len(left) > 0 {
		at := slices.IndexFunc(left, func(s step) bool { return next[s.tier] == int(s.from) })
		out = append(out, left[at])
		next[left[at].tier]--
		left = slices.Delete(left, at, at+1)
	}
	l.steps = out
}

func turnOf(o Order) uint8 {
	switch o {
	case Last:
		return 0
	case ByGain:
		return 1
	case First:
		return 2
	}
	return 3
}

// need of the cheapest and the full plans for a demand by tier, in cores.
func (l *lineup) need(demand []float64, pool int) (least, full float64) {
	for t, c := range l.pools[pool].ends {
		least += demand[t] * c.least
		full += demand[t] * c.full
	}
	return least, full
}

// leastTakes is what the cheapest plans ask of a pool, in cores, for all that are
// not refused.
func (l *lineup) leastTakes(demand, shed []float64, pool int) (sum float64) {
	for t, c := range l.pools[pool].ends {
		sum += demand[t] * (1 - shed[t]) * c.least
	}
	return sum
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

// gain of a filling, weighted, a second.
func (l *lineup) gain(spec *Spec, demand []float64, f *filled) (sum float64) {
	for t, plans := range l.tiers {
		at := min(int(f.depth[t]), len(plans)-1)
		part := f.depth[t] - float64(at)
		deep := plans[min(at+1, len(plans)-1)]
		sum += demand[t] * spec.Tiers[t].Weight * (1 - f.shed[t]) * ((1-part)*plans[at].Gain + part*deep.Gain)
	}
	return sum
}
