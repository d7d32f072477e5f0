package api_test

import (
	"net/http"
	"testing"

	"riffle.dev/riffle/engine/degrade/simulate"
	"riffle.dev/riffle/server/api"
)

// A simulation over the door gives what the simulator gives, by a seed, with a
// thinner timeline; what is not there is refused.
func TestSimulations(t *testing.T) {
	i := newInstance(t)
	cookies := i.team("ads")
	const path = "/api/v1/teams/ads/simulations"
	there := get[api.Simulations](t, i, cookies["viewer"], "teams/ads/simulations")
	if len(there.Scenarios) != len(simulate.Scenarios()) || len(there.Policies) != len(simulate.Policies()) || there.Policies[0].Name != "ours" {
		t.Errorf("%+v", there)
	}
	for _, c := range []struct {
		who    string
		body   any
		status int
	}{
		{"viewer", api.NewSimulation{Scenario: "slow", Policies: []string{"none"}}, http.StatusForbidden},
		{"editor", api.NewSimulation{Scenario: "nope", Policies: []string{"none"}}, http.StatusUnprocessableEntity},
		{"editor", api.NewSimulation{Scenario: "slow", Policies: []string{"nope"}}, http.StatusUnprocessableEntity},
		{"editor", api.NewSimulation{Scenario: "slow", Policies: []string{}}, http.StatusUnprocessableEntity},
		{"editor", api.NewSimulation{Scenario: "slow", Policies: []string{"none", "none"}}, http.StatusUnprocessableEntity},
		{"editor", map[string]any{"scenario": "slow", "policies": []string{"none"}, "seed": -1}, http.StatusUnprocessableEntity},
	} {
		i.must(c.status, call{method: "POST", path: path, cookie: cookies[c.who], body: c.body})
	}
	rep := post[api.Simulation](t, i, http.StatusOK, cookies["editor"], "ads/simulations", api.NewSimulation{Scenario: "slow", Policies: []string{"none"}, Seed: 3})
	if len(rep.Results) != 1 || rep.Seed != 3 || rep.Results[0].Offered == 0 {
		t.Fatalf("%+v", rep)
	}
	if line := rep.Results[0].Timeline; len(line) < 100 || line[1].At-line[0].At < .4 || line[1].At-line[0].At > .6 {
		t.Errorf("%d points of the timeline, want two a second of 60 s", len(line))
	}
}
