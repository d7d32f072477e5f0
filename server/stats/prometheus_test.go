package stats_test

import (
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/stats"
)

func TestMetrics(t *testing.T) {
	b := stats.NewBoard(newClock().now, stats.NewWriter(&memory{}, silent, stats.WriterOptions{}))
	s := b.Scene(home)
	observe(s, 3, 3*time.Millisecond, 0)
	s.Observe(150*time.Millisecond, degrade.TimedOut)
	s.Node("hot", "top").Observe(time.Millisecond, 0)
	for i, f := range trace.Failures() {
		for range i + 1 {
			s.Fail(f)
		}
	}
	s.Fail("another kind")
	c := stats.NewCollector(b, func() []stats.ResourceGauge {
		return []stats.ResourceGauge{{Team: "demo", Resource: "apps", Docs: 8789, Lag: 4}}
	})
	want := `
# HELP riffle_node_failures_total Runs of nodes without an answer of their own, by kind of failure; also where a fallback answered.
# TYPE riffle_node_failures_total counter
riffle_node_failures_total{failure="bad_answer",scene="home",team="demo"} 4
riffle_node_failures_total{failure="bound",scene="home",team="demo"} 8
riffle_node_failures_total{failure="circuit_open",scene="home",team="demo"} 5
riffle_node_failures_total{failure="drill",scene="home",team="demo"} 6
riffle_node_failures_total{failure="error",scene="home",team="demo"} 10
riffle_node_failures_total{failure="invalid",scene="home",team="demo"} 3
riffle_node_failures_total{failure="needs",scene="home",team="demo"} 9
riffle_node_failures_total{failure="panic",scene="home",team="demo"} 7
riffle_node_failures_total{failure="refused",scene="home",team="demo"} 2
riffle_node_failures_total{failure="timeout",scene="home",team="demo"} 1
# HELP riffle_node_outcomes_total Runs of a node by outcome.
# TYPE riffle_node_outcomes_total counter
riffle_node_outcomes_total{node="hot",outcome="ok",scene="home",team="demo"} 1
# HELP riffle_requests_total Requests answered, by scene and outcome; ok is the rest of the marks.
# TYPE riffle_requests_total counter
riffle_requests_total{outcome="degraded",scene="home",team="demo"} 0
riffle_requests_total{outcome="error",scene="home",team="demo"} 0
riffle_requests_total{outcome="ok",scene="home",team="demo"} 3
riffle_requests_total{outcome="timeout",scene="home",team="demo"} 1
# HELP riffle_resource_documents Documents in the index of a resource.
# TYPE riffle_resource_documents gauge
riffle_resource_documents{resource="apps",team="demo"} 8789
# HELP riffle_resource_log_lag Entries of the change log not applied yet.
# TYPE riffle_resource_log_lag gauge
riffle_resource_log_lag{resource="apps",team="demo"} 4
# HELP riffle_request_duration_seconds Time to answer a request.
# TYPE riffle_request_duration_seconds histogram
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.0005"} 0
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.001"} 0
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.002"} 0
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.005"} 3
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.01"} 3
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.02"} 3
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.05"} 3
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.1"} 3
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.2"} 4
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="0.5"} 4
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="1"} 4
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="2"} 4
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="5"} 4
riffle_request_duration_seconds_bucket{scene="home",team="demo",le="+Inf"} 4
riffle_request_duration_seconds_sum{scene="home",team="demo"} 0.159
riffle_request_duration_seconds_count{scene="home",team="demo"} 4
`
	if err := testutil.CollectAndCompare(c, strings.NewReader(want), "riffle_node_outcomes_total", "riffle_node_failures_total", "riffle_requests_total",
		"riffle_resource_documents", "riffle_resource_log_lag", "riffle_request_duration_seconds"); err != nil {
		t.Error(err)
	}
}
