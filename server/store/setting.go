package store

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
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

// SetBy is Set by somebody, with an audit row in the same transaction: what was
// kept before, and what is told of the change.
func (s *Store) SetBy(ctx context.Context, by app.Change, team, name string, v, told any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		t.object, t.after = name, told
		var before []string
		if err := tx.Raw("select value::text from settings where team = ? and name = ?", team, name).Scan(&before).Error; err != nil {
			return err
		}
		if len(before) > 0 {
			t.before = json.RawMessage(before[0])
		}
		return tx.Exec("insert into settings (team, name, value) values (?, ?, ?::jsonb) on conflict (team, name) do update set value = excluded.value", team, name, string(text)).Error
	})
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
