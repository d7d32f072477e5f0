package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/engine/limit"
	"riffle.dev/riffle/server/overload"
)

// queueMetrics tell who waits for this instance's machine.
type queueMetrics struct {
	from  *overload.Overload
	teams func() []string

	waiting, entered, refused, wait *prometheus.Desc // by scene
	under, room                     *prometheus.Desc
}

func newQueueMetrics(from *overload.Overload, teams func() []string) *queueMetrics {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("riffle_queue_"+name, help, labels, nil)
	}
	return &queueMetrics{from: from, teams: teams,
		waiting: desc("waiting", "Requests that wait for the machine.", "team", "scene"),
		entered: desc("entered_total", "Requests that came to the machine since the version came.", "team", "scene"),
		refused: desc("refused_total", "Requests that did not, since the version came.", "team", "scene", "reason"),
		wait:    desc("wait_seconds", "Waits of those that came to the machine after one.", "team", "scene"),
		under:   desc("under_way_seconds", "CPU demand under way of all scenes that act."),
		room:    desc("room_seconds", "CPU demand that may be under way; 0 while it is not known and nobody waits."),
	}
}

// Describe implements prometheus.Collector.
func (m *queueMetrics) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{m.waiting, m.entered, m.refused, m.wait, m.under, m.room} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (m *queueMetrics) Collect(out chan<- prometheus.Metric) {
	q := m.from.Queue()
	out <- prometheus.MustNewConstMetric(m.under, prometheus.GaugeValue, q.Under.Seconds())
	out <- prometheus.MustNewConstMetric(m.room, prometheus.GaugeValue, q.Room.Seconds())
	for _, team := range m.teams() {
		for _, l := range m.from.Lanes(team) {
			out <- prometheus.MustNewConstMetric(m.waiting, prometheus.GaugeValue, float64(l.Waiting), team, l.Scene)
			out <- prometheus.MustNewConstMetric(m.entered, prometheus.CounterValue, float64(l.Entered), team, l.Scene)
			for i, why := range limit.Whys() {
				out <- prometheus.MustNewConstMetric(m.refused, prometheus.CounterValue, float64(l.Refused[i]), team, l.Scene, why)
			}
			buckets, sum := map[float64]uint64{}, uint64(0)
			for i, bound := range limit.WaitBounds() {
				sum += l.Waits.Buckets[i]
				buckets[bound.Seconds()] = sum
			}
			out <- prometheus.MustNewConstHistogram(m.wait, l.Waits.N, l.Waits.Sum.Seconds(), buckets, team, l.Scene)
		}
	}
}
