package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/server/loads"
)

// loadMetrics tell of the load tests and the measurements of gains that run on
// this instance.
type loadMetrics struct {
	tests func() loads.Counted
	gains func() (ends map[loads.GainEnd]int64, running string)

	running, ended, requests, measuring, measured *prometheus.Desc
}

func newLoadMetrics(tests func() loads.Counted, gains func() (map[loads.GainEnd]int64, string)) *loadMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("riffle_"+name, help, append([]string{"team"}, labels...), nil)
	}
	return &loadMetrics{tests: tests, gains: gains,
		running:   desc("loadtest_running", "1 while a load test of the team runs here; missing otherwise."),
		ended:     desc("loadtest_ended_total", "Load tests that ended here: passed, failed, unproven, void, or aborted.", "result"),
		requests:  desc("loadtest_requests_total", "Requests of load tests here: ok, late, shed, failed, or unsent.", "outcome"),
		measuring: desc("gain_running", "1 while gains of the team are measured here; missing otherwise."),
		measured:  desc("gain_ended_total", "Measurements of gains that ended here: done, failed, or aborted.", "state")}
}

// Describe implements prometheus.Collector.
func (m *loadMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.running, m.ended, m.requests, m.measuring, m.measured} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (m *loadMetrics) Collect(to chan<- prometheus.Metric) {
	tell := func(d *prometheus.Desc, kind prometheus.ValueType, n int64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, kind, float64(n), labels...)
	}
	counted := m.tests()
	if counted.Running != "" {
		tell(m.running, prometheus.GaugeValue, 1, counted.Running)
	}
	for end, n := range counted.Ends {
		tell(m.ended, prometheus.CounterValue, n, end.Team, end.Result)
	}
	for team, s := range counted.Sums {
		tell(m.requests, prometheus.CounterValue, s.OK, team, "ok")
		tell(m.requests, prometheus.CounterValue, s.Late, team, "late")
		tell(m.requests, prometheus.CounterValue, s.Shed, team, "shed")
		tell(m.requests, prometheus.CounterValue, s.Failed, team, "failed")
		tell(m.requests, prometheus.CounterValue, s.Unsent, team, "unsent")
	}
	ends, measuring := m.gains()
	if measuring != "" {
		tell(m.measuring, prometheus.GaugeValue, 1, measuring)
	}
	for end, n := range ends {
		tell(m.measured, prometheus.CounterValue, n, end.Team, end.State)
	}
}
