package app

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a draft.
const (
	MaxFileBytes = 512 << 10
	MaxFiles     = 200
	MaxPath      = 200
)

// File of a project's draft.
type File struct {
	Path      string    `json:"path"`
	Text      string    `json:"text,omitempty" doc:"left out of lists"`
	Tag       string    `json:"tag" doc:"strong ETag of the text; send it as If-Match when saving"`
	Rev       int64     `json:"rev" doc:"counts the saves"`
	Bytes     int       `json:"bytes"`
	Errors    int       `json:"errors" doc:"diagnostics in it; of lists"`
	Warnings  int       `json:"warnings" doc:"likewise"`
	UpdatedAt time.Time `json:"updated_at"`
	UpdatedBy string    `json:"updated_by"`
}

// Draft is the listing of a project's draft.
type Draft struct {
	Files     []File `json:"files"`
	Tag       string `json:"tag" doc:"over all paths and texts; changes with every save"`
	Published bool   `json:"published" doc:"the live version holds the same texts"`
}

// Text is one source text of a project.
type Text struct {
	Path string `json:"path" maxLength:"200"`
	Text string `json:"text" maxLength:"524288"`
}

// TagOf is the strong ETag of a text.
func TagOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// HashOf is the content hash of a whole project; the order of files does not
// matter, they are hashed sorted by path.
func HashOf(files []Text) string {
	h := sha256.New()
	for _, f := range sortedTexts(files) {
		h.Write([]byte(f.Path))
		h.Write([]byte{0})
		sum := sha256.Sum256([]byte(f.Text))
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Draft lists the files without their texts.
func (a *App) Draft(ctx context.Context, team string) (Draft, error) {
	files, err := a.store.Files(ctx, team)
	if err != nil {
		return Draft{}, err
	}
	texts := textsOf(files)
	hash := HashOf(texts)
	live, err := a.store.LiveVersion(ctx, team)
	if err != nil {
		return Draft{}, err
	}
	a.count(ctx, team, files)
	for i := range files {
		files[i].Text = ""
	}
	return Draft{Files: files, Tag: `"` + hash + `"`, Published: live != nil && live.Hash == hash}, nil
}

// File reads one with its text.
func (a *App) File(ctx context.Context, team, name string) (File, error) {
	return a.store.File(ctx, team, name)
}

// SaveFile writes a text when match is the tag of what is there, or "*"… no
// tag at all is IfMatchRequired, another one Stale with the current file. A
// file that does not exist yet is made with match = `""` or "*".
func (a *App) SaveFile(ctx context.Context, by Change, team, name, text, match string) (File, error) {
	if err := checkPath(name); err != nil {
		return File{}, err
	}
	if match == "" {
		return File{}, Fail(IfMatchRequired, "if_match_save", "send If-Match with the tag you edited from; for a new file If-Match: *")
	}
	if err := checkText(Text{Path: name, Text: text}); err != nil {
		return File{}, err
	}
	f := File{Path: name, Text: text, Tag: TagOf(text), Bytes: len(text), UpdatedAt: a.now(), UpdatedBy: by.Who.Actor()}
	return a.store.SaveFile(ctx, by.Did("file.save", name), team, f, match)
}

// DeleteFile removes one under the same rule.
func (a *App) DeleteFile(ctx context.Context, by Change, team, name, match string) error {
	if match == "" {
		return Fail(IfMatchRequired, "if_match_delete", "send If-Match with the tag of the file to delete")
	}
	return a.store.DeleteFile(ctx, by.Did("file.delete", name), team, name, match)
}

func checkPath(p string) error {
	ok := p != "" && len(p) <= MaxPath && utf8.ValidString(p) && path.Clean(p) == p && !path.IsAbs(p) && p != "." && p != ".." && !strings.HasPrefix(p, "../") && (strings.HasSuffix(p, ".riffle") || strings.HasSuffix(p, ".star"))
	for _, r := range p {
		if r < 0x20 || r == 0x7f || strings.ContainsRune(`\:*?"<>|`, r) {
			ok = false
		}
	}
	if !ok {
		return Fail(Invalid, "path", `path "{path}": want a relative path that ends in .riffle, such as scenes/home.riffle, or in .star, {max} bytes at most`, p, MaxPath).At("path.path")
	}
	return nil
}

func textsOf(files []File) []Text {
	out := make([]Text, len(files))
	for i, f := range files {
		out[i] = Text{Path: f.Path, Text: f.Text}
	}
	return out
}
