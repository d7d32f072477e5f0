package store

import (
	"context"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// UserSettings implements app.Store; a user who kept none has the zero ones.
func (s *Store) UserSettings(ctx context.Context, user int64) (app.UserSettings, error) {
	var texts []string
	var out app.UserSettings
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select value::text from user_settings where user_id = ?", user).Scan(&texts).Error
	})
	if err != nil || len(texts) == 0 {
		return out, err
	}
	err = json.Unmarshal([]byte(texts[0]), &out)
	return out, err
}

// SetUserSettings implements app.Store.
func (s *Store) SetUserSettings(ctx context.Context, user int64, v app.UserSettings) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Exec("insert into user_settings (user_id, value) values (?, ?::jsonb) on conflict (user_id) do update set value = excluded.value", user, string(text)).Error
	})
}

// sessionName is what a session is called among its user's: of the hash, which
// tells nothing of the secret.
const sessionName = "encode(substring(s.hash from 1 for 12), 'hex')"

// Sessions implements app.Store.
func (s *Store) Sessions(ctx context.Context, user int64, current string, now time.Time) ([]app.Session, error) {
	var out []app.Session
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select "+sessionName+" as id, s.created_at, s.expires_at from sessions s where s.user_id = ? and s.expires_at > ? order by s.created_at desc, id limit 200",
			user, now).Scan(&out).Error
	})
	for i := range out {
		out[i].Current = out[i].ID == current
	}
	return out, err
}

// EndSession implements app.Store.
func (s *Store) EndSession(ctx context.Context, by app.Change, user int64, id string) error {
	return s.tx(ctx, by, "", func(tx *gorm.DB, _ *trail) error {
		res := tx.Exec("delete from sessions s where s.user_id = ? and "+sessionName+" = ?", user, id)
		if res.Error != nil {
			return res.Error
		}
		if res.RowsAffected == 0 {
			return app.Fail(app.NotFound, "session_unknown", "you have no such session; it may have ended")
		}
		return nil
	})
}
