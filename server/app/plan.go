package app

import (
	"context"
	"fmt"
	"strconv"

	"riffle.dev/riffle/dag/diff"
	"riffle.dev/riffle/dsl/diag"
)

// NewPlan asks what changes between two states of a project.
type NewPlan struct {
	From string `json:"from,omitempty" maxLength:"20" doc:"live, draft or the number of a version; live when missing"`
	To   string `json:"to,omitempty" maxLength:"20" doc:"likewise; draft when missing"`
}

// Plan is what changes: by text and by meaning.
type Plan struct {
	From        string        `json:"from" doc:"live and draft, or the number"`
	To          string        `json:"to"`
	Identical   bool          `json:"identical" doc:"the same texts"`
	Files       []FileDiff    `json:"files" doc:"that differ, by path"`
	Changes     []diff.Change `json:"changes" doc:"resources, pipelines and scenes that differ in meaning"`
	Dangers     int           `json:"dangers" doc:"details that may hurt"`
	Diagnostics diag.List     `json:"diagnostics" doc:"of what it goes to; what does not compile is not compared"`
	Errors      int           `json:"errors"`
}

// FileDiff is one file that differs.
type FileDiff struct {
	Path    string `json:"path"`
	Change  string `json:"change" enum:"added,removed,changed"`
	Added   int    `json:"added" doc:"lines"`
	Removed int    `json:"removed"`
	Diff    string `json:"diff" doc:"unified, three lines around each change"`
}

// Differ compares projects by meaning. The options say how many documents a
// resource holds now, and who imports it.
type Differ interface {
	Meaning(ctx context.Context, from, to Project, o diff.Options) ([]diff.Change, diag.List)
}

// UsersOf says by name who imports what, in words.
func UsersOf(uses []ImportUse) map[string][]string {
	out := map[string][]string{}
	for _, u := range uses {
		for _, name := range u.Names {
			out[name] = append(out[name], fmt.Sprintf("%s (version %d)", u.Team, u.Version))
		}
	}
	return out
}

// Plan says what changes.
func (a *App) Plan(ctx context.Context, team string, in NewPlan) (Plan, error) {
	if in.From == "" {
		in.From = "live"
	}
	if in.To == "" {
		in.To = "draft"
	}
	from, err := a.source(ctx, team, in.From, "body.from")
	if err != nil {
		return Plan{}, err
	}
	to, err := a.source(ctx, team, in.To, "body.to")
	if err != nil {
		return Plan{}, err
	}
	out := Plan{From: in.From, To: in.To, Identical: HashOf(from) == HashOf(to), Files: diffFiles(from, to), Changes: []diff.Change{}}
	docs := map[string]int64{}
	for _, r := range a.runtime.Resources(team) {
		docs[r.Name] = r.Docs
	}
	uses, err := a.store.ImportUses(ctx, team)
	if err != nil {
		return Plan{}, err
	}
	changes, list := a.compiler.Meaning(ctx, Project{team, sortedTexts(from), in.From != "draft"}, Project{team, sortedTexts(to), in.To != "draft"}, diff.Options{Docs: docs, Importers: UsersOf(uses)})
	out.Changes = append(out.Changes, changes...)
	for _, c := range out.Changes {
		for _, d := range c.Details {
			if d.Danger != "" {
				out.Dangers++
			}
		}
	}
	found := checked(list)
	out.Diagnostics, out.Errors = found.Diagnostics, found.Errors
	return out, nil
}

// source are the texts of live, draft or a version's number. With nothing live
// yet, live is no texts at all.
func (a *App) source(ctx context.Context, team, name, location string) ([]Text, error) {
	switch name {
	case "draft":
		files, err := a.store.Files(ctx, team)
		return textsOf(files), err
	case "live":
		v, err := a.store.LiveVersion(ctx, team)
		if err != nil || v == nil {
			return nil, err
		}
		return v.Files, nil
	}
	n, err := strconv.ParseInt(name, 10, 64)
	if err != nil || n < 1 {
		return nil, Fail(Invalid, "source_unknown", `"{source}": want live, draft or the number of a version`, fmt.Sprintf("%.20s", name)).At(location)
	}
	v, err := a.store.Version(ctx, team, n)
	return v.Files, err
}
