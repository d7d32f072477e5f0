package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type eventRow struct {
	Seq      int64 `gorm:"primaryKey"`
	Team     string
	At       time.Time
	Kind     string
	Scene    string
	Resource string
	Message  string
	Severity string
}

func (eventRow) TableName() string { return "events" }

func (r eventRow) event() app.Event {
	return app.Event{Seq: r.Seq, At: r.At, Kind: r.Kind, Scene: r.Scene, Resource: r.Resource, Message: r.Message, Severity: r.Severity}
}

// Events implements app.Store.
func (s *Store) Events(ctx context.Context, team string, before int64, limit int) ([]app.Event, error) {
	var rows []eventRow
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Where("team = ?", team).Order("seq desc").Limit(limit)
		if before > 0 {
			q = q.Where("seq < ?", before)
		}
		return q.Find(&rows).Error
	})
	out := make([]app.Event, len(rows))
	for i, r := range rows {
		out[i] = r.event()
	}
	return out, err
}

// AddEvent keeps what happened. A zero At is now.
func (s *Store) AddEvent(ctx context.Context, team string, e app.Event) error {
	return s.read(ctx, func(db *gorm.DB) error { return addEvent(db, team, e) })
}

func addEvent(tx *gorm.DB, team string, e app.Event) error {
	if e.At.IsZero() {
		e.At = time.Now().UTC()
	}
	if e.Seq == 0 {
		e.Seq = e.At.UnixMicro()
	}
	for range seqTries {
		res := tx.Exec(`insert into events (seq, team, at, kind, scene, resource, message, severity) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
			e.Seq, team, e.At, e.Kind, e.Scene, e.Resource, e.Message, e.Severity)
		if res.Error != nil || res.RowsAffected == 1 {
			return res.Error
		}
		e.Seq++
	}
	return fmt.Errorf("event %s: %d numbers in a row are taken", e.Kind, seqTries)
}

const seqTries = 100

// EventsSince are those of all teams from a seq on, at most limit, oldest first.
func (s *Store) EventsSince(ctx context.Context, seq int64, limit int) (map[string][]app.Event, error) {
	var rows []eventRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Where("seq >= ?", seq).Order("seq").Limit(limit).Find(&rows).Error
	})
	out := map[string][]app.Event{}
	for _, r := range rows {
		out[r.Team] = append(out[r.Team], r.event())
	}
	return out, err
}
