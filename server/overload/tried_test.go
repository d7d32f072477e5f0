package overload

import (
	"math"
	"testing"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/api"
)

// Who tries a node that is off has it: of a probe all but the tier of the highest weight,
// of a recovery all.
func TestWhoTriesANodeHasIt(t *testing.T) {
	tiers := []degrade.TierStatus{{Name: "", Share: .8, Weight: 1}, {Name: "loyal", Share: .2, Weight: 3}}
	for _, c := range []struct {
		state        degrade.State
		trying       float64
		less, tries  float64
		rest, loyals float64
	}{
		{degrade.DEGRADED, 0, 1, 0, 1, 1},
		{degrade.PROBING, .05, .8*.95 + .2, .8 * .05, .95, 1},
		{degrade.RECOVERING, .4, .6, .4, .6, .6},
		{degrade.RECOVERING, 1, 0, 1, 0, 0},
	} {
		m := &degrade.ModuleStatus{Module: "near", Variant: "off", Less: 1, Cause: degrade.Slow, Tiers: []degrade.ModuleTierStatus{{Variant: "off", Less: 1}, {Variant: "off", Less: 1}}}
		v := moduleView(m, 0, &degrade.Status{State: c.state, Trying: c.trying, Tiers: tiers})
		near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
		if !near(v.Less, c.less) || !near(v.Trying, c.tries) || !near(v.Tiers[0].Less, c.rest) || !near(v.Tiers[1].Less, c.loyals) {
			t.Errorf("%s, %g try: %+v", c.state, c.trying, v)
		}
		m.Cause = degrade.ByHand
		if v := moduleView(m, 0, &degrade.Status{State: c.state, Trying: c.trying, Tiers: tiers}); v.Less != 1 || v.Trying != 0 {
			t.Errorf("by hand: %+v", v)
		}
	}
	var none api.DegradationModule
	triedAgain(&none, &degrade.Status{State: degrade.RECOVERING, Trying: .5})
}
