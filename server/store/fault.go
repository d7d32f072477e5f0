package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type faultRow struct {
	ID        int64 `gorm:"primaryKey"`
	Team      string
	Target    string
	Name      string
	Scene     string
	Kind      string
	DelayMs   int
	Share     float64
	Until     time.Time
	CreatedBy string
	CreatedAt time.Time
}

func (faultRow) TableName() string { return "faults" }

func (r faultRow) fault() app.Fault {
	return app.Fault{ID: r.ID, Target: r.Target, Name: r.Name, Scene: r.Scene, Kind: r.Kind, DelayMS: r.DelayMs, Share: r.Share, Until: r.Until, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt}
}

// Faults implements app.Store.
func (s *Store) Faults(ctx context.Context, team string, now time.Time) ([]app.Fault, error) {
	all, err := s.faults(ctx, "team = ? and until > ?", team, now)
	return all[team], err
}

// AllFaults are those of every team that go on, for instances to follow.
func (s *Store) AllFaults(ctx context.Context, now time.Time) (map[string][]app.Fault, error) {
	return s.faults(ctx, "until > ?", now)
}

func (s *Store) faults(ctx context.Context, where string, args ...any) (map[string][]app.Fault, error) {
	var rows []faultRow
	err := s.read(ctx, func(db *gorm.DB) error { return db.Where(where, args...).Order("id desc").Find(&rows).Error })
	out := map[string][]app.Fault{}
	for _, r := range rows {
		out[r.Team] = append(out[r.Team], r.fault())
	}
	return out, err
}

// CreateFault implements app.Store.
func (s *Store) CreateFault(ctx context.Context, by app.Change, team string, f app.Fault) (app.Fault, error) {
	err := s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		row := faultRow{Team: team, Target: f.Target, Name: f.Name, Scene: f.Scene, Kind: f.Kind, DelayMs: f.DelayMS, Share: f.Share, Until: f.Until, CreatedBy: f.CreatedBy, CreatedAt: f.CreatedAt}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		f.ID = row.ID
		t.after = f
		return addEvent(tx, team, faultEvent(f, "fault.begun", fmt.Sprintf("drill: %s of %s %s until %s, by %s", f.Kind, f.Target, f.Name, f.Until.UTC().Format(time.TimeOnly), f.CreatedBy)))
	})
	return f, err
}

// DeleteFault implements app.Store.
func (s *Store) DeleteFault(ctx context.Context, by app.Change, team string, id int64, now time.Time) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		var rows []faultRow
		if err := tx.Raw("update faults set until = ?, told = true where team = ? and id = ? and until > ? returning *", now, team, id, now).Scan(&rows).Error; err != nil {
			return err
		}
		if len(rows) == 0 {
			return app.Missing("fault", fmt.Sprint(id))
		}
		f := rows[0].fault()
		t.object, t.before = f.Target+" "+f.Name, map[string]any{"id": f.ID, "kind": f.Kind}
		return addEvent(tx, team, faultEvent(f, "fault.ended", fmt.Sprintf("drill ended: %s of %s %s, by %s", f.Kind, f.Target, f.Name, by.Who.Actor())))
	})
}

// EndFaults writes the event of each drill that ran out and whose end nobody
// told yet; of several instances one does.
func (s *Store) EndFaults(ctx context.Context, now time.Time) error {
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Transaction(func(tx *gorm.DB) error {
			var rows []faultRow
			if err := tx.Raw("update faults set told = true where not told and until <= ? returning *", now).Scan(&rows).Error; err != nil {
				return err
			}
			for _, r := range rows {
				f := r.fault()
				e := faultEvent(f, "fault.ended", fmt.Sprintf("drill ended: %s of %s %s, its time is over", f.Kind, f.Target, f.Name))
				if err := addEvent(tx, r.Team, e); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

func faultEvent(f app.Fault, kind, message string) app.Event {
	e := app.Event{Kind: kind, Scene: f.Scene, Message: message, Severity: "warning"}
	if f.Target == "resource" {
		e.Resource = f.Name
	}
	return e
}
