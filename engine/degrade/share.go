package degrade

import (
	"cmp"
	"time"
)

// share the budget of a pool out.
func (c *Controller) share(index int, p *pool, dt time.Duration) {
	if p.capacity == 0 {
		for _, s := range c.order {
			s.budget[index] = unbounded
		}
		return
	}
	evens := c.claim(index, p, dt)
	c.rising = divide(p.budget(), p.calm(), c.claims, c.rising)
	p.short, p.wanted = false, false
	best := bestOf(c.claims)
	for i, s := range c.order {
		cl := &c.claims[i]
		s.budget[index] = cl.got / evens
		if cl.got >= cl.full*(1-1e-9) {
			// What nobody wants needs not be refused to a forecast that is a bit low.
			s.budget[index] = unbounded
		} else {
			p.short = true
			p.wanted = p.wanted || cl.class == best
		}
		if index == 0 && s.care < 1 {
			s.budget[index] = min(s.budget[index], s.needs[index]) * s.care
		}
	}
}

// claim what each key may want of a pool, and tell which share of that will be
// wanted at once. A key's forecast stays above what comes, the more the fewer come;
// of three hundred not all are at their highest together. What all want is
// forecast by itself.
func (c *Controller) claim(index int, p *pool, dt time.Duration) (evens float64) {
	asked, now, was, is := 0.0, 0.0, 0.0, 0.0
	for i, s := range c.order {
		cl := &c.claims[i]
		cl.class, cl.weight = s.spec.Class, s.spec.Weight
		cl.least, cl.full = s.need(s.demand, index)
		s.needs[index] = cl.full
		asked += cl.full
		_, unit := s.need(s.mix, index)
		now += s.steady * unit
		was, is = was+s.ahead.taken*s.units[index], is+s.ahead.taken*unit
		s.units[index] = unit
	}
	if was > 0 {
		p.crowd.scale(is / was) // plans that cost more are no more requests
	}
	all := p.crowd.step(now, dt.Seconds())
	if all >= asked*(1-1e-9) {
		return 1
	}
	evens = max(all/asked, 1e-3) // of very many that nobody asks
	for i := range c.claims {
		c.claims[i].least *= evens
		c.claims[i].full *= evens
	}
	return evens
}

// need of the cheapest and the full plans of a key for a demand by tier, in cores. Who
// tries what is switched off takes it with all: a flood that comes while it is tried by
// many is not to find a budget without bound.
func (s *scene) need(demand []float64, pool int) (least, full float64) {
	least, full = s.lines[without].need(demand, pool)
	if trying := s.machine.share(s.rate); trying > 0 && s.lines[withAll] != s.lines[without] {
		_, all := s.lines[withAll].need(demand, pool)
		full += trying * (all - full)
	}
	return least, full
}

// claim of a key on a pool, in cores.
type claim struct {
	class       Class
	weight      float64
	least, full float64 // what its cheapest plans and its full plans take
	got         float64
}

// divide a budget among claims.
//
//  1. Nobody is pushed below the fair share b·w/Σw, nor takes more than its full
//     plans need: a loud key does not degrade a quiet one.
//  2. What is left brings everybody to its cheapest plans, core first: to answer
//     everyone comes before answering some better.
//  3. The rest goes up to the full plans, core first, within a class max-min
//     fairly by weight; those below the best class only as far as some of the time
//     is kept for that to find.
//
// The scratch is given back for the next time.
func divide(budget, kept float64, claims []claim, scratch []rise) []rise {
	weights := 0.0
	for i := range claims {
		c := &claims[i]
		c.got = 0
		if c.full > 0 {
			weights += c.weight
		}
	}
	if weights == 0 {
		return scratch
	}
	left := budget
	for i := range claims {
		c := &claims[i]
		c.got = min(c.full, budget*c.weight/weights)
		left -= c.got
	}
	best := bestOf(claims)
	for _, full := range []bool{false, true} {
		for class := Core; class <= Spare; class++ {
			scratch = scratch[:0]
			for i := range claims {
				c := &claims[i]
				to := c.least
				if full {
					to = c.full
				}
				if c.class == class && to > c.got {
					scratch = append(scratch, rise{c, c.weight, c.got, to})
				}
			}
			if full && class > best {
				left, kept = left-kept, 0
			}
			left = raise(left, scratch)
		}
	}
	return scratch
}

// bestOf the classes that want something.
func bestOf(claims []claim) Class {
	best := Spare
	for i := range claims {
		if claims[i].full > 0 {
			best = min(best, claims[i].class)
		}
	}
	return best
}

// rise of a claim, from what it has to what it may have.
type rise struct {
	claim            *claim
	weight, from, to float64
}

// at a level by weight, how much it rises.
func (r *rise) at(level float64) float64 {
	return max(0, min(r.to, level*r.weight)-r.from)
}

// raise claims so that what they have by weight is as even as can be (max-min). It
// gives what is left of the budget.
func raise(left float64, rises []rise) float64 {
	const rounds = 60
	need, top := 0.0, 0.0
	for i := range rises {
		r := &rises[i]
		need += r.to - r.from
		top = max(top, r.to/r.weight)
	}
	if need == 0 || left <= 0 {
		return left
	}
	level := top
	if need > left {
		lo, hi := 0.0, top
		for range rounds {
			if level = (lo + hi) / 2; level == lo || level == hi {
				break // no number is between them
			}
			sum := 0.0
			for i := range rises {
				sum += rises[i].at(level)
			}
			if sum > left {
				hi = level
			} else {
				lo = level
			}
		}
		level = lo
	}
	for i := range rises {
		more := rises[i].at(level)
		rises[i].claim.got += more
		left -= more
	}
	return left
}

// byWorth orders steps: later orders of tiers first, then by gain over cost.
func byWorth(a, b step) int {
	if c := cmp.Compare(a.turn, b.turn); c != 0 {
		return c
	}
	if c := cmp.Compare(b.ratio, a.ratio); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.tier, b.tier), cmp.Compare(b.from, a.from))
}
