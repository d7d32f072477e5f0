package demo

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

// server is the nouns in memory.
type server struct {
	team      bool
	logins    []string
	tokens    int
	files     map[string]string
	versions  []app.Version
	documents map[string]map[string]bool
	batches   int
	failAt    int // the batch that fails; 0: none
}

func (s *server) Team(context.Context, *app.Principal, string) (app.Team, error) {
	if !s.team {
		return app.Team{}, app.Missing("team", Team)
	}
	return app.Team{Name: Team}, nil
}

func (s *server) CreateTeam(_ context.Context, by app.Change, name, _ string) (app.Team, error) {
	if !by.Who.Admin || s.team {
		return app.Team{}, app.Fail(app.Conflict, "exists", "exists")
	}
	s.team = true
	return app.Team{Name: name}, nil
}

func (s *server) AddMember(_ context.Context, _ app.Change, _ string, in app.NewMember) (app.AddedMember, error) {
	for _, l := range s.logins {
		if l == in.Login {
			return app.AddedMember{}, app.Fail(app.Conflict, "exists", "exists")
		}
	}
	s.logins = append(s.logins, in.Login)
	return app.AddedMember{Member: app.Member{Login: in.Login}, Password: "made up for " + in.Login}, nil
}

func (s *server) CreateToken(_ context.Context, by app.Change, team string, _ app.NewToken) (app.MadeToken, error) {
	if role, _ := by.Who.RoleIn(team); role != app.Owner {
		return app.MadeToken{}, app.Fail(app.Invalid, "not_owner", "not an owner")
	}
	s.tokens++
	return app.MadeToken{Secret: "token"}, nil
}

func (s *server) Draft(context.Context, string) (app.Draft, error) {
	return app.Draft{Tag: "tag"}, nil
}

func (s *server) ReplaceDraft(_ context.Context, _ app.Change, _ string, texts []app.Text, match string) (app.Draft, error) {
	if match != "tag" {
		return app.Draft{}, app.Fail(app.Stale, "stale", "stale")
	}
	s.files = map[string]string{}
	for _, t := range texts {
		s.files[t.Path] = t.Text
	}
	return app.Draft{}, nil
}

func (s *server) Publish(context.Context, app.Change, string, app.Publish) (app.Published, error) {
	s.versions = append(s.versions, app.Version{Number: 1})
	return app.Published{Version: s.versions[0]}, nil
}

func (s *server) Versions(context.Context, string, int64, int) ([]app.Version, error) {
	return s.versions, nil
}

func (s *server) Resources(string) []app.Resource {
	if len(s.versions) == 0 {
		return nil
	}
	return []app.Resource{{Name: "apps"}, {Name: "people"}, {Name: "poems"}}
}

func (s *server) PutDocuments(_ context.Context, _, resource string, docs []app.Put) ([]app.PutResult, error) {
	s.batches++
	if s.batches == s.failAt {
		return nil, app.Down(errors.New("gone"))
	}
	if s.documents[resource] == nil {
		s.documents[resource] = map[string]bool{}
	}
	out := make([]app.PutResult, len(docs))
	for i, d := range docs {
		var doc struct{ ID string }
		if err := json.Unmarshal(d.JSON, &doc); err != nil || doc.ID == "" {
			out[i].Error = &app.PutError{Code: app.Invalid, Message: "no id"}
		}
		s.documents[resource][doc.ID] = true
	}
	return out, nil
}

// folder is a home in memory.
type folder map[string][]byte

func (f folder) ReadFile(name string) ([]byte, error) {
	if text, ok := f[name]; ok {
		return text, nil
	}
	return nil, fs.ErrNotExist
}
func (f folder) WriteFile(name string, data []byte) error { f[name] = data; return nil }

func TestSetup(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s := &server{files: map[string]string{}, documents: map[string]map[string]bool{}, failAt: 10}
	home, settings := folder{}, newTable()
	content, err := Store()
	if err != nil {
		t.Fatal(err)
	}
	c := Config{Content: content, Nouns: s, Settings: settings, Admin: &app.Principal{UserID: 1, Login: "admin", Admin: true}, Home: home,
		Address: "http://127.0.0.1:7700", Log: silent}

	// The database goes away in the middle of the first load: nothing is promised.
	if _, err := Setup(ctx, c); app.CodeOf(err) != app.Unavailable {
		t.Fatalf("a load that failed: %v", err)
	}
	if len(home) != 0 {
		t.Errorf("the home holds %v though the demo is not ready", home)
	}
	f, err := Setup(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	var onDisk File
	if err := json.Unmarshal(home[FileName], &onDisk); err != nil {
		t.Fatal(err)
	}
	if onDisk.Address != c.Address || onDisk.Login != "demo" || onDisk.Password != "made up for demo" || onDisk.Token != "token" ||
		onDisk.Team != Team || len(onDisk.Scenes) != 4 || onDisk.Scenes[0].Request["user"] == nil {
		t.Errorf("demo.json holds %s", home[FileName])
	}
	for resource, want := range map[string]int{"apps": 8789, "people": 2000, "poems": 20000} {
		if got := len(s.documents[resource]); got != want {
			t.Errorf("%s has %d documents, want %d", resource, got, want)
		}
	}
	if len(s.files) < 4 || !strings.Contains(s.files["home.riffle"], "scene home") || len(c.Admin.Teams) != 0 {
		t.Errorf("%d files; the administrator's own principal has the teams %v", len(s.files), c.Admin.Teams)
	}

	// The second start changes nothing but the address.
	batches := s.batches
	c.Address = "http://127.0.0.1:9000"
	again, err := Setup(ctx, c)
	if err != nil {
		t.Fatal(err)
	}
	if again.Password != f.Password || again.Token != f.Token || again.Address != c.Address || s.batches != batches ||
		len(s.logins) != 1 || s.tokens != 1 || len(s.versions) != 1 {
		t.Errorf("second start: %+v, %d batches more, logins %v, %d tokens", again, s.batches-batches, s.logins, s.tokens)
	}

	// A lost file costs a new login, as passwords are shown once.
	delete(home, FileName)
	if again, err = Setup(ctx, c); err != nil || again.Login != "demo2" || s.batches != batches {
		t.Errorf("after the file was lost: %+v, %v", again, err)
	}
}
