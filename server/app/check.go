package app

import (
	"context"
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/diag"
)

// MaxProjectBytes bounds the texts of one project.
const MaxProjectBytes = 4 << 20

// Checked is what the checker found in a project.
type Checked struct {
	Diagnostics diag.List `json:"diagnostics"`
	Errors      int       `json:"errors" doc:"how many of them stop a compile"`
}

// Check compiles the given texts, or the draft when there are none, and keeps
// nothing.
func (a *App) Check(ctx context.Context, team string, texts []Text) (Checked, error) {
	if len(texts) == 0 {
		files, err := a.store.Files(ctx, team)
		if err != nil {
			return Checked{}, err
		}
		texts = textsOf(files)
	}
	if err := checkTexts(texts); err != nil {
		return Checked{}, err
	}
	list := a.compiler.Check(ctx, Project{Team: team, Texts: sortedTexts(texts)})
	return checked(list), nil
}

func checked(list diag.List) Checked {
	out := Checked{Diagnostics: list}
	if out.Diagnostics == nil {
		out.Diagnostics = diag.List{}
	}
	for _, d := range list {
		if d.Severity == diag.Error {
			out.Errors++
		}
	}
	return out
}

func checkTexts(texts []Text) error {
	total := 0
	seen := map[string]bool{}
	for _, t := range texts {
		if err := checkPath(t.Path); err != nil {
			return err
		}
		if seen[t.Path] {
			return Fail(Invalid, "file_twice", `file "{path}" is given twice`, t.Path).At("body.files")
		}
		seen[t.Path] = true
		total += len(t.Text)
	}
	switch {
	case len(texts) > MaxFiles:
		return Fail(TooLarge, "files_many", "{n} files, at most {max}", len(texts), MaxFiles)
	case total > MaxProjectBytes:
		return Fail(TooLarge, "source_size", "{n} bytes of source, at most {max}", total, MaxProjectBytes)
	}
	return nil
}

func sortedTexts(texts []Text) []Text {
	return slices.SortedFunc(slices.Values(texts), func(a, b Text) int { return strings.Compare(a.Path, b.Path) })
}
