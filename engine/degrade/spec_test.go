package degrade

import (
	"math"
	"strings"
	"testing"
)

func TestSpecsAreChecked(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		"without a scene":        func(s *Spec) { s.Scene = "" },
		"deadline":               func(s *Spec) { s.Deadline = 0 },
		"exit":                   func(s *Spec) { s.Exit = .5 },
		"is there twice":         func(s *Spec) { s.Tiers = []Tier{{Name: "a"}, {Name: "a"}} },
		"which is not there":     func(s *Spec) { s.Tiers = []Tier{{Always: []string{"no"}}} },
		"not before it":          func(s *Spec) { s.Modules[0].Inputs = []string{"rank"} },
		"0 modules":              func(s *Spec) { s.Modules = nil },
		"off in the full plan":   func(s *Spec) { s.Modules[0].Variants = []Variant{{Off: true}} },
		"ramp":                   func(s *Spec) { s.Ramp = []float64{.5} },
		"costs something while":  func(s *Spec) { s.Modules[1].Variants[1].Fixed = 1 },
		"a gain that is none":    func(s *Spec) { s.Modules[1].Variants[0].Gain = math.NaN() },
		"has no name of its own": func(s *Spec) { s.Modules[1].Name = "search" },
	} {
		s := page("front", Core)
		change(&s)
		m := newToy(t, 1)
		if err := m.c.Register(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}
