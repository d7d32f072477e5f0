package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/engine/limit/share"
)

// MaxReports of instances that are read; more of them than that serve no database.
const MaxReports = 1000

type limitReport struct {
	Instance string
	At       time.Time
	Arrived  string
	Now      time.Time
}

// ShareLimits implements limits.Store in one round trip. Reports of long ago are
// taken away on the way.
func (s *Store) ShareLimits(ctx context.Context, instance string, arrived map[string]float64) (share.Table, time.Time, error) {
	text, err := json.Marshal(arrived)
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("arrivals of limits: %w", err)
	}
	var rows []limitReport
	err = s.read(ctx, func(db *gorm.DB) error {
		return db.Raw(`with mine as (
			insert into limit_reports (instance, at, arrived) values (?, now(), ?)
			on conflict (instance) do update set at = excluded.at, arrived = excluded.arrived
			returning instance, at, arrived
		), gone as (delete from limit_reports where at < now() - interval '1 minute' and instance <> ?)
		select instance, at, arrived, now() as now from mine
		union all select * from (select instance, at, arrived, now() from limit_reports
			where instance <> ? and at > now() - interval '1 minute' order by at desc limit ?) others`,
			instance, string(text), instance, instance, MaxReports).Scan(&rows).Error
	})
	if err != nil {
		return nil, time.Time{}, err
	}
	table, now := make(share.Table, 0, len(rows)), time.Time{}
	for _, r := range rows {
		one := share.Report{Instance: r.Instance, At: r.At}
		if err := json.Unmarshal([]byte(r.Arrived), &one.Arrived); err != nil {
			continue // of another version of the program: it lives, and says nothing
		}
		table, now = append(table, one), r.Now
	}
	return table, now, nil
}

// LeaveLimits implements limits.Store.
func (s *Store) LeaveLimits(ctx context.Context, instance string) error {
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Exec("delete from limit_reports where instance = ?", instance).Error
	})
}
