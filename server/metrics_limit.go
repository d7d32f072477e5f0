package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/server/api"
)

// limitMetrics tell which part of its limits this instance holds.
type limitMetrics struct {
	of    func(team string) api.LimitShares
	teams func() []string

	instances, failed *prometheus.Desc
	part, asked       *prometheus.Desc // by scene and tier
}

func newLimitMetrics(of func(team string) api.LimitShares, teams func() []string) *limitMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("riffle_limit_"+name, help, labels, nil)
	}
	return &limitMetrics{of: of, teams: teams,
		instances: desc("instances", "Instances that share the written limits, with this one."),
		failed:    desc("exchange_failed", "1 while the database does not say what the other instances have: parts stay as they are."),
		part:      desc("part", "Of the written limit that this instance holds.", "team", "scene", "tier"),
		asked:     desc("asked_total", "Places of the limit that were asked for here, since the limit is there.", "team", "scene", "tier"),
	}
}

// Describe implements prometheus.Collector.
func (m *limitMetrics) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.instances, m.failed, m.part, m.asked} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (m *limitMetrics) Collect(out chan<- prometheus.Metric) {
	all := m.of("")
	failed := 0.
	if all.Failed {
		failed = 1
	}
	out <- prometheus.MustNewConstMetric(m.instances, prometheus.GaugeValue, float64(all.Instances))
	out <- prometheus.MustNewConstMetric(m.failed, prometheus.GaugeValue, failed)
	for _, team := range m.teams() {
		for _, l := range m.of(team).Limits {
			out <- prometheus.MustNewConstMetric(m.part, prometheus.GaugeValue, l.Part, team, l.Scene, l.Tier)
			out <- prometheus.MustNewConstMetric(m.asked, prometheus.CounterValue, float64(l.Asked), team, l.Scene, l.Tier)
		}
	}
}
