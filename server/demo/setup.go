package demo

import (
	"context"
	"fmt"
	"log/slog"
	"maps"

	"riffle.dev/riffle/server/app"
)

// Team of the demo.
const Team = "demo"

// Nouns is what Setup does to the server (*app.App).
type Nouns interface {
	Team(ctx context.Context, who *app.Principal, name string) (app.Team, error)
	CreateTeam(ctx context.Context, by app.Change, name, title string) (app.Team, error)
	AddMember(ctx context.Context, by app.Change, team string, in app.NewMember) (app.AddedMember, error)
	CreateToken(ctx context.Context, by app.Change, team string, in app.NewToken) (app.MadeToken, error)
	Draft(ctx context.Context, team string) (app.Draft, error)
	ReplaceDraft(ctx context.Context, by app.Change, team string, texts []app.Text, match string) (app.Draft, error)
	Publish(ctx context.Context, by app.Change, team string, in app.Publish) (app.Published, error)
	Versions(ctx context.Context, team string, before int64, limit int) ([]app.Version, error)
	Documents
}

// Documents is what loading needs (*app.App).
type Documents interface {
	Resources(team string) []app.Resource
	PutDocuments(ctx context.Context, team, resource string, docs []app.Put) ([]app.PutResult, error)
}

// Settings keeps values of a team in the database (*store.Store).
type Settings interface {
	Setting(ctx context.Context, team, name string, v any) (bool, error)
	Set(ctx context.Context, team, name string, v any) error
	// SetBy is Set by somebody, audited with what is told of it.
	SetBy(ctx context.Context, by app.Change, team, name string, v, told any) error
}

// Config of Setup; every field is needed.
type Config struct {
	Content  Content
	Nouns    Nouns
	Settings Settings
	Admin    *app.Principal // an administrator by session; becomes the team's owner
	Home     Home
	Address  string // of the server, with its base path
	Log      *slog.Logger
}

// Setup makes what of the content is not there yet and returns how to get at
// it. It waits, within ctx, for the published resources to take documents. The
// file in the home comes last: whoever finds it finds scenes that answer.
func Setup(ctx context.Context, c Config) (File, error) {
	team := c.Content.Team
	by := app.Change{Who: owner(c.Admin, team), RequestID: "setup"}
	made, err := c.team(ctx, by)
	if err != nil {
		return File{}, fmt.Errorf("%s: team: %w", team, err)
	}
	if err := c.publish(ctx, by); err != nil {
		return File{}, fmt.Errorf("%s: project: %w", team, err)
	}
	if err := c.load(ctx); err != nil {
		return File{}, fmt.Errorf("%s: documents: %w", team, err)
	}
	f := read(c.Home, c.Content.FileName)
	if made || f.Token == "" || f.Password == "" {
		if f, err = c.access(ctx, by); err != nil {
			return File{}, fmt.Errorf("%s: access: %w", team, err)
		}
	}
	f.Address, f.Team, f.Scenes = c.Address, team, c.Content.Scenes
	return f, f.write(c.Home, c.Content.FileName)
}

// owner is the administrator as the owner of the team: who makes a team is, but
// this principal was read before.
func owner(admin *app.Principal, team string) *app.Principal {
	p := *admin
	p.Teams = map[string]app.Role{}
	maps.Copy(p.Teams, admin.Teams)
	p.Teams[team] = app.Owner
	return &p
}

func (c Config) team(ctx context.Context, by app.Change) (made bool, err error) {
	_, err = c.Nouns.Team(ctx, by.Who, c.Content.Team)
	if app.CodeOf(err) != app.NotFound {
		return false, err
	}
	_, err = c.Nouns.CreateTeam(ctx, by, c.Content.Team, c.Content.Title)
	return err == nil, err
}

// textsSetting holds the hash of the texts that were published from here.
const textsSetting = "setup.texts"

// publish the texts when the team has no version at all or, where it follows
// them, other ones were published last.
func (c Config) publish(ctx context.Context, by app.Change) error {
	team, hash, last := c.Content.Team, app.HashOf(c.Content.Texts), ""
	have, err := c.Nouns.Versions(ctx, team, 0, 1)
	if err != nil {
		return err
	}
	if _, err := c.Settings.Setting(ctx, team, textsSetting, &last); err != nil {
		return err
	}
	if len(have) > 0 && (!c.Content.Follow || last == hash || have[0].Hash == hash) {
		return nil
	}
	draft, err := c.Nouns.Draft(ctx, team)
	if err != nil {
		return err
	}
	if _, err := c.Nouns.ReplaceDraft(ctx, by, team, c.Content.Texts, draft.Tag); err != nil {
		return err
	}
	v, err := c.Nouns.Publish(ctx, by, team, app.Publish{Note: "set up with this instance"})
	if err != nil {
		return err
	}
	c.Log.Info("the project is published", "team", team, "version", v.Number, "files", len(c.Content.Texts))
	return c.Settings.Set(ctx, team, textsSetting, hash)
}

// maxLogins bounds the search for a login that is free.
const maxLogins = 100

// access makes a login and a token. Passwords are shown once: where the file
// that had one is lost, the login gets a successor, demo2 and so on.
func (c Config) access(ctx context.Context, by app.Change) (File, error) {
	var f File
	team := c.Content.Team
	for n := 1; f.Login == ""; n++ {
		login := c.Content.Login
		if n > 1 {
			login = fmt.Sprintf("%s%d", login, n)
		}
		m, err := c.Nouns.AddMember(ctx, by, team, app.NewMember{Login: login, Name: c.Content.Title, Role: app.Owner})
		if err != nil && app.CodeOf(err) != app.Conflict {
			return File{}, err
		}
		if m.Password != "" {
			f.Login, f.Password = m.Login, m.Password
		} else if n == maxLogins {
			return File{}, fmt.Errorf("the logins %s to %s%d exist already", c.Content.Login, c.Content.Login, maxLogins)
		}
	}
	token, err := c.Nouns.CreateToken(ctx, by, team, app.NewToken{Name: c.Content.Login, Role: app.Owner})
	if err != nil {
		return File{}, err
	}
	f.Token = token.Secret
	return f, nil
}
