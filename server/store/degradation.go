package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"riffle.dev/riffle/server/app"
)

type degradationRow struct {
	Seq       int64 `gorm:"primaryKey"`
	Team      string
	Scene     string
	At        time.Time
	FromState string
	ToState   string
	Why       string
	ByWhom    string
	Rate      float64
	Budget    float64
	Need      float64
	FullShare float64
	LateLow   float64
	LateHigh  float64
	Plan      string
}

func (degradationRow) TableName() string { return "degradation_events" }

// DegradationEvents of a scene, newest first, below a seq (0: the newest).
func (s *Store) DegradationEvents(ctx context.Context, team, scene string, before int64, limit int) ([]app.DegradationEvent, error) {
	var rows []degradationRow
	err := s.read(ctx, func(db *gorm.DB) error {
		q := db.Where("team = ? and scene = ?", team, scene).Order("seq desc").Limit(limit)
		if before > 0 {
			q = q.Where("seq < ?", before)
		}
		return q.Find(&rows).Error
	})
	out := make([]app.DegradationEvent, len(rows))
	for i, r := range rows {
		out[i] = app.DegradationEvent{Seq: r.Seq, At: r.At, Scene: r.Scene, From: r.FromState, To: r.ToState, Why: r.Why, By: r.ByWhom,
			Rate: r.Rate, Budget: r.Budget, Need: r.Need, Full: r.FullShare, LateLow: r.LateLow, LateHigh: r.LateHigh, Plan: r.Plan}
	}
	return out, err
}

// keepDegradation is how long changes of state are kept.
const keepDegradation = 30 * 24 * time.Hour

// AddDegradationEvents writes changes of state, by team, all or none; those that
// are there are left as they are, and old ones fall out.
func (s *Store) AddDegradationEvents(ctx context.Context, teams []string, events []app.DegradationEvent) error {
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Transaction(func(tx *gorm.DB) error {
			for i, e := range events {
				if err := addDegradation(tx, teams[i], e); err != nil {
					return err
				}
			}
			if len(events) == 0 {
				return nil
			}
			return tx.Exec("delete from degradation_events where at < ?", events[len(events)-1].At.Add(-keepDegradation)).Error
		})
	})
}

func addDegradation(tx *gorm.DB, team string, e app.DegradationEvent) error {
	for range seqTries {
		res := tx.Exec(`insert into degradation_events (seq, team, scene, at, from_state, to_state, why, by_whom, rate, budget, need, full_share, late_low, late_high, plan)
			values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
			e.Seq, team, e.Scene, e.At, e.From, e.To, e.Why, e.By, e.Rate, e.Budget, e.Need, e.Full, e.LateLow, e.LateHigh, e.Plan)
		if res.Error != nil || res.RowsAffected == 1 {
			return res.Error
		}
		// It is there already where an answer was lost; else another instance had a
		// change in the same microsecond.
		var there int64
		err := tx.Model(&degradationRow{}).Where("seq = ? and team = ? and scene = ? and at = ? and from_state = ? and to_state = ? and why = ? and by_whom = ? and rate = ?",
			e.Seq, team, e.Scene, e.At, e.From, e.To, e.Why, e.By, e.Rate).Count(&there).Error
		if err != nil || there > 0 {
			return err
		}
		e.Seq++
	}
	return fmt.Errorf("change of state of %s: %d numbers in a row are taken", e.Scene, seqTries)
}

type overrideRow struct {
	Team   string `gorm:"primaryKey"`
	Scene  string `gorm:"primaryKey"`
	Action string
	Reason string
	ByWhom string
	At     time.Time
	Until  time.Time
	Whole  bool
	Level  int
	Off    string
}

func (overrideRow) TableName() string { return "degradation_overrides" }

func (r overrideRow) override() (app.Overriding, error) {
	o := app.Overriding{Team: r.Team, Scene: r.Scene, Override: app.Override{Action: r.Action, Reason: r.Reason, By: r.ByWhom, At: r.At.UTC(), Until: r.Until.UTC(), Full: r.Whole, Level: r.Level, Kept: true}}
	if err := json.Unmarshal([]byte(r.Off), &o.Off); err != nil {
		return o, fmt.Errorf("override of %s: %w", r.Scene, err)
	}
	return o, nil
}

// Overrides of all teams that have not ended.
func (s *Store) Overrides(ctx context.Context, now time.Time) ([]app.Overriding, error) {
	var rows []overrideRow
	if err := s.read(ctx, func(db *gorm.DB) error { return db.Where("until > ?", now).Order("team, scene").Find(&rows).Error }); err != nil {
		return nil, err
	}
	out := make([]app.Overriding, 0, len(rows))
	for _, r := range rows {
		o, err := r.override()
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, nil
}

// overrideOf a scene as it is in the database, which nobody changes until tx ends; nil:
// nothing holds.
func overrideOf(tx *gorm.DB, team, scene string) (*app.Override, error) {
	var rows []overrideRow
	err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("team = ? and scene = ?", team, scene).Find(&rows).Error
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	o, err := rows[0].override()
	return &o.Override, err
}

// SetOverride writes what holds of a scene; nil: nothing does. The audit has what it
// takes the place of, as it stands in the database: another instance may have written
// it. before is for one that stood in none.
func (s *Store) SetOverride(ctx context.Context, by app.Change, team, scene string, now, before *app.Override) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		t.object = scene
		was, err := overrideOf(tx, team, scene)
		switch {
		case err != nil:
			return err
		case was != nil && was.Until.After(time.Now()):
			t.before = was
		case before != nil:
			t.before = before
		}
		if now == nil {
			return tx.Exec("delete from degradation_overrides where team = ? and scene = ?", team, scene).Error
		}
		t.after = now
		off, err := json.Marshal(append([]string{}, now.Off...))
		if err != nil {
			return err
		}
		return tx.Exec(`insert into degradation_overrides (team, scene, action, reason, by_whom, at, until, whole, level, off) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			on conflict (team, scene) do update set action = excluded.action, reason = excluded.reason, by_whom = excluded.by_whom, at = excluded.at,
			until = excluded.until, whole = excluded.whole, level = excluded.level, off = excluded.off`,
			team, scene, now.Action, now.Reason, now.By, now.At, now.Until, now.Full, now.Level, string(off)).Error
	})
}
