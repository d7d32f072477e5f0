package store

import (
	"context"
	"time"

	"riffle.dev/riffle/server/app"
)

func keptGains() *kept[app.GainRow, app.Gain] {
	return &kept[app.GainRow, app.Gain]{table: "gains", most: app.MaxGains, bytes: app.MaxGainBytes,
		row: func(g *app.Gain) *app.GainRow { return &g.GainRow },
		columns: func(r *app.GainRow) keptColumns {
			return keptColumns{id: &r.ID, state: &r.State, seq: &r.Seq, at: r.At, scene: r.Scene}
		},
		ends: func(g *app.Gain) time.Time { return g.At.Add(app.MaxGainLength) },
		large: func(n int) error {
			return app.Fail(app.TooLarge, "gain_size", "the measurement has {n} bytes, at most {max} are kept", n, app.MaxGainBytes)
		},
		missing: func() error {
			return app.Fail(app.NotFound, "gain_not_kept", "the measurement is not kept; it fell out behind the newest {max} of the team, or never was", app.MaxGains)
		}}
}

// AddGain implements app.Store.
func (s *Store) AddGain(ctx context.Context, by app.Change, team string, g *app.Gain) error {
	return keptGains().add(ctx, s, by, team, g)
}

// FinishGain keeps what came of one that ran on an instance.
func (s *Store) FinishGain(ctx context.Context, team string, g *app.Gain) error {
	return keptGains().finish(ctx, s, team, g)
}

// Gains implements app.Store.
func (s *Store) Gains(ctx context.Context, team string, f app.KeptFilter, now time.Time) ([]app.GainRow, error) {
	return keptGains().list(ctx, s, team, f, now)
}

// Gain implements app.Store.
func (s *Store) Gain(ctx context.Context, team, id string, now time.Time) (app.Gain, error) {
	return keptGains().one(ctx, s, team, id, now)
}
