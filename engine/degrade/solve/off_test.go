package solve

import (
	"math/rand/v2"
	"testing"
)

// Switching a module off never raises the cost of a plan, if off lets through no
// more rows than what it stands for.
func TestOffNeverCostsMore(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 3))
	seen := 0
	for range 3000 {
		p := kinds[r.IntN(len(kinds))].random(r)
		choice := make([]uint8, len(p.Modules))
		for m := range choice {
			choice[m] = uint8(r.IntN(len(p.Modules[m].Variants)))
		}
		for m := range choice {
			if !p.Modules[m].Variants[0].Off || choice[m] == 0 {
				continue
			}
			full := &p.Modules[m].Variants[choice[m]]
			if off := &p.Modules[m].Variants[0]; !p.Modules[m].Source && full.Rows > 0 {
				off.Rows = min(full.Rows, max(off.Rows, 1))
			} else if !p.Modules[m].Source {
				off.Rows = 0
			}
			before, _ := p.Cost(choice)
			was := choice[m]
			choice[m] = 0
			after, _ := p.Cost(choice)
			choice[m] = was
			seen++
			for pool := range before {
				if after[pool] > before[pool]+1e-12 {
					t.Fatalf("seed %d: module %d off costs %g, on %g\n%+v %v", seed, m, after[pool], before[pool], p, choice)
				}
			}
		}
	}
	if seen < 1000 {
		t.Errorf("only %d modules were switched off", seen)
	}
}
