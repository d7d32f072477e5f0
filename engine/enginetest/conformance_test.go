package enginetest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/conformance"
	"riffle.dev/riffle/engine/op"
)

const cases = "../../dsl/conformance/testdata"

// The behaviours of the language's suite, by the engine and by the reference.
func TestLanguageBehaviours(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(cases, "behaviour/*.test"))
	if err != nil || len(files) == 0 {
		t.Fatal("no behaviours", err)
	}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".test"), func(t *testing.T) { runFile(t, path) })
	}
}

// The graphs of the language's suite: what dag.Explain prints of the pipeline p.
func TestLanguageGraphs(t *testing.T) {
	list, err := conformance.Load(os.DirFS(cases))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, c := range list {
		if c.Kind != conformance.Graph {
			continue
		}
		seen++
		t.Run(c.ID(), func(t *testing.T) {
			got := graphOf(t, &c)
			if got == c.Want {
				return
			}
			if *update {
				rewrite(t, &c, got)
				return
			}
			t.Errorf("(-want +got):\n%s", cmp.Diff(c.Want, got))
		})
	}
	if seen < 10 {
		t.Errorf("only %d graphs", seen)
	}
}

func graphOf(t *testing.T, c *conformance.Case) string {
	t.Helper()
	var sources []dag.Source
	for _, f := range c.Files {
		sources = append(sources, dag.Source{Name: f.Name, Text: []byte(f.Text)})
	}
	project, found := dag.Compile(sources, op.NewCatalogue())
	if project == nil {
		t.Fatalf("does not compile:\n%v", found)
	}
	g, ok := project.Pipeline("p")
	if !ok {
		t.Fatal("no pipeline p")
	}
	return dag.Explain(g)
}

// rewrite puts a graph into the archive of its case.
func rewrite(t *testing.T, c *conformance.Case, got string) {
	t.Helper()
	path := filepath.Join(cases, c.Archive+".txtar")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	old := "-- graph: " + c.Title + " --\n" + c.Text
	if c.HasWant {
		old += "----\n" + c.Want
	}
	text := strings.Replace(string(data), old, "-- graph: "+c.Title+" --\n"+c.Text+"----\n"+got, 1)
	if text == string(data) {
		t.Fatalf("%s: the case was not found", path)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
