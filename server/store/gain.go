package store

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// AddGain implements app.Store.
func (s *Store) AddGain(ctx context.Context, by app.Change, team string, g *app.Gain) error {
	g.ID = runID()
	row, body, err := gainJSON(g)
	if err != nil {
		return err
	}
	return s.tx(ctx, by, team, func(tx *gorm.DB, tr *trail) error {
		tr.after = g.GainRow
		err := tx.Raw("insert into gains (id, team, at, scene, state, ends, summary, body) values (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb) returning seq",
			g.ID, team, g.At, g.Scene, g.State, g.At.Add(app.MaxGainLength+overrun), row, body).Scan(&g.Seq).Error
		if err != nil {
			return err
		}
		return tx.Exec("delete from gains where team = ? and seq <= (select seq from gains where team = ? order by seq desc offset ? limit 1)",
			team, team, app.MaxGains).Error
	})
}

// FinishGain keeps what came of one that ran on an instance.
func (s *Store) FinishGain(ctx context.Context, team string, g *app.Gain) error {
	row, body, err := gainJSON(g)
	if err != nil {
		return err
	}
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Exec("update gains set state = ?, summary = ?::jsonb, body = ?::jsonb where team = ? and id = ?", g.State, row, body, team, g.ID).Error
	})
}

// gainJSON is a measurement as it is kept, within its limit.
func gainJSON(g *app.Gain) (row, body string, err error) {
	summary, err := json.Marshal(g.GainRow)
	if err != nil {
		return "", "", err
	}
	text, err := json.Marshal(g)
	if err != nil {
		return "", "", err
	}
	if len(text) > app.MaxGainBytes {
		return "", "", app.Fail(app.TooLarge, "gain_size", "the measurement has {n} bytes, at most {max} are kept", len(text), app.MaxGainBytes)
	}
	return string(clean(summary)), string(clean(text)), nil
}

// Gains implements app.Store.
func (s *Store) Gains(ctx context.Context, team string, f app.GainFilter, now time.Time) ([]app.GainRow, error) {
	var rows []keptRow
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Table("gains").Select("seq, state, ends, summary::text as text").Where("team = ?", team).Order("seq desc").Limit(f.Limit)
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
	out := make([]app.GainRow, len(rows))
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.Text), &out[i]); err != nil {
			return nil, err
		}
		out[i].Seq, out[i].State = r.Seq, r.stateAt(now)
	}
	return out, nil
}

// Gain implements app.Store.
func (s *Store) Gain(ctx context.Context, team, id string, now time.Time) (app.Gain, error) {
	var rows []keptRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select seq, state, ends, body::text as text from gains where team = ? and id = ?", team, id).Scan(&rows).Error
	})
	if err != nil {
		return app.Gain{}, err
	}
	if len(rows) == 0 {
		return app.Gain{}, app.Fail(app.NotFound, "gain_not_kept", "the measurement is not kept; it fell out behind the newest {max} of the team, or never was", app.MaxGains)
	}
	var g app.Gain
	if err := json.Unmarshal([]byte(rows[0].Text), &g); err != nil {
		return app.Gain{}, err
	}
	g.Seq, g.State = rows[0].Seq, rows[0].stateAt(now)
	return g, nil
}
