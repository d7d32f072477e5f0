package degrade

import (
	"math"
	"slices"
)

// lineup is the plans of a key, by tier, and the order in which a budget buys
// the steps between them. It is made anew with the hull and read every tick.
type lineup struct {
	tiers [][]*Plan // from the full plan to the cheapest
	steps []step
}

// step up of one tier, from plan `from` to the dearer one before it.
type step struct {
	turn       uint8 // lower ones are bought first
	tier, from int
	gain, cost float64 // what it adds to a request; cost in cores a request a second
	ratio      float64 // weighted gain by cost
}

func newLineup(spec *Spec, tiers [][]*Plan, pool int) *lineup {
	l := &lineup{tiers: tiers}
	for t, plans := range tiers {
		if spec.Tiers[t].Order == AtOnce && len(plans) > 2 {
			// Nothing between the full plan and the cheapest.
			plans = []*Plan{plans[0], plans[len(plans)-1]}
			l.tiers[t] = plans
		}
		for from := len(plans) - 1; from > 0; from-- {
			up, down := plans[from-1], plans[from]
			s := step{turn: turnOf(spec.Tiers[t].Order), tier: t, from: from,
				gain: up.Gain - down.Gain, cost: up.cost[pool] - down.cost[pool]}
			s.ratio = math.Inf(1)
			if s.cost > 0 {
				s.ratio = spec.Tiers[t].Weight * s.gain / s.cost
			}
			l.steps = append(l.steps, s)
		}
	}
	slices.SortStableFunc(l.steps, byWorth)
	l.chain()
	return l
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
		at := slices.IndexFunc(left, func(s step) bool { return next[s.tier] == s.from })
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

// filled is what a budget buys.
type filled struct {
	depth []float64 // by tier: plan index; the fraction is the share of users on the next deeper one
	shed  []float64 // by tier: share refused
	price float64   // weighted gain by core at the step that is bought in part; 0 when all are bought
}

// copy into the memory of another.
func (f *filled) copy(into filled) filled {
	into.depth, into.shed, into.price = append(into.depth[:0], f.depth...), append(into.shed[:0], f.shed...), f.price
	return into
}

// need of the cheapest and the full plans for a demand by tier, in cores.
func (l *lineup) need(demand []float64, pool int) (least, full float64) {
	for t, plans := range l.tiers {
		least += demand[t] * plans[len(plans)-1].cost[pool]
		full += demand[t] * plans[0].cost[pool]
	}
	return least, full
}

// fill a budget in cores with steps, for a demand by tier in requests a second.
// At most one tier is left between two plans. When not even the cheapest plans
// fit, a share is refused, lower tiers first.
func (l *lineup) fill(spec *Spec, demand []float64, budget float64, pool int, out *filled) {
	out.price = 0
	out.depth, out.shed = out.depth[:0], out.shed[:0]
	for _, plans := range l.tiers {
		out.depth = append(out.depth, float64(len(plans)-1))
		out.shed = append(out.shed, 0)
	}
	least, _ := l.need(demand, pool)
	if left := budget - least; left < -1e-12 {
		l.refuse(spec, demand, -left, pool, out)
		if len(l.steps) > 0 {
			out.price = l.steps[0].ratio
		}
		return
	} else {
		budget = left
	}
	for i := range l.steps {
		s := &l.steps[i]
		take := demand[s.tier] * s.cost
		if take <= budget+1e-12 {
			out.depth[s.tier] = float64(s.from - 1)
			budget -= take
			continue
		}
		out.depth[s.tier] = float64(s.from) - budget/take
		out.price = s.ratio
		return
	}
}

// refuse so many cores' worth of requests at the cheapest plans.
func (l *lineup) refuse(spec *Spec, demand []float64, over float64, pool int, out *filled) {
	order := make([]int, len(l.tiers))
	for t := range order {
		order[t] = t
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &spec.Tiers[a], &spec.Tiers[b]
		if d := int(turnOf(y.refusal())) - int(turnOf(x.refusal())); d != 0 {
			return d
		}
		switch {
		case x.Weight < y.Weight:
			return -1
		case x.Weight > y.Weight:
			return 1
		}
		return 0
	})
	for _, t := range order {
		plans := l.tiers[t]
		takes := demand[t] * plans[len(plans)-1].cost[pool]
		if spec.Tiers[t].NoShed || takes <= 0 {
			continue
		}
		out.shed[t] = min(1, over/takes)
		if over -= takes; over <= 0 {
			return
		}
	}
}

// refusal is when a tier is refused.
func (t *Tier) refusal() Order {
	if t.Refuse == First || t.Refuse == Last {
		return t.Refuse
	}
	return t.Order
}
