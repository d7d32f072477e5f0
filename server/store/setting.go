package store

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"
)

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
