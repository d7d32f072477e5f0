package store

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type auditRow struct {
	ID        int64 `gorm:"primaryKey"`
	Team      string
	At        time.Time
	Actor     string
	Action    string
	Object    string
	Before    *string
	After     *string
	RequestID string
}

func (auditRow) TableName() string { return "audit" }

func writeAudit(tx *gorm.DB, by app.Change, team string, t trail) error {
	row := auditRow{Team: team, At: time.Now().UTC(), Actor: by.Who.Actor(), Action: by.Action, Object: by.Object, RequestID: by.RequestID}
	if t.object != "" {
		row.Object = t.object
	}
	var err error
	if row.Before, err = asJSON(t.before); err != nil {
		return err
	}
	if row.After, err = asJSON(t.after); err != nil {
		return err
	}
	return tx.Create(&row).Error
}

// Note implements app.Store.
func (s *Store) Note(ctx context.Context, by app.Change, team string) error {
	return s.tx(ctx, by, team, func(*gorm.DB, *trail) error { return nil })
}

// Audit implements app.Store.
func (s *Store) Audit(ctx context.Context, team string, f app.AuditFilter) ([]app.Audit, error) {
	var rows []auditRow
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Where("team = ?", team).Order("id desc").Limit(f.Limit)
		if f.Before > 0 {
			q = q.Where("id < ?", f.Before)
		}
		if f.Actor != "" {
			q = q.Where("actor = ?", f.Actor)
		}
		if f.Action != "" {
			q = q.Where("action = ? or split_part(action, '.', 1) = ?", f.Action, f.Action)
		}
		if f.Object != "" {
			q = q.Where("object = ?", f.Object)
		}
		if !f.From.IsZero() {
			q = q.Where("at >= ?", f.From)
		}
		if !f.To.IsZero() {
			q = q.Where("at < ?", f.To)
		}
		return q.Find(&rows).Error
	})
	out := make([]app.Audit, len(rows))
	for i, r := range rows {
		out[i] = app.Audit{ID: r.ID, At: r.At, Actor: r.Actor, Action: r.Action, Object: r.Object, Before: raw(r.Before), After: raw(r.After), RequestID: r.RequestID}
	}
	return out, err
}

func raw(s *string) json.RawMessage {
	if s == nil {
		return nil
	}
	return json.RawMessage(*s)
}
