package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"

	"riffle.dev/riffle/examples"
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
	SaveFile(ctx context.Context, by app.Change, team, name, text, match string) (app.File, error)
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
}

// Config of Setup; every field is needed.
type Config struct {
	Nouns    Nouns
	Settings Settings
	Admin    *app.Principal // an administrator by session; becomes the team's owner
	Home     Home
	Address  string // of the server, with its base path
	Log      *slog.Logger
}

// Setup makes what of the demo is not there yet and returns how to get at it.
// It waits, within ctx, for the published resources to take documents. The
// file in the home comes last: whoever finds it finds a demo that answers.
func Setup(ctx context.Context, c Config) (File, error) {
	by := app.Change{Who: owner(c.Admin), RequestID: "demo"}
	made, err := c.team(ctx, by)
	if err != nil {
		return File{}, fmt.Errorf("demo: team: %w", err)
	}
	if err := c.publish(ctx, by); err != nil {
		return File{}, fmt.Errorf("demo: project: %w", err)
	}
	if err := c.load(ctx); err != nil {
		return File{}, fmt.Errorf("demo: documents: %w", err)
	}
	f := read(c.Home)
	if made || f.Token == "" || f.Password == "" {
		if f, err = c.access(ctx, by); err != nil {
			return File{}, fmt.Errorf("demo: access: %w", err)
		}
	}
	f.Address, f.Team, f.Scenes = c.Address, Team, scenes()
	return f, f.write(c.Home)
}

// owner is the administrator as the owner of the team: who makes a team is, but
// this principal was read before.
func owner(admin *app.Principal) *app.Principal {
	p := *admin
	p.Teams = map[string]app.Role{}
	maps.Copy(p.Teams, admin.Teams)
	p.Teams[Team] = app.Owner
	return &p
}

func (c Config) team(ctx context.Context, by app.Change) (made bool, err error) {
	_, err = c.Nouns.Team(ctx, by.Who, Team)
	if app.CodeOf(err) != app.NotFound {
		return false, err
	}
	_, err = c.Nouns.CreateTeam(ctx, by, Team, "Demo")
	return err == nil, err
}

// publish the project when the team has no version at all.
func (c Config) publish(ctx context.Context, by app.Change) error {
	have, err := c.Nouns.Versions(ctx, Team, 0, 1)
	if err != nil || len(have) > 0 {
		return err
	}
	texts := map[string]string{}
	if err := examples.Files(func(name string, text []byte) { texts[name] = string(text) }); err != nil {
		return err
	}
	for name, text := range texts {
		if _, err := c.Nouns.SaveFile(ctx, by, Team, name, text, "*"); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	v, err := c.Nouns.Publish(ctx, by, Team, app.Publish{Note: "the demo"})
	if err != nil {
		return err
	}
	c.Log.Info("demo: the project is published", "version", v.Number, "files", len(texts))
	return nil
}

// maxLogins bounds the search for a login that is free.
const maxLogins = 100

// access makes a login and a token. Passwords are shown once: where the file
// that had one is lost, the login gets a successor, demo2 and so on.
func (c Config) access(ctx context.Context, by app.Change) (File, error) {
	var f File
	for n := 1; f.Login == ""; n++ {
		login := "demo"
		if n > 1 {
			login = fmt.Sprintf("demo%d", n)
		}
		m, err := c.Nouns.AddMember(ctx, by, Team, app.NewMember{Login: login, Name: "Demo", Role: app.Owner})
		if err != nil && app.CodeOf(err) != app.Conflict {
			return File{}, err
		}
		if m.Password != "" {
			f.Login, f.Password = m.Login, m.Password
		} else if n == maxLogins {
			return File{}, errors.New("the logins demo to demo100 exist already")
		}
	}
	token, err := c.Nouns.CreateToken(ctx, by, Team, app.NewToken{Name: "demo", Role: app.Owner})
	if err != nil {
		return File{}, err
	}
	f.Token = token.Secret
	return f, nil
}
