package degrade

import (
	"math"
	"testing"
	"time"
)

func TestExplain(t *testing.T) {
	m := newToy(t, 1, page("front", Core))
	for range 20 {
		m.ask("front", 50, nil)
		m.tick()
	}
	quiet, err := m.c.Explain(Key{"front", "page"}, 500)
	if err != nil || quiet.Kept != 1 || len(quiet.Tiers[0].Off) > 0 {
		t.Errorf("%v %+v", err, quiet)
	}
	flood, err := m.c.Explain(Key{"front", "page"}, 2000)
	if err != nil || flood.Kept >= 1 || flood.Kept < .5 || len(flood.Tiers[0].Off) == 0 || flood.Tiers[0].Off[0].Saves <= 0 || flood.Tiers[0].Off[0].Why == "" {
		t.Errorf("%v %+v", err, flood)
	}
	if math.Abs(flood.Suffices-920) > 50 {
		t.Errorf("full plans suffice for %g requests a second, want about 920", flood.Suffices)
	}
	if none, err := m.c.Explain(Key{"front", "page"}, 0); err != nil || none.Rate != 0 || none.Kept != 1 || none.Shed != 0 || math.Abs(none.Suffices-920) > 50 {
		t.Errorf("of nobody: %v %+v, want all kept, and what full plans suffice for", err, none)
	}
	if _, err := m.c.Explain(Key{"no", "page"}, 1); err == nil {
		t.Error("explained nothing")
	}
}

func TestExplainWithoutGains(t *testing.T) {
	plain := page("front", Core)
	plain.Modules = []Module{{Name: "list", Source: true, Variants: []Variant{{Name: "on", Fixed: time.Millisecond, Time: 5 * time.Millisecond}}}}
	m := newToy(t, 1, plain)
	m.tick()
	e, err := m.c.Explain(Key{"front", "page"}, 100)
	if err != nil || e.Kept != 1 || e.Shed != 0 || e.Tiers[0].Gain != 1 {
		t.Errorf("%v %+v, want all kept", err, e)
	}
}
