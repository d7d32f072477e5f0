package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"riffle.dev/riffle/server/app"
)

// RenameFile implements app.Store.
func (s *Store) RenameFile(ctx context.Context, by app.Change, team, from, to, match string, at time.Time) (app.File, error) {
	var f app.File
	err := s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		if _, err := lockProject(tx, team); err != nil {
			return err
		}
		var taken int64
		if err := tx.Model(&fileRow{}).Where("team = ? and path = ?", team, to).Count(&taken).Error; err != nil {
			return err
		}
		if taken > 0 {
			return app.Fail(app.Conflict, "file_there", "there is a file {path} already", to).At("body.to")
		}
		res := tx.Exec("update files set path = ?, rev = rev + 1, updated_at = ?, updated_by = ? where team = ? and path = ? and tag = ?",
			to, at, by.Who.Actor(), team, from, match)
		if res.Error != nil {
			return res.Error
		}
		if res.RowsAffected == 0 {
			return stale(tx, team, from, fileChanged)
		}
		var row fileRow
		if err := takeFile(tx, team, to, &row); err != nil {
			return err
		}
		f = row.file()
		t.before, t.after = map[string]any{"path": from}, map[string]any{"path": to}
		return nil
	})
	return f, err
}

// ReplaceDraft implements app.Store. The project is locked, so no file is made
// meanwhile; one that is saved meanwhile waits for the delete and is stale.
func (s *Store) ReplaceDraft(ctx context.Context, by app.Change, team string, version int64, files []app.File, match string) error {
	return s.tx(ctx, by, team, func(tx *gorm.DB, t *trail) error {
		if _, err := lockProject(tx, team); err != nil {
			return err
		}
		var rows []fileRow
		if err := tx.Raw("select * from files where team = ? order by path for update", team).Scan(&rows).Error; err != nil {
			return err
		}
		texts := make([]app.Text, len(rows))
		for i, r := range rows {
			texts[i] = app.Text{Path: r.Path, Text: r.Body}
		}
		hash := app.HashOf(texts)
		if `"`+hash+`"` != match {
			return app.Fail(app.Stale, "draft_replaced", "the draft changed since you looked; look at it again before it is replaced")
		}
		if err := tx.Exec("delete from files where team = ?", team).Error; err != nil {
			return err
		}
		next := make([]fileRow, len(files))
		for i, f := range files {
			next[i] = fileRow{Team: team, Path: f.Path, Body: f.Text, Tag: f.Tag, Rev: revOf(rows, f.Path) + 1, UpdatedAt: f.UpdatedAt, UpdatedBy: f.UpdatedBy}
		}
		t.before = map[string]any{"draft": hash}
		if version > 0 {
			t.object, t.after = fmt.Sprint(version), map[string]any{"version": version}
		} else {
			t.after = map[string]any{"draft": app.HashOf(textsOf(files))}
		}
		if len(next) == 0 {
			return nil
		}
		return tx.Create(&next).Error
	})
}

func textsOf(files []app.File) []app.Text {
	out := make([]app.Text, len(files))
	for i, f := range files {
		out[i] = app.Text{Path: f.Path, Text: f.Text}
	}
	return out
}

// revOf a file that is there, so that its count goes on.
func revOf(rows []fileRow, path string) int64 {
	for _, r := range rows {
		if r.Path == path {
			return r.Rev
		}
	}
	return 0
}
