package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type versionRow struct {
	Team      string `gorm:"primaryKey"`
	Number    int64  `gorm:"primaryKey"`
	Hash      string
	Note      string
	Author    string
	CreatedAt time.Time
	Files     string // JSON
	Imports   string // JSON
	Live      bool   `gorm:"->"` // of the join
}

func (versionRow) TableName() string { return "versions" }

func (r versionRow) version() (app.Version, error) {
	v := app.Version{Number: r.Number, Hash: r.Hash, Note: r.Note, Author: r.Author, CreatedAt: r.CreatedAt, Live: r.Live, Imports: []app.Import{}}
	if r.Imports != "" {
		if err := json.Unmarshal([]byte(r.Imports), &v.Imports); err != nil {
			return v, err
		}
	}
	if r.Files == "" {
		return v, nil
	}
	err := json.Unmarshal([]byte(r.Files), &v.Files)
	return v, err
}

const versionColumns = "v.team, v.number, v.hash, v.note, v.author, v.created_at, v.imports, coalesce(v.number = p.live, false) as live"

// Versions implements app.Store.
func (s *Store) Versions(ctx context.Context, team string, before int64, limit int) ([]app.Version, error) {
	var rows []versionRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select "+versionColumns+` from versions v join projects p on p.team = v.team
			where v.team = ? and (? = 0 or v.number < ?) order by v.number desc limit ?`, team, before, before, limit).Scan(&rows).Error
	})
	if err != nil {
		return nil, err
	}
	out := make([]app.Version, len(rows))
	for i, r := range rows {
		if out[i], err = r.version(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Version implements app.Store.
func (s *Store) Version(ctx context.Context, team string, number int64) (app.Version, error) {
	v, err := s.version(ctx, team, "v.number = ?", number)
	if err == nil && v == nil {
		return app.Version{}, app.Missing("version", fmt.Sprint(number))
	}
	if err != nil {
		return app.Version{}, err
	}
	return *v, nil
}

// LiveVersion implements app.Store.
func (s *Store) LiveVersion(ctx context.Context, team string) (*app.Version, error) {
	return s.version(ctx, team, "v.number = p.live")
}

func (s *Store) version(ctx context.Context, team, where string, args ...any) (*app.Version, error) {
	var rows []versionRow
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select "+versionColumns+", v.files from versions v join projects p on p.team = v.team where v.team = ? and "+where,
			append([]any{team}, args...)...).Scan(&rows).Error
	})
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	v, err := rows[0].version()
	return &v, err
}

// LiveNumbers are the live versions of all teams, for instances to follow.
func (s *Store) LiveNumbers(ctx context.Context) (map[string]int64, error) {
	var rows []projectRow
	err := s.read(ctx, func(db *gorm.DB) error { return db.Where("live is not null").Find(&rows).Error })
	out := make(map[string]int64, len(rows))
	for _, r := range rows {
		out[r.Team] = *r.Live
	}
	return out, err
}

// CreateVersion implements app.Store.
func (s *Store) CreateVersion(ctx context.Context, by app.Change, team string, v app.Version, activate bool, seen *int64) (app.Version, error) {
	files, err := json.Marshal(v.Files)
	if err != nil {
		return v, err
	}
	if v.Imports == nil {
		v.Imports = []app.Import{}
	}
	imports, err := json.Marshal(v.Imports)
	if err != nil {
		return v, err
	}
	err = s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		p, err := lockProject(tx, team)
		if err != nil {
			return err
		}
		if seen != nil && liveOf(p) != *seen {
			return app.Fail(app.Stale, "live_changed", "version {live} is live now, not {seen} as you saw; look at what changes again", liveOf(p), *seen)
		}
		var same []int64
		if err := tx.Raw("select number from versions where team = ? and number = ? and hash = ?", team, p.Newest, v.Hash).Scan(&same).Error; err != nil {
			return err
		}
		if len(same) > 0 {
			return app.Fail(app.Conflict, "version_same", "version {version} holds the same texts; activate it instead of publishing again", p.Newest)
		}
		if err := mayImport(tx, team, v.Imports); err != nil {
			return err
		}
		v.Number, v.Live = p.Newest+1, activate
		row := versionRow{Team: team, Number: v.Number, Hash: v.Hash, Note: v.Note, Author: v.Author, CreatedAt: v.CreatedAt, Files: string(files), Imports: string(imports)}
		if err := tx.Omit("Live").Create(&row).Error; err != nil {
			return err
		}
		if err := tx.Exec("update projects set newest = ? where team = ?", v.Number, team).Error; err != nil {
			return err
		}
		t.object = fmt.Sprint(v.Number)
		t.after = map[string]any{"hash": v.Hash, "live": activate}
		if len(v.Imports) > 0 {
			t.after = map[string]any{"hash": v.Hash, "live": activate, "imports": v.Imports}
		}
		if !activate {
			return nil
		}
		return setLive(tx, team, v.Number, by.Who.Actor(), v.Note)
	})
	return v, err
}

// Activate implements app.Store.
func (s *Store) Activate(ctx context.Context, by app.Change, team string, number int64, note string) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		p, err := lockProject(tx, team)
		if err != nil {
			return err
		}
		if number > p.Newest {
			return app.Missing("version", fmt.Sprint(number))
		}
		t.object = fmt.Sprint(number)
		t.before, t.after = map[string]any{"live": p.Live}, map[string]any{"live": number}
		return setLive(tx, team, number, by.Who.Actor(), note)
	})
}

// liveOf a project, 0 for none.
func liveOf(p projectRow) int64 {
	if p.Live == nil {
		return 0
	}
	return *p.Live
}

func setLive(tx *gorm.DB, team string, number int64, actor, note string) error {
	if err := tx.Exec("update projects set live = ? where team = ?", number, team).Error; err != nil {
		return err
	}
	if err := tx.Exec("insert into activations (team, version, actor, note) values (?, ?, ?, ?)", team, number, actor, note).Error; err != nil {
		return err
	}
	return nil
}

// VersionServes writes the event that a version which was made live serves now;
// of several instances one does.
func (s *Store) VersionServes(ctx context.Context, team string, number int64, now time.Time) error {
	return s.read(ctx, func(db *gorm.DB) error {
		return db.Transaction(func(tx *gorm.DB) error {
			var told []int64
			err := tx.Raw(`insert into served (activation, at) select seq, ? from activations a where team = ? and version = ?
				and not exists (select from served where activation = a.seq) on conflict do nothing returning activation`, now, team, number).Scan(&told).Error
			if err != nil || len(told) == 0 {
				return err
			}
			var actor string
			if err := tx.Raw("select actor from activations where seq = ?", slices.Max(told)).Scan(&actor).Error; err != nil {
				return err
			}
			return addEvent(tx, team, app.Event{Kind: "version.live", Severity: "info", Message: fmt.Sprintf("version %d is live, by %s", number, actor)})
		})
	})
}

// Activations implements app.Store.
func (s *Store) Activations(ctx context.Context, team string, limit int) ([]app.Activation, error) {
	var out []app.Activation
	err := s.read(ctx, func(db *gorm.DB) error {
		return db.Raw("select seq, version, actor, at, note from activations where team = ? order by seq desc limit ?", team, limit).Scan(&out).Error
	})
	return out, err
}
