package app

import (
	"context"
	"strings"
	"unicode/utf8"
)

// RenameFile moves a file of the draft to a path that is free, under the rule
// of its tag.
func (a *App) RenameFile(ctx context.Context, by Change, team, from, to, match string) (File, error) {
	if match == "" {
		return File{}, Fail(IfMatchRequired, "if_match_rename", "send If-Match with the tag of the file to rename")
	}
	if err := checkPath(to); err != nil {
		return File{}, Fail(Invalid, "path_to", "to: want a relative path that ends in .riffle, such as scenes/home.riffle, or in .star, {max} bytes at most", MaxPath).At("body.to")
	}
	if from == to {
		return a.store.File(ctx, team, from)
	}
	return a.store.RenameFile(ctx, by.Did("file.rename", from), team, from, to, match, a.now())
}

// Restore makes a version's texts the draft, when match is the tag of the
// draft as it is; what it replaces stays in the versions, or is lost when it
// was never published.
func (a *App) Restore(ctx context.Context, by Change, team string, number int64, match string) (Draft, error) {
	if match == "" {
		return Draft{}, Fail(IfMatchRequired, "if_match_draft", "send If-Match with the tag of the draft that is to be replaced")
	}
	v, err := a.store.Version(ctx, team, number)
	if err != nil {
		return Draft{}, err
	}
	if err := a.store.ReplaceDraft(ctx, by.Did("draft.restore", ""), team, number, a.filesOf(v.Files, by), match); err != nil {
		return Draft{}, err
	}
	return a.Draft(ctx, team)
}

// ReplaceDraft makes texts the draft, all of them at once, when match is the
// tag of the draft as it is.
func (a *App) ReplaceDraft(ctx context.Context, by Change, team string, texts []Text, match string) (Draft, error) {
	if match == "" {
		return Draft{}, Fail(IfMatchRequired, "if_match_draft", "send If-Match with the tag of the draft that is to be replaced")
	}
	if len(texts) == 0 {
		return Draft{}, Fail(Invalid, "files_none", "files: want one at least").At("body.files")
	}
	if err := checkTexts(texts); err != nil {
		return Draft{}, err
	}
	for _, t := range texts {
		if err := checkText(t); err != nil {
			return Draft{}, err
		}
	}
	if err := a.store.ReplaceDraft(ctx, by.Did("draft.replace", ""), team, 0, a.filesOf(texts, by), match); err != nil {
		return Draft{}, err
	}
	return a.Draft(ctx, team)
}

// checkText tells whether a text can be kept.
func checkText(t Text) error {
	switch {
	case len(t.Text) > MaxFileBytes:
		return Fail(TooLarge, "file_size", "{path} has {n} bytes, at most {max}", t.Path, len(t.Text), MaxFileBytes)
	case !utf8.ValidString(t.Text):
		return Fail(Invalid, "file_utf8", "{path} is not UTF-8", t.Path).At("body.text")
	case strings.ContainsRune(t.Text, 0):
		return Fail(Invalid, "file_zero", "{path} holds a zero byte", t.Path).At("body.text")
	}
	return nil
}

// filesOf are texts as files of the draft, saved now.
func (a *App) filesOf(texts []Text, by Change) []File {
	files := make([]File, len(texts))
	for i, t := range texts {
		files[i] = File{Path: t.Path, Text: t.Text, Tag: TagOf(t.Text), Bytes: len(t.Text), UpdatedAt: a.now(), UpdatedBy: by.Who.Actor()}
	}
	return files
}

// count notes in each file how many diagnostics stand in it.
func (a *App) count(ctx context.Context, team string, files []File) {
	list := a.compiler.Check(ctx, Project{Team: team, Texts: sortedTexts(textsOf(files))})
	at := map[string]*File{}
	for i := range files {
		at[files[i].Path] = &files[i]
	}
	for _, d := range list {
		f := at[d.File]
		switch {
		case f == nil:
		case d.Severity == "error":
			f.Errors++
		case d.Severity == "warning":
			f.Warnings++
		}
	}
}
