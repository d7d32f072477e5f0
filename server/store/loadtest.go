package store

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// overrun is how long after its end a load test may still be under way.
const overrun = 3 * time.Minute

// AddLoadTest implements app.Store.
func (s *Store) AddLoadTest(ctx context.Context, by app.Change, team string, t *app.LoadTest) error {
	t.ID = runID()
	row, body, err := loadTestJSON(t)
	if err != nil {
		return err
	}
	return s.tx(ctx, by, team, func(tx *gorm.DB, tr *trail) error {
		tr.after = t.LoadTestRow
		ends := t.At.Add(time.Duration(t.LengthS*float64(time.Second)) + overrun)
		err := tx.Raw("insert into loadtests (id, team, at, scene, state, ends, summary, body) values (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb) returning seq",
			t.ID, team, t.At, t.Scene, t.State, ends, row, body).Scan(&t.Seq).Error
		if err != nil {
			return err
		}
		return tx.Exec("delete from loadtests where team = ? and seq <= (select seq from loadtests where team = ? order by seq desc offset ? limit 1)",
			team, team, app.MaxLoadTests).Error
	})
}

// FinishLoadTest keeps the report of one that ran on an instance.
func (s *Store) FinishLoadTest(ctx context.Context, team string, t *app.LoadTest) error {
	row, body, err := loadTestJSON(t)
	if err != nil {
		return err
	}
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Exec("update loadtests set state = ?, summary = ?::jsonb, body = ?::jsonb where team = ? and id = ?", t.State, row, body, team, t.ID).Error
	})
}

// loadTestJSON is a load test as it is kept, within its limit.
func loadTestJSON(t *app.LoadTest) (row, body string, err error) {
	summary, err := json.Marshal(t.LoadTestRow)
	if err != nil {
		return "", "", err
	}
	text, err := json.Marshal(t)
	if err != nil {
		return "", "", err
	}
	if len(text) > app.MaxLoadTestBytes {
		return "", "", app.Fail(app.TooLarge, "loadtest_size", "the load test has {n} bytes, at most {max} are kept", len(text), app.MaxLoadTestBytes)
	}
	return string(clean(summary)), string(clean(text)), nil
}

// LoadTests implements app.Store.
func (s *Store) LoadTests(ctx context.Context, team string, f app.LoadTestFilter, now time.Time) ([]app.LoadTestRow, error) {
	var rows []keptRow
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Table("loadtests").Select("seq, state, ends, summary::text as text").Where("team = ?", team).Order("seq desc").Limit(f.Limit)
		if f.Before > 0 {
			q = q.Where("seq < ?", f.Before)
		}
		if f.Scene != "" {
			q = q.Where("scene = ?", f.Scene)
		}
		return q.Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]app.LoadTestRow, len(rows))
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.Text), &out[i]); err != nil {
			return nil, err
		}
		out[i].Seq, out[i].State = r.Seq, r.stateAt(now)
	}
	return out, nil
}

// LoadTest implements app.Store.
func (s *Store) LoadTest(ctx context.Context, team, id string, now time.Time) (app.LoadTest, error) {
	var rows []keptRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select seq, state, ends, body::text as text from loadtests where team = ? and id = ?", team, id).Scan(&rows).Error
	})
	if err != nil {
		return app.LoadTest{}, err
	}
	if len(rows) == 0 {
		return app.LoadTest{}, app.Fail(app.NotFound, "loadtest_not_kept", "the load test is not kept; it fell out behind the newest {max} of the team, or never was", app.MaxLoadTests)
	}
	var t app.LoadTest
	if err := json.Unmarshal([]byte(rows[0].Text), &t); err != nil {
		return app.LoadTest{}, err
	}
	t.Seq, t.State = rows[0].Seq, rows[0].stateAt(now)
	return t, nil
}

// keptRow is a load test or a measurement as it is kept.
type keptRow struct {
	Seq   int64
	State string
	Ends  time.Time
	Text  string
}

// stateAt a moment: one that should have ended long ago was lost.
func (r keptRow) stateAt(now time.Time) string {
	if r.State == "running" && now.After(r.Ends) {
		return "lost"
	}
	return r.State
}
