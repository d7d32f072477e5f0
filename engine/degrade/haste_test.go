package degrade

import (
	"testing"
	"time"
)

// On a machine that does nothing in time no plan keeps the deadline. The plans for
// less are still there, and a flood has everybody on the cheapest: the full plan
// would be the worst of all.
func TestAHopelessMachineHasPlansForLess(t *testing.T) {
	m := newToy(t, 1, page("home", Core))
	serve := func(ticks, n int) {
		for range ticks {
			for i := range n {
				d := m.c.Decide("home", "page", string(rune('a'+i%26)), 0)
				if d.Shed {
					continue
				}
				m.busy = min(m.busy+d.Plan.Cost(), m.busyMost())
				for k := range 3 {
					if d.Plan.Variants[k] == 0 || k == 0 {
						d.Module(k, 400*time.Millisecond, 0, 0, 0)
					}
				}
				d.Done(400*time.Millisecond, TimedOut)
			}
			m.tick()
		}
	}
	serve(100, 300)
	st := m.c.Status(Key{"home", "page"})
	for _, tier := range st.Tiers {
		if tier.Levels < 3 {
			t.Errorf("%s has %d plans", tier.Name, tier.Levels)
		}
	}
	if v := st.Tiers[0]; v.Below == "full" || v.Level+1 < v.Levels-1 {
		t.Errorf("visitors have %q and below that %q, level %d of %d%s", v.Plan, v.Below, v.Level, v.Levels, m.events())
	}
}

// busyMost is what the machine can have been busy by the end of the tick.
func (m *toy) busyMost() time.Duration {
	return time.Duration(float64(m.now.Add(Step).Sub(time.Unix(1_700_000_000, 0))) * m.cores)
}
