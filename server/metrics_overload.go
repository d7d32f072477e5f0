package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/server/api"
)

// reliefViews is what scenes give up, by name, from memory.
type reliefViews interface {
	Views(team string) []api.Degradation
}

// overloadMetrics tell what scenes give up on this instance.
type overloadMetrics struct {
	from  reliefViews
	teams func() []string

	gauges  []overloadGauge
	state   *prometheus.Desc
	less    *prometheus.Desc
	counter map[*prometheus.Desc]func(*api.Degradation) float64
}

type overloadGauge struct {
	desc *prometheus.Desc
	of   func(*api.Degradation) float64
}

var degradationStates = [...]string{"normal", "degraded", "shedding", "probing", "recovering", "frozen"}

func newOverloadMetrics(from reliefViews, teams func() []string) *overloadMetrics {
	labels := []string{"team", "scene"}
	desc := func(name, help string, more ...string) *prometheus.Desc {
		return prometheus.NewDesc("riffle_degradation_"+name, help, append(labels[:2:2], more...), nil)
	}
	gauge := func(name, help string, of func(*api.Degradation) float64) overloadGauge {
		return overloadGauge{desc(name, help), of}
	}
	return &overloadMetrics{from: from, teams: teams,
		gauges: []overloadGauge{
			gauge("level", "Deepest level in use, 0 is the full plan.", func(d *api.Degradation) float64 { return float64(d.Level) }),
			gauge("full_share", "Share of users on the full plan.", func(d *api.Degradation) float64 { return d.Full }),
			gauge("shed_share", "Share of requests refused.", func(d *api.Degradation) float64 { return d.Shed }),
			gauge("gain_share", "Share of the full plans' gain that is kept.", func(d *api.Degradation) float64 { return d.Gain }),
			gauge("price", "Gain by core of the step that is bought in part.", func(d *api.Degradation) float64 { return d.Price }),
			gauge("forecast", "Requests a second that are planned for.", func(d *api.Degradation) float64 { return d.Forecast }),
			gauge("capacity_cores", "Planned work that this machine can do, in cores.", func(d *api.Degradation) float64 { return d.Capacity }),
			gauge("budget_cores", "Cores that the scene may use.", func(d *api.Degradation) float64 { return d.Budget }),
			gauge("need_cores", "Cores that full plans for everybody would take.", func(d *api.Degradation) float64 { return d.Need }),
		},
		state: desc("state", "1 for the state that the scene is in.", "state"),
		less:  desc("less_share", "Share of users who have less than a full node, of those that anybody has less of.", "node", "cause"),
		counter: map[*prometheus.Desc]func(*api.Degradation) float64{
			desc("refused_total", "Requests refused since the version came."):                          func(d *api.Degradation) float64 { return float64(d.Refused) },
			desc("would_total", "Requests that would have had less, were the scene not only watched."): func(d *api.Degradation) float64 { return float64(d.Would) },
		}}
}

// Describe implements prometheus.Collector.
func (m *overloadMetrics) Describe(out chan<- *prometheus.Desc) {
	for _, g := range m.gauges {
		out <- g.desc
	}
	for d := range m.counter {
		out <- d
	}
	out <- m.state
	out <- m.less
}

// Collect implements prometheus.Collector.
func (m *overloadMetrics) Collect(out chan<- prometheus.Metric) {
	for _, team := range m.teams() {
		for _, d := range m.from.Views(team) {
			for _, g := range m.gauges {
				out <- prometheus.MustNewConstMetric(g.desc, prometheus.GaugeValue, g.of(&d), team, d.Scene)
			}
			for desc, of := range m.counter {
				out <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, of(&d), team, d.Scene)
			}
			for _, s := range degradationStates {
				is := 0.
				if s == d.State {
					is = 1
				}
				out <- prometheus.MustNewConstMetric(m.state, prometheus.GaugeValue, is, team, d.Scene, s)
			}
			for _, node := range d.Modules {
				if node.Less > 0 {
					out <- prometheus.MustNewConstMetric(m.less, prometheus.GaugeValue, node.Less, team, d.Scene, node.Node, node.Cause)
				}
			}
		}
	}
}
