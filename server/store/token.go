package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type tokenRow struct {
	ID        int64 `gorm:"primaryKey"`
	Team      string
	UserID    int64
	Name      string
	Hash      []byte
	Role      string
	Scopes    textArray `gorm:"type:text[]"`
	CreatedAt time.Time
	ExpiresAt *time.Time
	LastUsed  *time.Time
	CreatedBy string `gorm:"->"` // of the join
}

func (tokenRow) TableName() string { return "tokens" }

func (r tokenRow) token() app.Token {
	t := app.Token{ID: r.ID, Name: r.Name, Role: app.Role(r.Role), Scopes: []app.Scope{}, CreatedBy: r.CreatedBy, CreatedAt: r.CreatedAt, ExpiresAt: r.ExpiresAt, LastUsed: r.LastUsed}
	for _, s := range r.Scopes {
		t.Scopes = append(t.Scopes, app.Scope(s))
	}
	return t
}

// Tokens implements app.Store.
func (s *Store) Tokens(ctx context.Context, team string) ([]app.Token, error) {
	var rows []tokenRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select t.*, u.login as created_by from tokens t join users u on u.id = t.user_id where t.team = ? order by t.id desc", team).Scan(&rows).Error
	})
	out := make([]app.Token, len(rows))
	for i, r := range rows {
		out[i] = r.token()
	}
	return out, err
}

// CreateToken implements app.Store.
func (s *Store) CreateToken(ctx context.Context, by app.Change, team string, t app.Token, user int64, hash []byte) (app.Token, error) {
	err := s.tx(ctx, by, team, func(tx *gorm.DB, tr *trail) error {
		tr.after = map[string]any{"role": t.Role, "scopes": t.Scopes, "expires_at": t.ExpiresAt}
		row := tokenRow{Team: team, UserID: user, Name: t.Name, Hash: hash, Role: string(t.Role), Scopes: textArray{}, CreatedAt: t.CreatedAt, ExpiresAt: t.ExpiresAt}
		for _, sc := range t.Scopes {
			row.Scopes = append(row.Scopes, string(sc))
		}
		if err := tx.Omit("CreatedBy").Create(&row).Error; err != nil {
			return taken(err, "token", t.Name)
		}
		t.ID = row.ID
		return nil
	})
	return t, err
}

// DeleteToken implements app.Store.
func (s *Store) DeleteToken(ctx context.Context, by app.Change, team string, id int64) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		var row tokenRow
		if err := tx.Raw("delete from tokens where team = ? and id = ? returning *", team, id).Scan(&row).Error; err != nil {
			return err
		}
		if row.ID == 0 {
			return app.Missing("token", fmt.Sprint(id))
		}
		t.object, t.before = row.Name, map[string]any{"role": row.Role}
		return nil
	})
}

// TouchTokens notes when tokens were used last.
func (s *Store) TouchTokens(ctx context.Context, used map[int64]time.Time) error {
	return s.read(ctx, func(db *gorm.DB) error {
		for id, at := range used {
			if err := db.Exec("update tokens set last_used = ? where id = ? and (last_used is null or last_used < ?)", at, id, at).Error; err != nil {
				return err
			}
		}
		return nil
	})
}
