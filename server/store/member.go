package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type userRow struct {
	ID           int64 `gorm:"primaryKey"`
	Login        string
	Name         string
	PasswordHash string
	Admin        bool
	CreatedAt    time.Time
}

func (userRow) TableName() string { return "users" }

type membershipRow struct {
	Team      string `gorm:"primaryKey"`
	UserID    int64  `gorm:"primaryKey"`
	Role      string
	CreatedAt time.Time
}

func (membershipRow) TableName() string { return "memberships" }

// LoginExists implements app.Store.
func (s *Store) LoginExists(ctx context.Context, login string) (bool, error) {
	var n int64
	err := s.read(ctx, func(db *gorm.DB) error { return db.Model(&userRow{}).Where("login = ?", login).Count(&n).Error })
	return n > 0, err
}

const selectMembers = `select u.login, u.name, m.role, m.created_at from memberships m join users u on u.id = m.user_id where m.team = ?`

// Members implements app.Store.
func (s *Store) Members(ctx context.Context, team string) ([]app.Member, error) {
	var out []app.Member
	err := s.read(ctx, func(db *gorm.DB) error { return db.Raw(selectMembers+" order by u.login", team).Scan(&out).Error })
	return out, err
}

// AddMember implements app.Store. A login that is there gets no new password.
func (s *Store) AddMember(ctx context.Context, by app.Change, team string, m app.Member, passwordHash string) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		t.after = map[string]any{"role": m.Role}
		if err := lockTeam(tx, team); err != nil {
			return err
		}
		var u userRow
		if passwordHash != "" {
			u = userRow{Login: m.Login, Name: m.Name, PasswordHash: passwordHash, CreatedAt: m.CreatedAt}
			if err := tx.Create(&u).Error; err != nil {
				return taken(err, "login", m.Login)
			}
		} else if err := tx.Where("login = ?", m.Login).Take(&u).Error; err != nil {
			return notFound(err, "login", m.Login)
		}
		var n int64
		if err := tx.Model(&membershipRow{}).Where("team = ? and user_id = ?", team, u.ID).Count(&n).Error; err != nil {
			return err
		}
		if n > 0 {
			return app.Fail(app.Conflict, "member_already", "{login} is a member of {team} already; change the role instead", m.Login, team)
		}
		return tx.Create(&membershipRow{Team: team, UserID: u.ID, Role: string(m.Role), CreatedAt: m.CreatedAt}).Error
	})
}

// SetRole implements app.Store.
func (s *Store) SetRole(ctx context.Context, by app.Change, team, login string, role app.Role) (app.Member, error) {
	var m app.Member
	err := s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		var err error
		if m, err = lockedMember(tx, team, login); err != nil {
			return err
		}
		if err := keepsOwner(tx, team, m, role); err != nil {
			return err
		}
		t.before, t.after = map[string]any{"role": m.Role}, map[string]any{"role": role}
		m.Role = role
		return tx.Exec("update memberships set role = ? where team = ? and user_id = (select id from users where login = ?)", role, team, login).Error
	})
	return m, err
}

// RemoveMember implements app.Store.
func (s *Store) RemoveMember(ctx context.Context, by app.Change, team, login string) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		m, err := lockedMember(tx, team, login)
		if err != nil {
			return err
		}
		if err := keepsOwner(tx, team, m, ""); err != nil {
			return err
		}
		t.before = map[string]any{"role": m.Role}
		const mine = "team = ? and user_id = (select id from users where login = ?)"
		if err := tx.Exec("delete from tokens where "+mine, team, login).Error; err != nil {
			return err
		}
		return tx.Exec("delete from memberships where "+mine, team, login).Error
	})
}

func lockedMember(tx *gorm.DB, team, login string) (app.Member, error) {
	var m app.Member
	if err := lockTeam(tx, team); err != nil {
		return m, err
	}
	err := tx.Raw(selectMembers+" and u.login = ?", team, login).Take(&m).Error
	return m, notFound(err, "member", login)
}

// keepsOwner refuses to leave a team without an owner. The team is locked.
func keepsOwner(tx *gorm.DB, team string, m app.Member, role app.Role) error {
	if m.Role != app.Owner || role == app.Owner {
		return nil
	}
	var owners int64
	if err := tx.Model(&membershipRow{}).Where("team = ? and role = ?", team, app.Owner).Count(&owners).Error; err != nil {
		return err
	}
	if owners == 1 {
		return app.Fail(app.Conflict, "only_owner", "{login} is the only owner of {team}; make another one first", m.Login, team)
	}
	return nil
}
