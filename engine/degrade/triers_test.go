package degrade

import (
	"testing"
	"time"
)

// A flood that comes while most users try what was off and the budget had room
// for that before: who tries gets what the budget can buy of all, and no core is asked
// for twice.
func TestAFloodFindsABudgetWhileModulesAreTried(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	for range 100 {
		m.ask("front", 20, map[string]bool{"bought": true})
		m.tick()
	}
	s := (*m.c.scenes.Load())[Key{"front", "page"}]
	if !s.caused() {
		t.Fatalf("nothing is off:%s", m.events())
	}
	m.until(t, "front", 200, RECOVERING, 2*time.Minute)
	for s.machine.rung < 4 {
		m.ask("front", 20, nil)
		m.tick()
	}
	worst := time.Duration(0)
	for k := range 30 {
		before := m.busy
		if m.ask("front", 120, nil) > 0 { // 1,200 a second: all in full are 1.2 cores
			t.Fatalf("tick %d: the cheapest plans are a quarter of a core, and somebody was refused", k)
		}
		if k >= 5 { // the forecast has seen it
			worst = max(worst, m.busy-before)
		}
		m.tick()
	}
	if most := Step * 105 / 100; worst > most {
		t.Errorf("plans of %v were given out in a tick of %v, one core; state %v, trying %.2f", worst, Step, m.state("front"), s.machine.share(s.rate))
	}
}
