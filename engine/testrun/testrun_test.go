package testrun_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/standin"
	"riffle.dev/riffle/engine/testrun"
)

var update = flag.Bool("update", false, "write what came out into the archives")

var moment = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// suite of the .riffle files of an archive; its other files are fixtures.
func suite(files []txtar.File) (*testrun.Suite, []*dag.Test, error) {
	sources, fixtures := map[string][]byte{}, fstest.MapFS{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, ".riffle") {
			sources[f.Name] = f.Data
		} else {
			fixtures[f.Name] = &fstest.MapFile{Data: f.Data}
		}
	}
	ops := op.NewCatalogue()
	info, found := analysis.Project(sources, ops)
	if found.HasErrors() {
		return nil, nil, fmt.Errorf("does not check: %v", found)
	}
	tests, found := dag.Tests(info)
	if found.HasErrors() {
		return nil, nil, fmt.Errorf("tests: %v", found)
	}
	build := func() (*dag.Project, error) {
		p, found := dag.Build(info, ops)
		if p == nil {
			return nil, fmt.Errorf("does not build: %v", found)
		}
		return p, nil
	}
	scripts := func(_ *dag.Import, path string) ([]byte, error) { return fixtures.ReadFile(path) }
	s, err := testrun.New(build, testrun.Options{Files: fixtures, Scripts: scripts, Now: func() time.Time { return moment }})
	return s, tests, err
}

// TestArchives runs the tests of each archive and compares what is said of
// them with its file results.
func TestArchives(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			last := len(a.Files) - 1
			s, tests, err := suite(a.Files[:last])
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			for _, test := range tests {
				tell(&b, s.Run(context.Background(), test))
			}
			if *update {
				a.Files[last].Data = []byte(b.String())
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(string(a.Files[last].Data), "\n"), strings.Split(b.String(), "\n")); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

// tell says what came of a test.
func tell(b *strings.Builder, r testrun.Result) {
	fmt.Fprintf(b, "%s %s\n", r.Status, r.Test.Title)
	if r.Err != nil {
		fmt.Fprintf(b, "  %v\n", r.Err)
	}
	for _, f := range r.Failures {
		fmt.Fprintf(b, "  %d:%d: %s\n", f.Expect.Pos.Line, f.Expect.Pos.Col, f.Expect.Text)
		if f.Err != nil {
			fmt.Fprintf(b, "    %v\n", f.Err)
		}
		for _, v := range f.Values {
			fmt.Fprintf(b, "    %s is %s\n", v.Text, v.Value)
		}
	}
}

const shop = `resource games { fields { id: key, title: text(analyzer: english), installs: int } }
pipeline top_games(k: int = 3) -> items { return top(games, by: installs, k: k) }
test "one" of top_games { given games %s  request { k: 2 }  expect ids == ["a"] }
`

// Fixtures that are wrong, missing or too large end in an error that names the
// place, never in a test that passes or a crash.
func TestHostileFixtures(t *testing.T) {
	huge := strings.Repeat(`{"id": "x", "title": "t", "installs": 1}`+"\n", standin.MaxLines+1)
	for name, c := range map[string]struct{ given, file, want string }{
		"missing":       {`from "no.jsonl"`, "", "no.jsonl"},
		"outside":       {`from "../a.jsonl"`, "", "no path within the project"},
		"absolute":      {`from "/etc/passwd"`, "", "no path within the project"},
		"no JSON":       {`from "a.jsonl"`, "{\"id\": \"a\"", "a.jsonl:1: no JSON object"},
		"a list":        {`from "a.jsonl"`, "[1]", "a.jsonl:1: no JSON object"},
		"two a line":    {`from "a.jsonl"`, "{} {}", "a.jsonl:1: no JSON object alone"},
		"null":          {`from "a.jsonl"`, "null", "a.jsonl:1: no JSON object alone"},
		"a wrong type":  {`from "a.jsonl"`, "\n" + `{"id": "a", "title": "t", "installs": "many"}`, "installs"},
		"a long line":   {`from "a.jsonl"`, `{"id": "` + strings.Repeat("x", 3<<20), "a line of more than"},
		"too many":      {`from "a.jsonl"`, huge, "more than 50000 lines"},
		"no gzip":       {`from "a.jsonl.gz"`, "{}", "its name says gzip"},
		"zero bytes":    {`from "a.jsonl"`, "\x00\x00", "a.jsonl:1: no JSON object"},
		"deeply nested": {`from "a.jsonl"`, `{"id": ` + strings.Repeat("[", 200_000), "a.jsonl:1: no JSON object"},
	} {
		t.Run(name, func(t *testing.T) {
			files := []txtar.File{{Name: "a.riffle", Data: []byte(fmt.Sprintf(strings.Replace(shop, "  request", "\n  request", 1), c.given))}}
			files[0].Data = []byte(strings.ReplaceAll(string(files[0].Data), "  expect", "\n  expect"))
			if c.file != "" {
				for _, n := range []string{"a.jsonl", "a.jsonl.gz"} {
					files = append(files, txtar.File{Name: n, Data: []byte(c.file)})
				}
			}
			s, tests, err := suite(files)
			if err != nil {
				t.Fatal(err)
			}
			r := s.Run(context.Background(), tests[0])
			if r.Status != testrun.Error || r.Err == nil || !strings.Contains(r.Err.Error(), c.want) || len(r.Err.Error()) > 1000 {
				t.Errorf("%s, %v; want an error with %q", r.Status, r.Err, c.want)
			}
		})
	}
}

// A suite of what does not build says so.
func TestBuildFails(t *testing.T) {
	want := errors.New("no")
	if _, err := testrun.New(func() (*dag.Project, error) { return nil, want }, testrun.Options{Now: time.Now}); !errors.Is(err, want) {
		t.Errorf("error %v", err)
	}
}

// A test whose time is over ends.
func TestEnds(t *testing.T) {
	s, tests, err := suite([]txtar.File{{Name: "a.riffle", Data: []byte(strings.NewReplacer("  request", "\n  request", "  expect", "\n  expect", "%s", "[]").Replace(shop))}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := s.Run(ctx, tests[0]); r.Status != testrun.Error {
		t.Errorf("%s, %v", r.Status, r.Err)
	}
}
