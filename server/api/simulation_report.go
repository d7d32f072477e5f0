package api

import "riffle.dev/riffle/engine/degrade/simulate"

// Simulation is a scenario with all that ran in it.
type Simulation struct {
	Scenario string             `json:"scenario"`
	About    string             `json:"about"`
	Seed     uint64             `json:"seed"`
	Results  []SimulationResult `json:"results"`
	Aims     []SimulationAim    `json:"aims" doc:"of the controller; empty when it did not run"`
}

// SimulationResult is what a policy did.
type SimulationResult struct {
	Policy   string            `json:"policy"`
	Offered  int               `json:"offered"`
	Lost     float64           `json:"lost" doc:"share of the offered that were refused or late"`
	Refused  float64           `json:"refused"`
	Late     float64           `json:"late"`
	Kept     float64           `json:"kept" doc:"gain by that of the best that could be done with everything known beforehand"`
	P50      float64           `json:"p50_ms" doc:"of the answers"`
	P99      float64           `json:"p99_ms"`
	FirstMS  float64           `json:"first_ms" doc:"from the demand passing 92 % of the capacity to the first lighter plan; -1: never"`
	NormalS  float64           `json:"normal_s" doc:"from its falling below for good to NORMAL; -1: never"`
	Turns    float64           `json:"turns_per_min" doc:"how often it got worse again after it had got better"`
	Classes  []SimulationClass `json:"classes" doc:"of a scenario of several scenes; else empty"`
	Timeline []SimulationPoint `json:"timeline"`
}

// SimulationClass is all scenes of a class.
type SimulationClass struct {
	Class   string  `json:"class" enum:"core,normal,spare"`
	Scenes  int     `json:"scenes"`
	Offered int     `json:"offered"`
	Lost    float64 `json:"lost" doc:"share of the offered that were refused or late"`
	Full    float64 `json:"full" doc:"share of the answers that were by the full plan"`
	P99     float64 `json:"p99_ms"`
}

// SimulationPoint is a moment of it.
type SimulationPoint struct {
	At       float64 `json:"at_s"`
	Rate     float64 `json:"rate" doc:"requests a second that arrive"`
	Capacity float64 `json:"capacity" doc:"requests a second of full plans that the machine can do"`
	State    string  `json:"state" doc:"of the first scene; empty: the policy has none"`
	Refused  int     `json:"refused" doc:"so far"`
	Late     int     `json:"late" doc:"so far"`
}

// SimulationAim is what the controller should reach, and did.
type SimulationAim struct {
	What    string  `json:"what"`
	Got     float64 `json:"got"`
	Bound   float64 `json:"bound"`
	Unit    string  `json:"unit"`
	AtLeast bool    `json:"at_least"`
	Met     bool    `json:"met"`
}

// simulationOf a report, with every so many points of its timelines: what is
// summed so far is right at each of them.
func simulationOf(rep *simulate.Report, every int) Simulation {
	out := Simulation{Scenario: rep.Scenario, About: rep.About, Seed: rep.Seed, Results: []SimulationResult{}, Aims: []SimulationAim{}}
	for i := range rep.Results {
		r := &rep.Results[i]
		x := SimulationResult{Policy: r.Policy, Offered: r.Offered, Lost: r.Lost, Refused: r.Refused, Late: r.Late, Kept: r.Kept,
			P50: r.P50, P99: r.P99, FirstMS: r.First, NormalS: r.Normal, Turns: r.Turns, Classes: []SimulationClass{}, Timeline: []SimulationPoint{}}
		for _, c := range r.Classes {
			x.Classes = append(x.Classes, SimulationClass(c))
		}
		for k, p := range r.Timeline {
			if k%every == 0 {
				x.Timeline = append(x.Timeline, SimulationPoint{p.At, p.Rate, p.Budget, p.State, p.Refused, p.Late})
			}
		}
		out.Results = append(out.Results, x)
	}
	for _, a := range rep.Aims {
		out.Aims = append(out.Aims, SimulationAim{a.What, a.Got, a.Most, a.Unit, a.AtLeast, a.Met})
	}
	return out
}
