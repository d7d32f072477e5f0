package stats

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/engine/trace"
)

// bounds of the duration histogram; the meters' buckets are finer.
var bounds = [...]time.Duration{
	500 * time.Microsecond, time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond,
	10 * time.Millisecond, 20 * time.Millisecond, 50 * time.Millisecond, 100 * time.Millisecond,
	200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 5 * time.Second,
}

// ResourceGauge is what /metrics tells of a resource.
type ResourceGauge struct {
	Team, Resource string
	Docs, Lag      int64 // documents in the index; log entries not applied yet
}

// Collector reads the board's meters when Prometheus asks: counting a request
// costs nothing more for it.
type Collector struct {
	board     *Board
	resources func() []ResourceGauge

	requests, durations, nodes  *prometheus.Desc
	docs, lag, waiting, dropped *prometheus.Desc
	arms, failures              *prometheus.Desc
}

// NewCollector of a board; resources may be nil.
func NewCollector(b *Board, resources func() []ResourceGauge) *Collector {
	desc := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc("riffle_"+name, help, labels, nil)
	}
	return &Collector{board: b, resources: resources,
		requests:  desc("requests_total", "Requests answered, by scene and outcome; ok is the rest of the marks.", "team", "scene", "outcome"),
		durations: desc("request_duration_seconds", "Time to answer a request.", "team", "scene"),
		nodes:     desc("node_outcomes_total", "Runs of a node by outcome.", "team", "scene", "node", "outcome"),
		failures:  desc("node_failures_total", "Runs of nodes without an answer of their own, by kind of failure; also where a fallback answered.", "team", "scene", "failure"),
		arms:      desc("experiment_requests_total", "Requests answered or failed, by the arm of an experiment that they fell into.", "team", "scene", "experiment", "arm"),
		docs:      desc("resource_documents", "Documents in the index of a resource.", "team", "resource"),
		lag:       desc("resource_log_lag", "Entries of the change log not applied yet.", "team", "resource"),
		waiting:   desc("series_rows_waiting", "Rows of series not written to the database yet."),
		dropped:   desc("series_rows_dropped_total", "Rows of series lost because the database was away too long."),
	}
}

// Describe implements prometheus.Collector.
func (c *Collector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.requests, c.durations, c.nodes, c.arms, c.failures, c.docs, c.lag, c.waiting, c.dropped} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c *Collector) Collect(ch chan<- prometheus.Metric) {
	count := func(d *prometheus.Desc, n uint64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n), labels...)
	}
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	for _, s := range c.board.Scenes("") {
		team, scene := s.Key.Team, s.Key.Scene
		t := s.meter.Totals(bounds[:])
		count(c.requests, t.N-min(t.N, t.Timeouts+t.Errors+t.Degraded), team, scene, "ok")
		count(c.requests, t.Timeouts, team, scene, "timeout")
		count(c.requests, t.Errors, team, scene, "error")
		count(c.requests, t.Degraded, team, scene, "degraded")
		below := make(map[float64]uint64, len(bounds))
		for i, b := range bounds {
			below[b.Seconds()] = t.Below[i]
		}
		ch <- prometheus.MustNewConstHistogram(c.durations, t.N, t.Sum.Seconds(), below, team, scene)
		for i, n := range s.Failures() {
			if n > 0 {
				count(c.failures, n, team, scene, string(trace.Failures()[i]))
			}
		}
		for _, a := range s.Arms() {
			count(c.arms, a.Requests, team, scene, a.Experiment, a.Arm)
		}
		for _, n := range s.list() {
			for i := range n.outcomes {
				if k := n.outcomes[i].Load(); k > 0 {
					count(c.nodes, k, team, scene, n.ID, Outcomes[i])
				}
			}
		}
	}
	if c.resources != nil {
		for _, r := range c.resources() {
			gauge(c.docs, float64(r.Docs), r.Team, r.Resource)
			gauge(c.lag, float64(r.Lag), r.Team, r.Resource)
		}
	}
	if w := c.board.writer; w != nil {
		gauge(c.waiting, float64(w.Waiting()))
		count(c.dropped, w.Dropped())
	}
}
