package store

import (
	"context"
	"encoding/json"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// ImportersOf implements app.Store.
func (s *Store) ImportersOf(ctx context.Context, team string) ([]string, error) {
	out := []string{}
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select importer from importers where team = ? order by importer", team).Scan(&out).Error
	})
	return out, err
}

// SetImporters implements app.Store.
func (s *Store) SetImporters(ctx context.Context, by app.Change, team string, teams []string) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		if err := tx.Exec("select from teams where name = ? for no key update", team).Error; err != nil {
			return err
		}
		var was []string
		if err := tx.Raw("delete from importers where team = ? returning importer", team).Scan(&was).Error; err != nil {
			return err
		}
		for _, name := range teams {
			if err := tx.Exec("insert into importers (team, importer) values (?, ?)", team, name).Error; err != nil {
				return err
			}
		}
		t.before, t.after = map[string]any{"teams": was}, map[string]any{"teams": teams}
		return nil
	})
}

// mayImport tells, within the transaction that publishes, that what was allowed
// when the project was checked still is. Until that transaction ends the lists
// stay as they are: who changes one waits for the row of its team.
func mayImport(tx *gorm.DB, team string, imports []app.Import) error {
	for _, i := range imports {
		if i.Team == team {
			continue
		}
		if err := tx.Exec("select from teams where name = ? for share", i.Team).Error; err != nil {
			return err
		}
		var allowed bool
		if err := tx.Raw("select exists (select from importers where team = ? and importer = ?)", i.Team, team).Scan(&allowed).Error; err != nil {
			return err
		}
		if !allowed {
			return app.ImportDenied(team, i.Team)
		}
	}
	return nil
}

// ImportUses implements app.Store.
func (s *Store) ImportUses(ctx context.Context, team string) ([]app.ImportUse, error) {
	var rows []struct {
		Team    string
		Version int64
		Of      int64
		Names   string // JSON
	}
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw(`select v.team, v.number as version, (i->>'version')::int8 as of, i->>'names' as names
			from projects p join versions v on v.team = p.team and v.number = p.live, jsonb_array_elements(v.imports) i
			where i->>'team' = ? and v.team <> ? order by v.team, of`, team, team).Scan(&rows).Error
	})
	out := make([]app.ImportUse, len(rows))
	for i, r := range rows {
		out[i] = app.ImportUse{Team: r.Team, Version: r.Version, Of: r.Of}
		if err := json.Unmarshal([]byte(r.Names), &out[i].Names); err != nil {
			return nil, err
		}
	}
	return out, err
}
