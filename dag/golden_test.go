package dag

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/parse"
	"riffle.dev/riffle/dsl/sig"
)

var update = flag.Bool("update", false, "write the graphs into testdata")

// table is the language's test catalogue with traits nobody measures here.
type table struct {
	sig.Catalogue
	ops map[string]*Op
}

func (t table) Op(name string) (*Op, bool) { o, ok := t.ops[name]; return o, ok }

func testTable() Operators {
	t := table{checktest.Catalogue(), map[string]*Op{}}
	for _, f := range t.Operators() {
		t.ops[f.Name] = &Op{Func: *f}
	}
	return t
}

// shelf has one published project.
type shelf struct{ info *check.Info }

func (s shelf) Published(team, project string, version int) (*check.Info, error) {
	if team == "catalog" && project == "main" && version == 12 {
		return s.info, nil
	}
	return nil, nil
}

// TestGraphs compiles each archive's .riffle files and compares the graphs, the
// scenes and what was found with its file `graphs`. Files below published/ are
// the project catalog/main@12.
func TestGraphs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no archives", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var sources []Source
			var others []*ast.File
			at := -1
			for i, f := range a.Files {
				switch {
				case f.Name == "graphs":
					at = i
				case strings.HasPrefix(f.Name, "published/"):
					other, _ := parse.File(f.Name, f.Data)
					others = append(others, other)
				default:
					sources = append(sources, Source{f.Name, f.Data})
				}
			}
			info, found := check.Check(others, testTable())
			if found.HasErrors() {
				t.Fatal(found)
			}
			got := explained(CompileWith(sources, testTable(), shelf{info}))
			if *update {
				if at < 0 {
					a.Files = append(a.Files, txtar.File{Name: "graphs"})
					at = len(a.Files) - 1
				}
				a.Files[at].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if at < 0 {
				t.Fatal("no file graphs; run with -update")
			}
			if diff := cmp.Diff(string(a.Files[at].Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
