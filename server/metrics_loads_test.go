package server

import (
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/loads"
)

func TestLoadMetrics(t *testing.T) {
	m := newLoadMetrics(
		func() loads.Counted {
			return loads.Counted{Running: "ads", Ends: map[loads.LoadEnd]int64{{Team: "ads", Result: "passed"}: 2},
				Sums: map[string]loadtest.Sums{"ads": {Counts: loadtest.Counts{OK: 7, Late: 1, Shed: 2, Failed: 3, Unsent: 4}}}}
		},
		func() (map[loads.GainEnd]int64, string) {
			return map[loads.GainEnd]int64{{Team: "games", State: "done"}: 5}, "games"
		})
	const want = `
# HELP riffle_gain_ended_total Measurements of gains that ended here: done, failed, or aborted.
# TYPE riffle_gain_ended_total counter
riffle_gain_ended_total{state="done",team="games"} 5
# HELP riffle_gain_running 1 while gains of the team are measured here; missing otherwise.
# TYPE riffle_gain_running gauge
riffle_gain_running{team="games"} 1
# HELP riffle_loadtest_ended_total Load tests that ended here: passed, failed, unproven, void, or aborted.
# TYPE riffle_loadtest_ended_total counter
riffle_loadtest_ended_total{result="passed",team="ads"} 2
# HELP riffle_loadtest_requests_total Requests of load tests here: ok, late, shed, failed, or unsent.
# TYPE riffle_loadtest_requests_total counter
riffle_loadtest_requests_total{outcome="failed",team="ads"} 3
riffle_loadtest_requests_total{outcome="late",team="ads"} 1
riffle_loadtest_requests_total{outcome="ok",team="ads"} 7
riffle_loadtest_requests_total{outcome="shed",team="ads"} 2
riffle_loadtest_requests_total{outcome="unsent",team="ads"} 4
# HELP riffle_loadtest_running 1 while a load test of the team runs here; missing otherwise.
# TYPE riffle_loadtest_running gauge
riffle_loadtest_running{team="ads"} 1
`
	if err := testutil.CollectAndCompare(m, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
}
