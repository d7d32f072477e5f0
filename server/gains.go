package server

import (
	"context"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/gain"
	"riffle.dev/riffle/server/loads"
)

// newGains is what measures gains. What it asks is wired after it.
func (p *parts) newGains() *loads.Measurer {
	return loads.NewMeasurer(loads.MeasurerConfig{Finish: p.store.FinishGain, Made: p.loads.Made, Now: time.Now, Log: p.cfg.Log,
		Live: func(team string) (*engine.Program, engine.Resources, bool) {
			a, ok := p.catalog.Active(team)
			if !ok {
				return nil, nil, false
			}
			return a.Program, a, true
		},
		Seen: func(ctx context.Context, team, scene string) ([]gain.Request, error) {
			list, err := p.gateway.Requests(ctx, team, scene, 100)
			out := make([]gain.Request, len(list))
			for i, r := range list {
				out[i] = gain.Request{Values: r.Request, At: r.At}
			}
			return out, err
		}})
}
