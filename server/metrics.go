package server

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	dto "github.com/prometheus/client_model/go"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/stats"
)

// metrics answers what of an instance and its teams belongs to who asks.
func (p *parts) metrics() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		stats.NewCollector(p.board, p.gauges))
	registry.MustRegister(engineMetrics(p.engine)...)
	registry.MustRegister(newStoreMetrics(p.catalog.Stores))
	registry.MustRegister(newTargetMetrics(p.catalog.Teams, p.catalog.Circuits, p.catalog.Again))
	registry.MustRegister(logMetrics(p.logs)...)
	registry.MustRegister(newOverloadMetrics(p.overload, p.catalog.Teams))
	registry.MustRegister(newLoadMetrics(p.loads.Counted, p.gains.Ends))
	registry.MustRegister(newQueueMetrics(p.overload, p.catalog.Teams))
	registry.MustRegister(newLimitMetrics(p.limitShares, p.catalog.Teams))
	registry.MustRegister(exportMetrics(p.export)...)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mine := ownTeams(registry, api.Principal(r.Context()))
		promhttp.HandlerFor(mine, promhttp.HandlerOpts{}).ServeHTTP(w, r)
	})
}

// ownTeams leaves out the metrics of foreign teams; an administrator sees all.
func ownTeams(from prometheus.Gatherer, who *app.Principal) prometheus.Gatherer {
	if who != nil && who.Admin && who.TokenID == 0 {
		return from
	}
	return prometheus.GathererFunc(func() ([]*dto.MetricFamily, error) {
		families, err := from.Gather()
		for _, f := range families {
			kept := f.Metric[:0]
			for _, m := range f.Metric {
				if team, ok := teamOf(m); ok {
					if _, mine := who.RoleIn(team); !mine {
						continue
					}
				}
				kept = append(kept, m)
			}
			f.Metric = kept
		}
		out := families[:0]
		for _, f := range families {
			if len(f.Metric) > 0 {
				out = append(out, f)
			}
		}
		return out, err
	})
}

func teamOf(m *dto.Metric) (string, bool) {
	for _, l := range m.Label {
		if l.GetName() == "team" {
			return l.GetValue(), true
		}
	}
	return "", false
}

func (p *parts) gauges() []stats.ResourceGauge {
	var out []stats.ResourceGauge
	for _, team := range p.catalog.Teams() {
		for _, r := range p.catalog.Resources(team) {
			if r.Store != nil {
				continue // what it holds is not known here
			}
			out = append(out, stats.ResourceGauge{Team: team, Resource: r.Name, Docs: r.Docs, Lag: r.Lag})
		}
	}
	return out
}
