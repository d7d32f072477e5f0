package solve

import "math"

// maxPoints of a hull: more differ by less than a thousandth of the gain.
const maxPoints = 64

// Hull is the upper concave envelope of (cost, gain) over all choices, cost
// being Σ weight[pool]·cost, from the dearest (the full plan: all the gain there
// is) to the cheapest. Between neighbours gain per cost grows.
func (s *Solver) Hull(weight []float64) []Choice {
	h := hullFinder{s: s, weight: weight, prices: make([]float64, len(weight))}
	// A price that is nearly nothing takes the cheaper of two that are worth the
	// same; one that nothing is worth takes the better of two as cheap.
	full, ok := h.at(tiny, math.Inf(-1))
	if !ok {
		return nil
	}
	cheap, _ := h.at(huge, math.Inf(-1))
	h.out = append(h.out, full)
	if h.cost(&cheap) < h.cost(&full)-slack {
		h.between(full, cheap)
		h.out = append(h.out, cheap)
	}
	return h.out
}

const (
	tiny  = 1e-9
	huge  = 1e7
	slack = 1e-9
)

type hullFinder struct {
	s      *Solver
	weight []float64
	prices []float64
	out    []Choice
}

func (h *hullFinder) cost(c *Choice) float64 {
	sum := 0.0
	for p, w := range h.weight {
		sum += w * c.Cost[p]
	}
	return sum
}

func (h *hullFinder) at(price, moreThan float64) (Choice, bool) {
	for p, w := range h.weight {
		h.prices[p] = w * price
	}
	return h.s.Best(h.prices, moreThan)
}

// between finds what lies above the line from a down to b, dearest first. At
// the price of the line both are worth the same; what is worth more is a corner.
func (h *hullFinder) between(a, b Choice) {
	if len(h.out) >= maxPoints {
		return
	}
	ca, cb := h.cost(&a), h.cost(&b)
	if ca-cb <= slack || a.Gain-b.Gain <= slack {
		return
	}
	price := (a.Gain - b.Gain) / (ca - cb)
	c, ok := h.at(price, a.Gain-price*ca+1e-7*max(1, math.Abs(a.Gain)))
	if !ok || h.cost(&c) >= ca-slack || h.cost(&c) <= cb+slack {
		return
	}
	h.between(a, c)
	h.out = append(h.out, c)
	h.between(c, b)
}
