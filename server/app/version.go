package app

import (
	"context"
	"time"
)

// Version of a project: immutable once made.
type Version struct {
	Number    int64     `json:"number" doc:"from 1"`
	Hash      string    `json:"hash" doc:"of all texts"`
	Note      string    `json:"note"`
	Author    string    `json:"author"`
	CreatedAt time.Time `json:"created_at"`
	Live      bool      `json:"live" doc:"the one that is to serve"`
	Loading   bool      `json:"loading,omitempty" doc:"live, and not yet served by the instance that answers: until its documents are loaded the former one serves"`
	Imports   []Import  `json:"imports" doc:"what it brings from other projects, as it was published"`
	Files     []Text    `json:"files,omitempty" doc:"left out of lists"`
}

// Activation is one entry of the history of what was live; it is only appended
// to, a rollback is an entry like any other.
type Activation struct {
	Seq     int64     `json:"seq"`
	Version int64     `json:"version"`
	Actor   string    `json:"actor"`
	At      time.Time `json:"at"`
	Note    string    `json:"note"`
}

// Publish asks for a version of the draft.
type Publish struct {
	Note     string `json:"note,omitempty" maxLength:"500"`
	Tag      string `json:"tag,omitempty" maxLength:"100" doc:"of the draft as you saw it; another one now is stale"`
	Activate *bool  `json:"activate,omitempty" doc:"make it live at once; true when missing"`
	Live     *int64 `json:"live,omitempty" minimum:"0" doc:"number of the live version as you saw it, 0 for none; another one now is stale"`
}

// Published is the version made, with warnings.
type Published struct {
	Version
	Checked Checked `json:"checked"`
}

// Versions lists, newest first, at most limit below the number before (0: from
// the newest).
func (a *App) Versions(ctx context.Context, team string, before int64, limit int) ([]Version, error) {
	list, err := a.store.Versions(ctx, team, before, limit)
	for i := range list {
		a.loading(team, &list[i])
	}
	return list, err
}

// loading marks a live version that does not serve yet.
func (a *App) loading(team string, v *Version) {
	v.Loading = v.Live && a.runtime.Serving(team) != v.Number
}

// Version reads one with its texts.
func (a *App) Version(ctx context.Context, team string, number int64) (Version, error) {
	v, err := a.store.Version(ctx, team, number)
	a.loading(team, &v)
	return v, err
}

// Activations lists the history, newest first.
func (a *App) Activations(ctx context.Context, team string, limit int) ([]Activation, error) {
	return a.store.Activations(ctx, team, limit)
}

// Publish makes a version of the draft after it compiled whole.
// DoesNotCompile carries every diagnostic.
func (a *App) Publish(ctx context.Context, by Change, team string, in Publish) (Published, error) {
	files, err := a.store.Files(ctx, team)
	if err != nil {
		return Published{}, err
	}
	texts := textsOf(files)
	hash := HashOf(texts)
	switch {
	case len(texts) == 0:
		return Published{}, Fail(Invalid, "draft_empty", "the draft of {team} is empty; save a file first", team)
	case in.Tag != "" && in.Tag != `"`+hash+`"`:
		return Published{}, Fail(Stale, "draft_changed", "the draft changed since you looked; check it again")
	}
	if err := checkTexts(texts); err != nil {
		return Published{}, err
	}
	project := Project{Team: team, Texts: sortedTexts(texts)}
	found := checked(a.compiler.Build(ctx, project))
	if found.Errors > 0 {
		return Published{}, Fail(DoesNotCompile, "source_broken", "the {source} does not compile", "draft").With(found.Diagnostics)
	}
	v := Version{Hash: hash, Note: in.Note, Author: by.Who.Actor(), CreatedAt: a.now(), Files: texts, Imports: a.compiler.Imports(project)}
	v, err = a.store.CreateVersion(ctx, by.Did("version.publish", ""), team, v, in.Activate == nil || *in.Activate, in.Live)
	if err != nil {
		return Published{}, err
	}
	if v.Live {
		a.runtime.Activated(ctx, team, v)
		a.loading(team, &v)
	}
	v.Files = nil
	return Published{Version: v, Checked: found}, nil
}

// Activate makes a version live, also an older one (a rollback). It is
// compiled again first: what no longer compiles cannot go live.
func (a *App) Activate(ctx context.Context, by Change, team string, number int64, note string) (Version, error) {
	v, err := a.store.Version(ctx, team, number)
	if err != nil {
		return Version{}, err
	}
	if found := checked(a.compiler.Build(ctx, Project{Team: team, Texts: sortedTexts(v.Files), Published: true})); found.Errors > 0 {
		return Version{}, Fail(DoesNotCompile, "version_broken", "the version does not compile with this Riffle").With(found.Diagnostics)
	}
	if err := a.store.Activate(ctx, by.Did("version.activate", ""), team, number, note); err != nil {
		return Version{}, err
	}
	v.Live = true
	a.runtime.Activated(ctx, team, v)
	a.loading(team, &v)
	v.Files = nil
	return v, nil
}
