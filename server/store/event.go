package store

import (
	"context"
	"encoding/json"
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
		out[i] = app.Event{Seq: r.Seq, At: r.At, Kind: r.Kind, Scene: r.Scene, Resource: r.Resource, Message: r.Message, Severity: r.Severity}
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
	return tx.Create(&eventRow{Team: team, At: e.At, Kind: e.Kind, Scene: e.Scene, Resource: e.Resource, Message: e.Message, Severity: e.Severity}).Error
}

// Setting reads a kept value into v; false where there is none.
func (s *Store) Setting(ctx context.Context, team, name string, v any) (bool, error) {
	var texts []string
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select value::text from settings where team = ? and name = ?", team, name).Scan(&texts).Error
	})
	if err != nil || len(texts) == 0 {
		return false, err
	}
	return true, json.Unmarshal([]byte(texts[0]), v)
}

// Set keeps a value.
func (s *Store) Set(ctx context.Context, team, name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Exec("insert into settings (team, name, value) values (?, ?, ?::jsonb) on conflict (team, name) do update set value = excluded.value", team, name, string(text)).Error
	})
}
