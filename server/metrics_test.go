package server

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/logs"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/export"
)

func TestMetricsOfOwnTeams(t *testing.T) {
	registry := prometheus.NewRegistry()
	served := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "served"}, []string{"team", "scene"})
	foreign := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "foreign"}, []string{"team"})
	up := prometheus.NewGauge(prometheus.GaugeOpts{Name: "up"})
	registry.MustRegister(served, foreign, up)
	served.WithLabelValues("ads", "home").Inc()
	served.WithLabelValues("games", "home").Inc()
	foreign.WithLabelValues("games").Inc()
	for _, c := range []struct {
		name string
		who  *app.Principal
		want map[string]int
	}{
		{"a member", &app.Principal{Teams: map[string]app.Role{"ads": app.Viewer}}, map[string]int{"served": 1, "up": 1}},
		{"a token of an administrator", &app.Principal{Admin: true, TokenID: 1, Teams: map[string]app.Role{"ads": app.Owner}}, map[string]int{"served": 1, "up": 1}},
		{"an administrator", &app.Principal{Admin: true}, map[string]int{"served": 2, "foreign": 1, "up": 1}},
		{"nobody", nil, map[string]int{"up": 1}},
	} {
		families, err := ownTeams(registry, c.who).Gather()
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, f := range families {
			got[f.GetName()] = len(f.Metric)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestEngineMetrics(t *testing.T) {
	registry := prometheus.NewRegistry()
	registry.MustRegister(engineMetrics(engine.New(engine.Options{}))...)
	registry.MustRegister(logMetrics(logs.New(logs.Options{}))...)
	exporter, err := export.New(t.Context(), export.Options{Endpoint: "http://127.0.0.1:4318"})
	if err != nil {
		t.Fatal(err)
	}
	registry.MustRegister(exportMetrics(exporter)...)
	if got := exportMetrics(nil); got != nil {
		t.Errorf("%d metrics of no exporter", len(got))
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, f := range families {
		got[f.GetName()] = len(f.Metric)
	}
	want := map[string]int{"riffle_node_cache_total": 3, "riffle_node_cache_renewed_total": 2, "riffle_node_cache_bytes": 1, "riffle_node_again_total": 1, "riffle_after_total": 3, "riffle_after_waiting": 1,
		"riffle_log_lines_total": 3, "riffle_log_lines_waiting": 1, "riffle_trace_export_total": 3}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
