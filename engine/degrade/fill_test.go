package degrade

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Who has the deeper plan at one depth has it at all greater ones, no two tiers
// are between plans, and more budget never means a deeper plan.
func TestFillIsNestedAndMonotone(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	rapid.Check(t, func(t *rapid.T) {
		demand := []float64{rapid.Float64Range(0, 5000).Draw(t, "visitors"), rapid.Float64Range(0, 5000).Draw(t, "members")}
		least, full := s.lines[0].need(demand, 0)
		b := rapid.Float64Range(0, 1.2).Draw(t, "budget") * full
		var one, more filled
		s.lines[0].fill(&s.spec, demand, []float64{b, unbounded}, &one)
		s.lines[0].fill(&s.spec, demand, []float64{b * 1.1, unbounded}, &more)
		parts, takes := 0, 0.0
		for i, d := range one.depth {
			if f := d - math.Floor(d); f > 1e-9 && f < 1-1e-9 {
				parts++
			}
			if more.depth[i] > d+1e-9 || more.shed[i] > one.shed[i]+1e-9 {
				t.Fatalf("more budget is worse: %+v, then %+v", one, more)
			}
			plans := s.lines[0].tiers[i]
			light, deep, cut := split(plans, d)
			at := float64(cut) / math.MaxUint64
			takes += demand[i] * (1 - one.shed[i]) * ((1-at)*light.cost[0] + at*deep.cost[0])
		}
		if parts > 1 {
			t.Fatalf("%d tiers are between two plans: %v", parts, one.depth)
		}
		if takes > max(b, least)+1e-6 && one.shed[0] < 1 {
			t.Fatalf("%g cores of a budget of %g (least %g)", takes, b, least)
		}
		if b < least && one.shed[0] == 0 && demand[0] > 0 && least-b > 1e-9 {
			t.Fatalf("nobody is refused at %g of %g", b, least)
		}
	})
}
