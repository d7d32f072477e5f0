package server

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"riffle.dev/riffle/server/api"
)

type aRelief []api.Degradation

func (r aRelief) Views(team string) []api.Degradation {
	if team != "ads" {
		return nil
	}
	return r
}

func TestOverloadMetrics(t *testing.T) {
	m := newOverloadMetrics(aRelief{{Scene: "home", State: "degraded", Level: 3, Full: .25, Shed: .01, Gain: .9, Price: 2, Forecast: 29000, Capacity: 1.9, Budget: 1.7, Need: 4,
		Refused: 7, Would: 5, Modules: []api.DegradationModule{{Node: "swing", Less: .75, Cause: "budget"}, {Node: "hot"}}}}, func() []string { return []string{"ads", "games"} })
	const want = `
# HELP riffle_degradation_full_share Share of users on the full plan.
# TYPE riffle_degradation_full_share gauge
riffle_degradation_full_share{scene="home",team="ads"} 0.25
# HELP riffle_degradation_less_share Share of users who have less than a full node, of those that anybody has less of.
# TYPE riffle_degradation_less_share gauge
riffle_degradation_less_share{cause="budget",node="swing",scene="home",team="ads"} 0.75
# HELP riffle_degradation_level Deepest level in use, 0 is the full plan.
# TYPE riffle_degradation_level gauge
riffle_degradation_level{scene="home",team="ads"} 3
# HELP riffle_degradation_refused_total Requests refused since the version came.
# TYPE riffle_degradation_refused_total counter
riffle_degradation_refused_total{scene="home",team="ads"} 7
# HELP riffle_degradation_state 1 for the state that the scene is in.
# TYPE riffle_degradation_state gauge
riffle_degradation_state{scene="home",state="degraded",team="ads"} 1
riffle_degradation_state{scene="home",state="frozen",team="ads"} 0
riffle_degradation_state{scene="home",state="normal",team="ads"} 0
riffle_degradation_state{scene="home",state="probing",team="ads"} 0
riffle_degradation_state{scene="home",state="recovering",team="ads"} 0
riffle_degradation_state{scene="home",state="shedding",team="ads"} 0
`
	if err := testutil.CollectAndCompare(m, strings.NewReader(want), "riffle_degradation_full_share", "riffle_degradation_less_share", "riffle_degradation_level",
		"riffle_degradation_refused_total", "riffle_degradation_state"); err != nil {
		t.Error(err)
	}
	if n := testutil.CollectAndCount(m); n != 9+2+6+1 {
		t.Errorf("%d series of one scene", n)
	}
}
