package simulate

import "fmt"

// Aim of the controller in a scenario.
type Aim struct {
	What string  `json:"what"`
	Got  float64 `json:"got"`
	Most float64 `json:"most"` // or least, when AtLeast
	Unit string  `json:"unit"`

	AtLeast bool `json:"at_least,omitempty"`
	Met     bool `json:"met"`
}

// aimsOf what the controller has done.
func aimsOf(sc *Scenario, r *Result) []Aim {
	lost := 0.0
	if sc.Faults != nil {
		lost = .3
	}
	kept := 98.5
	var out []Aim
	add := func(what string, got, bound float64, unit string, atLeast bool) {
		met := got <= bound+1e-9 && got >= 0
		if atLeast {
			met = got >= bound-1e-9
		}
		out = append(out, Aim{what, got, bound, unit, atLeast, met})
	}
	add("lost", 100*r.Lost, lost, "%", false)
	if len(sc.Scenes) == 1 {
		// Of several the best for all would take from the important ones.
		add("gain kept", 100*r.Kept, kept, "%", true)
	}
	for i, s := range r.Scenes {
		if sc.Scenes[i].Quiet {
			add(s.Scene+" on the full plan", 100*s.Full, 100, "%", true)
		}
	}
	if r.crossed > 0 {
		add("first lighter plan", r.First, 100, "ms", false)
		if !sc.Periodic {
			add("back to NORMAL", r.Normal, 13, "s", false)
		}
	}
	add("reversals a minute", r.Turns, max(4, sc.Waves), "", false)
	return out
}

func (r *Report) aims() []string {
	var out []string
	for _, a := range r.Aims {
		word, sign := "met", "≤"
		if !a.Met {
			word = "MISSED"
		}
		if a.AtLeast {
			sign = "≥"
		}
		out = append(out, fmt.Sprintf("%-6s %s %.3g %s, aim %s %g", word, a.What, a.Got, a.Unit, sign, a.Most))
	}
	return out
}
