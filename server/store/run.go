package store

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"strings"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// AddRun implements app.Store. Nothing of the team's project changes by it, so
// it leaves no audit row. Items beyond the limit of one run are left out.
func (s *Store) AddRun(ctx context.Context, team string, r *app.Run) error {
	r.ID = runID()
	asked := app.Asked(r.Request)
	body, err := fit(r)
	if err != nil {
		return err
	}
	summary, err := json.Marshal(app.RunRow{RunSummary: r.RunSummary, Asked: asked})
	if err != nil {
		return err
	}
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Transaction(func(tx *gorm.DB) error {
			err := tx.Exec("insert into runs (id, team, at, by, scene, pipeline, summary, body) values (?, ?, ?, ?, ?, ?, ?::jsonb, ?::jsonb)",
				r.ID, team, r.At, r.By, r.Scene, r.Pipeline, string(clean(summary)), string(body)).Error
			if err != nil {
				return err
			}
			return tx.Exec("delete from runs where team = ? and seq <= (select seq from runs where team = ? order by seq desc offset ? limit 1)",
				team, team, app.MaxRuns).Error
		})
	})
}

// fit is the run as JSON within its limit: the last items go first, then what
// explains them.
func fit(r *app.Run) ([]byte, error) {
	for {
		body, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		switch {
		case len(body) <= app.MaxRunBytes:
			return clean(body), nil
		case len(r.Items) > 0:
			keep := len(r.Items) / 2
			r.LeftOut += len(r.Items) - keep
			r.Items = r.Items[:keep]
			r.Why = r.Why[:min(keep, len(r.Why))]
		case len(r.Values) > 0:
			r.Values = nil
			r.Notes = append(r.Notes, "the other results were too much to keep")
		case len(r.Request) > 0:
			r.Request = map[string]any{}
			r.Notes = append(r.Notes, "the request was too much to keep")
		case r.Graph != nil:
			r.Graph = nil
			r.Notes = append(r.Notes, "the graph was too much to keep")
		default:
			return nil, app.Fail(app.TooLarge, "run_size", "the run has {n} bytes, at most {max} are kept", len(body), app.MaxRunBytes)
		}
	}
}

// clean replaces the one character that JSON has and jsonb does not.
func clean(body []byte) []byte {
	if !strings.Contains(string(body), `\u0000`) {
		return body
	}
	var out strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] == '\\' && i+1 < len(body) {
			if i+5 < len(body) && string(body[i:i+6]) == `\u0000` {
				out.WriteString(`\ufffd`)
				i += 5
				continue
			}
			out.Write(body[i : i+2])
			i++
			continue
		}
		out.WriteByte(body[i])
	}
	return []byte(out.String())
}

func runID() string {
	var b [10]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b[:]))
}

// Runs implements app.Store.
func (s *Store) Runs(ctx context.Context, team string, f app.RunFilter) ([]app.RunRow, error) {
	var rows []struct {
		Seq     int64
		Summary string
	}
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Table("runs").Select("seq, summary::text as summary").Where("team = ?", team).Order("seq desc").Limit(f.Limit)
		if f.Before > 0 {
			q = q.Where("seq < ?", f.Before)
		}
		if f.Scene != "" {
			q = q.Where("scene = ?", f.Scene)
		}
		if f.Pipeline != "" {
			q = q.Where("pipeline = ?", f.Pipeline)
		}
		if f.By != "" {
			q = q.Where("by = ?", f.By)
		}
		return q.Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]app.RunRow, len(rows))
	for i, r := range rows {
		if err := json.Unmarshal([]byte(r.Summary), &out[i]); err != nil {
			return nil, err
		}
		out[i].Seq = r.Seq
	}
	return out, nil
}

// Run implements app.Store.
func (s *Store) Run(ctx context.Context, team, id string) (app.Run, error) {
	var bodies []string
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select body::text from runs where team = ? and id = ?", team, id).Scan(&bodies).Error
	})
	if err != nil {
		return app.Run{}, err
	}
	if len(bodies) == 0 {
		return app.Run{}, app.Fail(app.NotFound, "run_not_kept", "the run is not kept; it fell out behind the newest {max} of the team, or never was", app.MaxRuns)
	}
	var r app.Run
	err = json.Unmarshal([]byte(bodies[0]), &r)
	return r, err
}
