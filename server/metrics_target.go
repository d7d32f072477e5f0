package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/server/app"
)

// targetMetrics tell of those that pipelines ask: whether their circuits are
// open, and what was asked again.
type targetMetrics struct {
	teams                         func() []string
	circuits                      func(team string) []app.Circuit
	again                         func(team string) []exec.BudgetCounts
	open, opened, refused, budget *prometheus.Desc
}

func newTargetMetrics(teams func() []string, circuits func(string) []app.Circuit, again func(string) []exec.BudgetCounts) *targetMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("riffle_"+name, help, append([]string{"team"}, labels...), nil)
	}
	return &targetMetrics{teams: teams, circuits: circuits, again: again,
		open:    desc("circuit_open", "1 while a service or store is down and not asked, half open included, else 0.", "kind", "name"),
		opened:  desc("circuit_opened_total", "How often a circuit opened.", "kind", "name"),
		refused: desc("circuit_refused_total", "Calls that were not made because the circuit was open.", "kind", "name"),
		budget:  desc("again_total", "What nodes with retry, hedge or cache asked: first, again, or refused because the budget of again was used up.", "target", "result")}
}

// Describe implements prometheus.Collector.
func (m *targetMetrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.open, m.opened, m.refused, m.budget} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (m *targetMetrics) Collect(to chan<- prometheus.Metric) {
	count := func(d *prometheus.Desc, n int64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
	}
	for _, team := range m.teams() {
		for _, c := range m.circuits(team) {
			open := 1.0
			if c.State == "closed" {
				open = 0
			}
			to <- prometheus.MustNewConstMetric(m.open, prometheus.GaugeValue, open, team, c.Kind, c.Name)
			count(m.opened, c.Opened, team, c.Kind, c.Name)
			count(m.refused, c.Refused, team, c.Kind, c.Name)
		}
		for _, b := range m.again(team) {
			count(m.budget, b.Done, team, b.Target, "first")
			count(m.budget, b.Again, team, b.Target, "again")
			count(m.budget, b.Refused, team, b.Target, "refused")
		}
	}
}
