package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/server/catalog"
)

// storeMetrics tell how the calls of teams' own stores went: how many by
// outcome, how long they took, and whether the store is there.
type storeMetrics struct {
	stores              func() []catalog.StoreCounts
	calls, took, health *prometheus.Desc
}

func newStoreMetrics(stores func() []catalog.StoreCounts) *storeMetrics {
	labels := []string{"team", "resource", "kind"}
	desc := func(name, help string, more ...string) *prometheus.Desc {
		return prometheus.NewDesc(prometheus.BuildFQName("riffle", "store", name), help, append(labels[:len(labels):len(labels)], more...), nil)
	}
	return &storeMetrics{stores: stores,
		calls:  desc("calls_total", "Calls of the store a resource lives on, by outcome.", "outcome"),
		took:   desc("call_seconds", "How long calls of a store took, those that failed too."),
		health: desc("up", "1 when the store answered when it was last asked, else 0."),
	}
}

// Describe implements prometheus.Collector.
func (m *storeMetrics) Describe(to chan<- *prometheus.Desc) {
	to <- m.calls
	to <- m.took
	to <- m.health
}

// Collect implements prometheus.Collector.
func (m *storeMetrics) Collect(to chan<- prometheus.Metric) {
	for _, s := range m.stores() {
		for outcome, n := range s.Outcomes {
			to <- prometheus.MustNewConstMetric(m.calls, prometheus.CounterValue, float64(n), s.Team, s.Resource, s.Kind, outcome)
		}
		to <- prometheus.MustNewConstHistogram(m.took, s.Calls, s.Total.Seconds(), s.Took, s.Team, s.Resource, s.Kind)
		up := 0.0
		if s.OK {
			up = 1
		}
		to <- prometheus.MustNewConstMetric(m.health, prometheus.GaugeValue, up, s.Team, s.Resource, s.Kind)
	}
}
