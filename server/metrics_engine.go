package server

import (
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/logs"
	"riffle.dev/riffle/server/export"
)

// logMetrics tell of the lines that pipelines log.
func logMetrics(l *logs.Logs) []prometheus.Collector {
	const help = "Lines of logs, by what became of them: dropped had no room to wait, failed were not taken by their place."
	counter := func(outcome string, read func(logs.Counts) int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "riffle", Name: "log_lines_total", Help: help, ConstLabels: prometheus.Labels{"outcome": outcome}},
			func() float64 { return float64(read(l.Counts())) })
	}
	return []prometheus.Collector{
		counter("written", func(c logs.Counts) int64 { return c.Written }),
		counter("failed", func(c logs.Counts) int64 { return c.Failed }),
		counter("dropped", func(c logs.Counts) int64 { return c.Dropped }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "riffle", Name: "log_lines_waiting", Help: "Lines of logs that wait to be written."},
			func() float64 { return float64(l.Counts().Waiting) }),
	}
}

// exportMetrics tell of the requests whose traces are sent to a collector.
func exportMetrics(e *export.Exporter) []prometheus.Collector {
	if e == nil {
		return nil
	}
	const help = "Requests whose trace is exported, by what became of it: dropped had no room to wait, failed were not taken by the collector."
	counter := func(outcome string, read func(export.Counts) int64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "riffle", Name: "trace_export_total", Help: help, ConstLabels: prometheus.Labels{"outcome": outcome}},
			func() float64 { return float64(read(e.Counts())) })
	}
	return []prometheus.Collector{
		counter("sent", func(c export.Counts) int64 { return c.Sent }),
		counter("dropped", func(c export.Counts) int64 { return c.Dropped }),
		counter("failed", func(c export.Counts) int64 { return c.Failed }),
	}
}

// engineMetrics tell of what requests share: the cache, calls made again, and
// what is done behind answers.
func engineMetrics(e *engine.Engine) []prometheus.Collector {
	counter := func(name, help string, read func(engine.Counts) int64, labels prometheus.Labels) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Namespace: "riffle", Name: name, Help: help, ConstLabels: labels},
			func() float64 { return float64(read(e.Counts())) })
	}
	gauge := func(name, help string, read func(engine.Counts) int64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Namespace: "riffle", Name: name, Help: help},
			func() float64 { return float64(read(e.Counts())) })
	}
	const renewed = "Answers of the cache got anew behind requests that used the stale ones."
	const asked, after = "Nodes with a cache, by whether it had their answer; stale ones are used while a newer one is got.", "What pipelines did behind their answers, by outcome; dropped counts requests."
	return []prometheus.Collector{
		counter("node_cache_total", asked, func(c engine.Counts) int64 { return c.Cache.Hits - c.Cache.Stale }, prometheus.Labels{"result": "hit"}),
		counter("node_cache_total", asked, func(c engine.Counts) int64 { return c.Cache.Misses }, prometheus.Labels{"result": "miss"}),
		counter("node_cache_total", asked, func(c engine.Counts) int64 { return c.Cache.Stale }, prometheus.Labels{"result": "stale"}),
		counter("node_cache_renewed_total", renewed, func(c engine.Counts) int64 { return c.Cache.Renewed }, prometheus.Labels{"outcome": "ok"}),
		counter("node_cache_renewed_total", renewed, func(c engine.Counts) int64 { return c.Cache.Failed }, prometheus.Labels{"outcome": "failed"}),
		gauge("node_cache_bytes", "Memory of the cache of nodes, about.", func(c engine.Counts) int64 { return c.Cache.Bytes }),
		counter("node_again_total", "Calls made again, by retry or hedge.", func(c engine.Counts) int64 { return c.Again }, nil),
		counter("after_total", after, func(c engine.Counts) int64 { return c.After.Done }, prometheus.Labels{"outcome": "ok"}),
		counter("after_total", after, func(c engine.Counts) int64 { return c.After.Failed }, prometheus.Labels{"outcome": "failed"}),
		counter("after_total", after, func(c engine.Counts) int64 { return c.After.Dropped }, prometheus.Labels{"outcome": "dropped"}),
		gauge("after_waiting", "Requests with something left to do behind their answer.", func(c engine.Counts) int64 { return int64(c.After.Waiting) }),
	}
}
