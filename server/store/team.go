package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type teamRow struct {
	Name      string `gorm:"primaryKey"`
	Title     string
	CreatedAt time.Time
}

func (teamRow) TableName() string { return "teams" }

type projectRow struct {
	Team   string `gorm:"primaryKey"`
	Newest int64
	Live   *int64
}

func (projectRow) TableName() string { return "projects" }

// TeamsOf implements app.Store.
func (s *Store) TeamsOf(ctx context.Context, names []string) ([]app.Team, error) {
	var rows []teamRow
	err := s.read(ctx, func(db *gorm.DB) error { return db.Where("name in ?", names).Order("name").Find(&rows).Error })
	out := make([]app.Team, len(rows))
	for i, r := range rows {
		out[i] = app.Team{Name: r.Name, Title: r.Title, CreatedAt: r.CreatedAt}
	}
	return out, err
}

// CreateTeam implements app.Store.
func (s *Store) CreateTeam(ctx context.Context, by app.Change, t app.Team, owner int64) error {
	return s.tx(ctx, by, t.Name, func(tx *gorm.DB, tr *trail) error {
		tr.after = map[string]any{"title": t.Title}
		if err := tx.Create(&teamRow{Name: t.Name, Title: t.Title, CreatedAt: t.CreatedAt}).Error; err != nil {
			return taken(err, "team", t.Name)
		}
		if err := tx.Create(&projectRow{Team: t.Name}).Error; err != nil {
			return err
		}
		return tx.Create(&membershipRow{Team: t.Name, UserID: owner, Role: string(app.Owner), CreatedAt: t.CreatedAt}).Error
	})
}

// lockTeam makes changes of a team's members take turns.
func lockTeam(tx *gorm.DB, team string) error {
	var row teamRow
	return notFound(tx.Raw("select * from teams where name = ? for update", team).Take(&row).Error, "team", team)
}

// lockProject makes changes of a team's versions and set of files take turns.
func lockProject(tx *gorm.DB, team string) (projectRow, error) {
	var row projectRow
	err := tx.Raw("select * from projects where team = ? for update", team).Take(&row).Error
	return row, notFound(err, "team", team)
}
