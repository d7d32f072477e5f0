package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"riffle.dev/riffle/engine/degrade/simulate"
	"riffle.dev/riffle/server/app"
)

// A simulation takes a core for seconds, beside what is served: one at a time. Each
// policy has its own time, so that what is offered is also answered; who waits for the
// one before waits for as long as one of them takes at most.
const (
	maxSimulation = 2 * time.Minute // of a policy
	everyPoint    = 5               // of the timeline's ten points a second
)

// SimulationScenario is a flood that can be simulated.
type SimulationScenario struct {
	Name   string  `json:"name"`
	About  string  `json:"about"`
	Length float64 `json:"length_s" doc:"virtual seconds"`
	Scenes int     `json:"scenes"`
	Cores  float64 `json:"cores"`
}

// SimulationPolicy is a method of meeting a flood.
type SimulationPolicy struct {
	Name  string `json:"name"`
	About string `json:"about"`
}

// Simulations are what there is to simulate.
type Simulations struct {
	Scenarios []SimulationScenario `json:"scenarios"`
	Policies  []SimulationPolicy   `json:"policies" doc:"the first is the controller that serves"`
}

// NewSimulation asks for one.
type NewSimulation struct {
	Scenario string   `json:"scenario" minLength:"1" maxLength:"40"`
	Policies []string `json:"policies" minItems:"1" maxItems:"6" uniqueItems:"true"`
	Seed     uint64   `json:"seed,omitempty" minimum:"1" maximum:"9007199254740991" doc:"of arrivals, noise and errors; the same gives the same numbers"`
}

// SimulateInput is a call of simulate.
type SimulateInput struct {
	TeamPath
	Body NewSimulation
}

func (a *API) simulations() {
	tags := []string{"degradation"}
	const path = "/teams/{team}/simulations"
	list := simulationsThere()
	turn := make(chan struct{}, 1)
	register(a, viewer, huma.Operation{OperationID: "list-simulations", Method: http.MethodGet, Path: path, Tags: tags,
		Summary: "What can be simulated"},
		func(context.Context, *TeamPath) (*One[Simulations], error) { return &One[Simulations]{list}, nil })
	register(a, editor, huma.Operation{OperationID: "simulate", Method: http.MethodPost, Path: path, Tags: tags,
		Summary:     "Simulate a flood",
		Description: "Runs the policies against each other under a virtual clock, as `riffle simulate` does, with two points a second of the timeline. It takes a core for some seconds a policy beside what is served, so one runs at a time; others wait for their turn, two minutes at most. Ask for one policy a call to see them come one by one: the others change nothing of it. Nothing is kept.",
		Errors:      []int{http.StatusServiceUnavailable}, Metadata: scope(app.ScopeAdmin)},
		func(ctx context.Context, in *SimulateInput) (*One[Simulation], error) {
			sc, err := scenarioOf(&in.Body)
			if err != nil {
				return nil, err
			}
			waiting, cancel := context.WithTimeout(ctx, maxSimulation)
			defer cancel()
			select {
			case turn <- struct{}{}:
				defer func() { <-turn }()
			case <-waiting.Done():
				return nil, app.Fail(app.Unavailable, "simulation_busy", "another simulation runs on this instance; try again in some seconds").After(10 * time.Second)
			}
			most := time.Duration(len(in.Body.Policies)) * maxSimulation
			ctx, cancel = context.WithTimeout(ctx, most)
			defer cancel()
			rep, err := simulate.Run(ctx, sc, in.Body.Policies, max(in.Body.Seed, 1))
			if err != nil {
				return nil, app.Fail(app.Unavailable, "simulation_long", "scenario {scenario} took longer than {seconds} seconds here: ask for fewer policies, or run riffle simulate", sc.Name, most.Seconds())
			}
			return &One[Simulation]{simulationOf(&rep, everyPoint)}, nil
		})
}

func simulationsThere() Simulations {
	var out Simulations
	for _, sc := range simulate.Scenarios() {
		out.Scenarios = append(out.Scenarios, SimulationScenario{sc.Name, sc.About, sc.Length.Seconds(), len(sc.Scenes), sc.Cores})
	}
	for _, name := range simulate.Policies() {
		out.Policies = append(out.Policies, SimulationPolicy{name, simulate.AboutPolicy(name)})
	}
	return out
}

func scenarioOf(in *NewSimulation) (simulate.Scenario, error) {
	for _, name := range in.Policies {
		if simulate.AboutPolicy(name) == "" {
			return simulate.Scenario{}, app.Fail(app.Invalid, "simulation_policy", "there is no policy {policy}", name).At("body.policies")
		}
	}
	for _, sc := range simulate.Scenarios() {
		if sc.Name == in.Scenario {
			return sc, nil
		}
	}
	return simulate.Scenario{}, app.Fail(app.Invalid, "simulation_scenario", "there is no scenario {scenario}", in.Scenario).At("body.scenario")
}
