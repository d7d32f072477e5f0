package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/auth"
)

// User implements auth.Source.
func (s *Store) User(ctx context.Context, login string) (auth.User, error) {
	var u userRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return notFound(db.Where("login = ?", login).Take(&u).Error, "login", login)
	})
	return auth.User{ID: u.ID, Hash: u.PasswordHash}, err
}

// principalRow is one membership of a session's or token's user.
type principalRow struct {
	ID        int64
	Login     string
	Name      string
	Admin     bool
	ExpiresAt *time.Time
	Team      *string
	Role      string
	TokenID   int64
	SessionID string
	Token     string
	TokenRole string
	Scopes    textArray
}

// OfSession implements auth.Source.
func (s *Store) OfSession(ctx context.Context, hash []byte, now time.Time) (*app.Principal, error) {
	return s.principal(ctx, `
		select u.id, u.login, u.name, u.admin, s.expires_at, m.team, coalesce(m.role, '') as role, '{}' as scopes,
			`+sessionName+` as session_id
		from sessions s join users u on u.id = s.user_id left join memberships m on m.user_id = u.id
		where s.hash = ? and s.expires_at > ?`, hash, now)
}

// OfToken implements auth.Source. A token has at most the role its maker has
// now, and none once that one is no member any more.
func (s *Store) OfToken(ctx context.Context, hash []byte, now time.Time) (*app.Principal, error) {
	return s.principal(ctx, `
		select u.id, u.login, u.name, t.expires_at, m.team, m.role, t.id as token_id, t.name as token, t.role as token_role, t.scopes
		from tokens t join users u on u.id = t.user_id join memberships m on m.user_id = u.id and m.team = t.team
		where t.hash = ? and (t.expires_at is null or t.expires_at > ?)`, hash, now)
}

func (s *Store) principal(ctx context.Context, query string, args ...any) (*app.Principal, error) {
	var rows []principalRow
	err := s.read(ctx, func(db *gorm.DB) error { return db.Raw(query, args...).Scan(&rows).Error })
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	first := rows[0]
	p := &app.Principal{UserID: first.ID, Login: first.Login, Name: first.Name, Admin: first.Admin, Teams: map[string]app.Role{}, TokenID: first.TokenID, Token: first.Token, SessionID: first.SessionID}
	if first.ExpiresAt != nil {
		p.Expires = *first.ExpiresAt
	}
	for _, sc := range first.Scopes {
		p.Scopes = append(p.Scopes, app.Scope(sc))
	}
	for _, r := range rows {
		if r.Team == nil {
			continue
		}
		role := app.Role(r.Role)
		if r.TokenID != 0 && role.Allows(app.Role(r.TokenRole)) {
			role = app.Role(r.TokenRole)
		}
		p.Teams[*r.Team] = role
	}
	return p, nil
}

// CreateSession implements auth.Source and drops sessions that ended.
func (s *Store) CreateSession(ctx context.Context, hash []byte, user int64, now, expires time.Time) error {
	return s.read(ctx, func(db *gorm.DB) error {
		if err := db.Exec("delete from sessions where expires_at < ?", now).Error; err != nil {
			return err
		}
		// gorm spreads a slice right behind a parenthesis: hash is not the first.
		return db.Exec("insert into sessions (user_id, hash, expires_at) values (?, ?, ?)", user, hash, expires).Error
	})
}

// DeleteSession implements auth.Source.
func (s *Store) DeleteSession(ctx context.Context, hash []byte) error {
	return s.read(ctx, func(db *gorm.DB) error { return db.Exec("delete from sessions where hash = ?", hash).Error })
}

// SetPassword implements auth.Source: the user's sessions end.
func (s *Store) SetPassword(ctx context.Context, by app.Change, user int64, hash string) error {
	return s.tx(ctx, by, "", func(tx *gorm.DB, _ *trail) error {
		if err := tx.Exec("update users set password_hash = ? where id = ?", hash, user).Error; err != nil {
			return err
		}
		return tx.Exec("delete from sessions where user_id = ?", user).Error
	})
}

// CreateFirst implements auth.Source: an administrator, where there is no user
// yet. Of several instances that start together one makes it.
func (s *Store) CreateFirst(ctx context.Context, login, hash string) (made bool, err error) {
	by := app.Change{Action: "user.create", Object: login, RequestID: "first-run"}
	err = s.tx(ctx, by, "", func(tx *gorm.DB, _ *trail) error {
		if err := tx.Exec("lock table users in share row exclusive mode").Error; err != nil {
			return err
		}
		res := tx.Exec("insert into users (login, name, password_hash, admin) select ?, ?, ?, true where not exists (select 1 from users)", login, login, hash)
		if made = res.RowsAffected > 0; res.Error != nil || made {
			return res.Error
		}
		return errNothing
	})
	if app.CodeOf(err) == app.Conflict {
		return false, nil
	}
	return made, err
}

// errNothing rolls back a transaction that found nothing to do.
var errNothing = app.Fail(app.Conflict, "nothing_to_do", "there is nothing to do")
