package store

import (
	"context"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

type fileRow struct {
	Team      string `gorm:"primaryKey"`
	Path      string `gorm:"primaryKey"`
	Body      string
	Tag       string
	Rev       int64
	UpdatedAt time.Time
	UpdatedBy string
}

func (fileRow) TableName() string { return "files" }

func (r fileRow) file() app.File {
	return app.File{Path: r.Path, Text: r.Body, Tag: r.Tag, Rev: r.Rev, Bytes: len(r.Body), UpdatedAt: r.UpdatedAt, UpdatedBy: r.UpdatedBy}
}

// Files implements app.Store.
func (s *Store) Files(ctx context.Context, team string) ([]app.File, error) {
	var rows []fileRow
	err := s.read(ctx, func(db *gorm.DB) error { return db.Where("team = ?", team).Order("path").Find(&rows).Error })
	out := make([]app.File, len(rows))
	for i, r := range rows {
		out[i] = r.file()
	}
	return out, err
}

// File implements app.Store.
func (s *Store) File(ctx context.Context, team, path string) (app.File, error) {
	var row fileRow
	err := s.read(ctx, func(db *gorm.DB) error { return takeFile(db, team, path, &row) })
	return row.file(), err
}

func takeFile(db *gorm.DB, team, path string, row *fileRow) error {
	return notFound(db.Where("team = ? and path = ?", team, path).Take(row).Error, "file", path)
}

// SaveFile implements app.Store. The tag is compared by the update itself, so
// of two savers from one tag exactly one changes a row.
func (s *Store) SaveFile(ctx context.Context, by app.Change, team string, f app.File, match string) (app.File, error) {
	err := s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		if match == "*" {
			return createFile(tx, team, &f, t)
		}
		// Named columns, not a struct: an empty text is a text. The text before is
		// read by the same statement: under this tag it is the one that is replaced.
		var saved []struct {
			Rev int64
			Was string
		}
		err := tx.Raw(`with old as (select body from files where team = ? and path = ? and tag = ?)
			update files set body = ?, tag = ?, rev = rev + 1, updated_at = ?, updated_by = ? where team = ? and path = ? and tag = ?
			returning rev, coalesce((select body from old), '') as was`,
			team, f.Path, match, f.Text, f.Tag, f.UpdatedAt, f.UpdatedBy, team, f.Path, match).Scan(&saved).Error
		if err != nil {
			return err
		}
		if len(saved) == 0 {
			return stale(tx, team, f.Path, fileChanged)
		}
		f.Rev = saved[0].Rev
		added, removed := app.LinesChanged(saved[0].Was, f.Text)
		t.before = map[string]any{"tag": match, "rev": f.Rev - 1, "bytes": len(saved[0].Was)}
		t.after = map[string]any{"tag": f.Tag, "rev": f.Rev, "bytes": f.Bytes, "added": added, "removed": removed}
		return nil
	})
	return f, err
}

func createFile(tx *gorm.DB, team string, f *app.File, t *trail) error {
	if _, err := lockProject(tx, team); err != nil {
		return err
	}
	var have struct{ N, Bytes int64 }
	if err := tx.Raw("select count(*) as n, coalesce(sum(octet_length(body)), 0) as bytes from files where team = ?", team).Scan(&have).Error; err != nil {
		return err
	}
	if have.N >= app.MaxFiles || have.Bytes+int64(f.Bytes) > app.MaxProjectBytes {
		return app.Fail(app.TooLarge, "draft_size", "the draft has {n} files of {bytes} bytes, at most {max} of {max_bytes}", have.N, have.Bytes, app.MaxFiles, app.MaxProjectBytes)
	}
	f.Rev = 1
	res := tx.Exec(`insert into files (team, path, body, tag, rev, updated_at, updated_by) values (?, ?, ?, ?, 1, ?, ?) on conflict do nothing`,
		team, f.Path, f.Text, f.Tag, f.UpdatedAt, f.UpdatedBy)
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return stale(tx, team, f.Path, fileExists)
	}
	t.after = map[string]any{"tag": f.Tag, "rev": f.Rev, "bytes": f.Bytes}
	return nil
}

// DeleteFile implements app.Store.
func (s *Store) DeleteFile(ctx context.Context, by app.Change, team, path, match string) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		res := tx.Exec("delete from files where team = ? and path = ? and tag = ?", team, path, match)
		if res.Error != nil {
			return res.Error
		}
		if res.RowsAffected == 0 {
			return stale(tx, team, path, fileChanged)
		}
		t.before = map[string]any{"tag": match}
		return nil
	})
}

func fileChanged(path, by string) *app.Error {
	return app.Fail(app.Stale, "file_changed", "{path} was changed since you read it, by {who}; merge with the current text and save with its tag", path, by)
}

func fileExists(path, by string) *app.Error {
	return app.Fail(app.Stale, "file_exists", "{path} exists already, saved by {who}; merge with the current text and save with its tag", path, by)
}

// stale says what is there instead, and what happened to it; where nothing is,
// that it is missing.
func stale(tx *gorm.DB, team, path string, what func(path, by string) *app.Error) error {
	var row fileRow
	if err := takeFile(tx, team, path, &row); err != nil {
		return err
	}
	e, now := what(path, row.UpdatedBy), row.file()
	e.Current = &now
	return e
}
