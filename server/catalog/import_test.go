package catalog

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/server/app"
)

// twoTeams is the source of ads, and of books which imports from it; nobody
// has a right to any more.
type twoTeams struct {
	origin
	away atomic.Bool // the texts of ads
}

const importing = `
import games as theirs from "ads/main@1"

pipeline p() -> items {
  return top(theirs, by: price, k: 3)
}
`

func (s *twoTeams) LiveNumbers(context.Context) (map[string]int64, error) {
	return map[string]int64{"ads": 1, "books": 1}, nil
}

func (s *twoTeams) Version(_ context.Context, team string, number int64) (app.Version, error) {
	text := games
	if team == "books" {
		text = importing
	} else if s.away.Load() {
		return app.Version{}, errAway
	}
	return app.Version{Number: number, Hash: team, Files: []app.Text{{Path: "a.riffle", Text: text}}}, nil
}

func (s *twoTeams) ImportersOf(context.Context, string) ([]string, error) { return nil, nil }

// What was published with an import serves after a start, from its snapshot,
// although the right is withdrawn; while the texts of the other cannot be read
// it waits instead of failing for good.
func TestImportsServeAgain(t *testing.T) {
	home, log := t.TempDir(), changelog.NewMemory(time.Now)
	begin := func() (*Catalog, *twoTeams) {
		s := &twoTeams{}
		return New(Config{Log: log, Source: s, Compiler: NewCompiler(CompilerConfig{Operators: op.NewCatalogue(), Published: s}), Home: home, Data: "db",
			Report: slog.New(slog.NewTextHandler(&bytes.Buffer{}, nil)), Now: time.Now, Random: func() float64 { return .5 }}), s
	}
	asked := func(c *Catalog) string {
		a, ok := c.Active("books")
		if !ok {
			return "nothing serves"
		}
		answer, err := engine.New(engine.Options{Now: time.Now, TraceID: runTrace}).Run(t.Context(), a.Program, "p", engine.Request{}, a, nil)
		if err != nil {
			return err.Error()
		}
		return fmt.Sprint(len(answer.Items))
	}
	first, source := begin()
	source.away.Store(true)
	if err := first.Sync(t.Context()); err == nil {
		t.Error("versions are read that cannot be")
	}
	first.team("books").wanted.set(1)
	if err := first.team("books").load(t.Context(), app.Version{Number: 1, Files: []app.Text{{Path: "a.riffle", Text: importing}}}); app.CodeOf(err) != app.Unavailable {
		t.Errorf("imports that cannot be read: %v", err)
	}
	source.away.Store(false)
	wait(t, "both serve", func() bool {
		if err := first.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, ads := first.Active("ads")
		_, books := first.Active("books")
		return ads && books
	})
	// A field that the importer does not know of is left alone.
	docs := []app.Put{{JSON: []byte(`{"id":"a","title":"x","price":2}`)}, {JSON: []byte(`{"id":"b","title":"y","price":1}`)}}
	if _, err := first.Put(t.Context(), "ads", "games", docs); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(t.Context(), changelog.Stream{Team: "ads", Resource: "games"}, []changelog.Change{{Key: "c", Value: []byte(`{"id":"c","title":"z","price":3,"added":true}`)}}); err != nil {
		t.Fatal(err)
	}
	wait(t, "three documents", func() bool { return asked(first) == "3" && first.Resources("ads")[0].Docs == 2 })
	if _, err := first.Put(t.Context(), "books", "theirs", docs); app.CodeOf(err) != app.Forbidden {
		t.Errorf("a document put into what is imported: %v", err)
	}
	list := first.Resources("books")
	if len(list) != 1 || list[0].Name != "theirs" || list[0].Message != "imported from ads, whose documents they are" {
		t.Errorf("resources %+v", list)
	}
	if got, err := first.Query(t.Context(), "books", "theirs", app.NewQuery{Text: "z", K: 3}); err != nil || len(got.Rows) != 1 {
		t.Errorf("a query of it: %+v, %v", got, err)
	}
	first.Close()
	if found, _ := filepath.Glob(filepath.Join(home, "index", "books", "@imports", "*", "manifest.json")); len(found) != 1 {
		t.Errorf("snapshots %v", found)
	}
	if _, err := os.Stat(filepath.Join(home, "index", "ads", "games", "manifest.json")); err != nil {
		t.Error(err)
	}
	second, _ := begin()
	defer second.Close()
	wait(t, "it serves again", func() bool {
		if err := second.Sync(t.Context()); err != nil {
			t.Fatal(err)
		}
		return asked(second) == "3"
	})
}
