package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/internal/home"
	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/demo"
)

// upped serves a folder as riffle up does, on a database that is there, until
// the test is over or stop is called.
func upped(t *testing.T, dsn, dir string, u upProject) (f demo.File, stop func()) {
	t.Helper()
	var errs bytes.Buffer
	project, err := u.read(world{in: strings.NewReader(""), out: io.Discard, err: &errs, getenv: func(string) string { return "" }})
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	h, err := home.Open(dir, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ready, done := make(chan struct{}), make(chan error, 1)
	var log bytes.Buffer
	go func() {
		done <- server.Run(ctx, server.Config{Addr: "127.0.0.1:0", DSN: func() string { return dsn }, Home: h.Dir(), Files: h, Project: project,
			Log: slog.New(slog.NewTextHandler(&log, nil)), Ready: func(string) { close(ready) }})
	}()
	stopped := false
	stop = func() {
		if stopped {
			return
		}
		stopped = true
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
	select {
	case <-ready:
	case err := <-done:
		t.Fatalf("ended before it was ready: %v\n%s", err, &log)
	case <-time.After(2 * time.Minute):
		t.Fatal("it is not ready after two minutes")
	}
	t.Cleanup(stop)
	text, err := os.ReadFile(filepath.Join(dir, project.Content.FileName))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &f); err != nil {
		t.Fatal(err)
	}
	return f, stop
}

// askedOf a scene over HTTP.
func askedOf(t *testing.T, f demo.File, s demo.Scene) (api.ServeAnswer, error) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"request": s.Request})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequest(http.MethodPost, f.Address+"/api/v1/teams/"+f.Team+"/scenes/"+s.Name+"/serve", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+f.Token)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var a api.ServeAnswer
	if res.StatusCode != http.StatusOK {
		return a, fmt.Errorf("%s: %s", res.Status, text)
	}
	return a, json.Unmarshal(text, &a)
}

// whole is an answer with items in which nothing failed or was late.
func whole(a api.ServeAnswer) error {
	if len(a.Items) == 0 {
		return fmt.Errorf("no items: %+v", a.Outcomes)
	}
	for name, n := range a.Outcomes {
		switch n.Outcome {
		case "timeout", "error", "fallback":
			return fmt.Errorf("%s is %s: %s", name, n.Outcome, n.Cause)
		}
	}
	return nil
}

// Each project of the cookbook is served by up on its fixtures, with nothing
// else running: every scene answers every request it comes with, whole. They
// are put on one database, one start after the other.
func TestUpServesTheCookbook(t *testing.T) {
	dsn, dir := pgtest.Database(t), filepath.Join(t.TempDir(), "home")
	for _, folder := range cookbook(t) {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			f, stop := upped(t, dsn, dir, upProject{dir: folder})
			defer stop()
			if f.Team != filepath.Base(folder) || f.Password == "" {
				t.Errorf("it is told as %+v", f)
			}
			sources, err := readFolder(folder)
			if err != nil {
				t.Fatal(err)
			}
			project, _, _ := compileProject(sources, nil, (&importing{}).files(folder))
			missing := map[string]bool{}
			for _, s := range project.Scenes {
				missing[s.Name] = true
			}
			for _, s := range f.Scenes {
				delete(missing, s.Name)
				// On a busy machine a node may be late; not forever.
				var last error
				for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
					a, err := askedOf(t, f, s)
					if err == nil {
						err = whole(a)
					}
					if want := len(project.Experiments); err == nil && len(a.Experiments) != want {
						t.Errorf("%s names the arms %v, want those of %d experiments", s.Name, a.Experiments, want)
					}
					if last = err; err == nil {
						break
					}
				}
				if last != nil {
					t.Errorf("%s %v: %v", s.Name, s.Request, last)
				}
			}
			for name := range missing {
				t.Errorf("%s: nothing asks the scene %s", demo.RequestsFile, name)
			}
		})
	}
}

// A second start keeps what is there, and follows the folder where that has
// changed.
func TestUpFollowsTheFolder(t *testing.T) {
	dsn, kept := pgtest.Database(t), filepath.Join(t.TempDir(), "home")
	dir := filepath.Join(t.TempDir(), "Small Shop!")
	if err := os.CopyFS(dir, os.DirFS("../../examples/backup")); err != nil {
		t.Fatal(err)
	}
	ask := func(f demo.File) api.ServeAnswer {
		t.Helper()
		// On a busy machine a node may be late; not forever.
		for until := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
			a, err := askedOf(t, f, demo.Scene{Name: "timeline_plain", Request: map[string]any{"user": map[string]any{"id": "ann"}, "k": 1}})
			if err == nil {
				err = whole(a)
			}
			if err == nil {
				return a
			}
			if time.Now().After(until) {
				t.Fatal(err)
			}
		}
	}
	first, stop := upped(t, dsn, kept, upProject{dir: dir})
	if a := ask(first); a.Version != 1 || first.Team != "small-shop" {
		t.Errorf("version %d of %s, want 1 of small-shop", a.Version, first.Team)
	}
	stop()

	again, stop := upped(t, dsn, kept, upProject{dir: dir})
	if a := ask(again); a.Version != 1 || again.Token != first.Token || again.Login != first.Login {
		t.Errorf("version %d, login %s: the second start made something anew", a.Version, again.Login)
	}
	stop()

	name := filepath.Join(dir, "timeline.riffle")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, bytes.ReplaceAll(text, []byte("by: posted"), []byte("by: likes")), 0o600); err != nil {
		t.Fatal(err)
	}
	more := filepath.Join(t.TempDir(), "posts.jsonl")
	if err := os.WriteFile(more, []byte(`{"id": "best", "author": "lee", "text": "t", "likes": 5000, "posted": "2026-01-01T00:00:00Z"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	changed, _ := upped(t, dsn, kept, upProject{dir: dir, data: filepath.Dir(more)})
	if a := ask(changed); a.Version != 2 || len(a.Items) != 1 || a.Items[0]["id"] != "best" {
		t.Errorf("version %d gives %v, want 2 with best", a.Version, a.Items)
	}
}

// What answers stand in for is said, and a folder that is wrong is told before
// anything starts.
func TestUpProject(t *testing.T) {
	w := world{in: strings.NewReader(""), out: io.Discard, err: io.Discard, getenv: func(string) string { return "" }}
	p, err := upProject{dir: "../../examples/rag"}.read(w)
	if err != nil {
		t.Fatal(err)
	}
	if got := saidOfStandins(p); !strings.Contains(got, "not asked (--ask asks them): answers, embed") {
		t.Errorf("said %q", got)
	}
	if p, err = (upProject{dir: "../../examples/rag", ask: true}).read(w); err != nil || saidOfStandins(p) != "" {
		t.Errorf("with --ask: %v, %v", saidOfStandins(p), err)
	}
	const ok = "resource a { fields { id: key } }\n\npipeline p() -> items {\n  b = top(a, by: 1)\n  return b\n}\n\nscene s { pipeline: p }\n"
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"a.riffle": "resource {"}, "exit 1"},
		{map[string]string{"a.riffle": ok, "requests.jsonl": `{"scene": "t"}`}, `no scene "t"`},
		{map[string]string{"a.riffle": ok, "requests.jsonl": "{\"scene\": \"s\"}\n{\"scene\": \"s\", \"with\": 1}"}, "requests.jsonl:2: want"},
		{map[string]string{"a.riffle": ok, "requests.jsonl": strings.Repeat(" ", 2<<20)}, "requests.jsonl: a line of more than"},
		{map[string]string{"a.riffle": "service f() -> int { endpoints: [\"http://127.0.0.1:1\"] }\n\n" + ok, "fixtures/f.jsonl": `{"give": 1}`}, "f.jsonl:1: give: want"},
	} {
		if _, err := (upProject{dir: folder(t, c.files)}).read(w); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.files, err, c.want)
		}
	}
	if _, err := (upProject{dir: "../../examples/rag", data: "up.go"}).read(w); err == nil || !strings.Contains(err.Error(), "--data: want a folder") {
		t.Errorf("data that is a file: %v", err)
	}
}
