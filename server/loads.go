package server

import (
	"context"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/loadtest"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/loads"
)

// newLoads is what runs load tests. What it asks is wired after it.
func (p *parts) newLoads() *loads.Runner {
	return loads.New(loads.Config{Serve: p.load, Finish: p.store.FinishLoadTest, Now: time.Now, Log: p.cfg.Log,
		Changed: func() { p.hub.Poke() },
		Project: func(team string) (*dag.Project, bool) {
			a, ok := p.catalog.Active(team)
			if !ok {
				return nil, false
			}
			return a.Program.Project, true
		},
		Seen: func(ctx context.Context, team, scene string) ([]map[string]any, error) {
			list, err := p.gateway.Requests(ctx, team, scene, 100)
			if err != nil {
				return nil, err
			}
			out := make([]map[string]any, len(list))
			for i, r := range list {
				out[i] = r.Request
			}
			return out, nil
		}})
}

// load asks a scene as its doors do, without the doors.
func (p *parts) load(ctx context.Context, team, scene string, values map[string]any) loadtest.Answer {
	a, err := p.gateway.Serve(ctx, nil, team, scene, api.ServeRequest{Request: values})
	if err != nil {
		if ctx.Err() != nil {
			return loadtest.Answer{Err: ctx.Err()}
		}
		return loadtest.Answer{Status: api.StatusOf(err), Err: err}
	}
	out := loadtest.Answer{Status: api.StatusOf(nil), Read: true, Level: a.Level, Coverage: a.Coverage}
	for name, o := range a.Outcomes {
		if o.Outcome == "degraded" {
			out.Off = append(out.Off, name)
		}
	}
	return out
}
