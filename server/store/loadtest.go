package store

import (
	"context"
	"time"

	"riffle.dev/riffle/server/app"
)

func keptLoadTests() *kept[app.LoadTestRow, app.LoadTest] {
	return &kept[app.LoadTestRow, app.LoadTest]{table: "loadtests", most: app.MaxLoadTests, bytes: app.MaxLoadTestBytes,
		row: func(t *app.LoadTest) *app.LoadTestRow { return &t.LoadTestRow },
		columns: func(r *app.LoadTestRow) keptColumns {
			return keptColumns{id: &r.ID, state: &r.State, seq: &r.Seq, at: r.At, scene: r.Scene}
		},
		ends: func(t *app.LoadTest) time.Time {
			return t.At.Add(time.Duration(t.LengthS * float64(time.Second)))
		},
		large: func(n int) error {
			return app.Fail(app.TooLarge, "loadtest_size", "the load test has {n} bytes, at most {max} are kept", n, app.MaxLoadTestBytes)
		},
		missing: func() error {
			return app.Fail(app.NotFound, "loadtest_not_kept", "the load test is not kept; it fell out behind the newest {max} of the team, or never was", app.MaxLoadTests)
		}}
}

// AddLoadTest implements app.Store.
func (s *Store) AddLoadTest(ctx context.Context, by app.Change, team string, t *app.LoadTest) error {
	return keptLoadTests().add(ctx, s, by, team, t)
}

// FinishLoadTest keeps the report of one that ran on an instance.
func (s *Store) FinishLoadTest(ctx context.Context, team string, t *app.LoadTest) error {
	return keptLoadTests().finish(ctx, s, team, t)
}

// LoadTests implements app.Store.
func (s *Store) LoadTests(ctx context.Context, team string, f app.KeptFilter, now time.Time) ([]app.LoadTestRow, error) {
	return keptLoadTests().list(ctx, s, team, f, now)
}

// LoadTest implements app.Store.
func (s *Store) LoadTest(ctx context.Context, team, id string, now time.Time) (app.LoadTest, error) {
	return keptLoadTests().one(ctx, s, team, id, now)
}
