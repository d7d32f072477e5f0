package diff

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/dagtest"
)

var update = flag.Bool("update", false, "write what came out into the archives")

// TestChanges compares the files was and is of each archive and holds what
// differs, and what may hurt, against its file changes. docs says how many
// documents there are.
func TestChanges(t *testing.T) {
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
			files := map[string]*txtar.File{}
			for i := range a.Files {
				files[a.Files[i].Name] = &a.Files[i]
			}
			var opt Options
			if f := files["docs"]; f != nil {
				if err := json.Unmarshal(f.Data, &opt.Docs); err != nil {
					t.Fatal(err)
				}
			}
			got := told(Projects(dagtest.Project(t, string(files["was"].Data)), dagtest.Project(t, string(files["is"].Data)), opt))
			if *update {
				files["changes"].Data = []byte(got)
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d := cmp.Diff(strings.Split(string(files["changes"].Data), "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

// told is a line a change and a detail, dangers behind an exclamation mark.
func told(changes []Change) string {
	var b strings.Builder
	for _, c := range changes {
		fmt.Fprintf(&b, "%s %s %s =%d %v\n", c.Kind, c.Name, c.Change, c.Same, c.Scenes)
		for _, d := range c.Details {
			b.WriteString("  " + d.Text)
			if d.Danger != "" {
				b.WriteString(" !" + string(d.Danger))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

const small = "resource r { fields { id: key, n: int } }\npipeline p() -> items { return top(r, by: n, k: 3) }\nscene s { pipeline: p, fallback: none }\n"

func TestNothingDiffers(t *testing.T) {
	spaced := "// a word\n" + strings.ReplaceAll(small, "k: 3", "k:   3")
	if got := Projects(dagtest.Project(t, small), dagtest.Project(t, spaced), Options{}); len(got) != 0 {
		t.Errorf("layout is a change: %s", told(got))
	}
}

func TestFromAndToNothing(t *testing.T) {
	all := dagtest.Project(t, small)
	got := Projects(&dag.Project{}, all, Options{})
	if len(got) != 3 || Dangers(got) != 0 || got[0].Change != "added" {
		t.Errorf("from nothing: %s", told(got))
	}
	got = Projects(all, &dag.Project{}, Options{})
	if len(got) != 3 || Dangers(got) != 2 || got[2].Change != "removed" {
		t.Errorf("to nothing: %s", told(got))
	}
	// What did not compile is not taken for removed.
	if got := Projects(all, &dag.Project{}, Options{Partial: true}); len(got) != 0 {
		t.Errorf("to what is broken: %s", told(got))
	}
}
