package optimize

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/dagtest"
)

var update = flag.Bool("update", false, "write the graphs into testdata")

// TestRules compares, for each rule, the graphs of testdata/RULE.txtar before
// and after it: with the rules of columns alone for what stands before them, and
// with those before it for a rule of columns.
func TestRules(t *testing.T) {
	for _, r := range Rules() {
		t.Run(r.ID, func(t *testing.T) {
			path := "testdata/" + r.ID + ".txtar"
			a, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			project := dagtest.Project(t, string(a.Files[0].Data))
			for _, g := range project.Pipelines {
				with, without := around(r.ID)
				before, after := Graph(g, project.Resources, without), Graph(g, project.Resources, with)
				got += "before: " + dag.Explain(before.Graph) + "after: " + dag.Explain(after.Graph)
				for _, s := range after.Steps {
					for _, c := range s.Changes {
						if s.Rule == r.ID {
							got += fmt.Sprintf("%s: %s %s\n", s.Rule, c.Node, c.Text)
						}
					}
				}
				got += "\n"
			}
			if *update {
				a.Files = append(a.Files[:1], txtar.File{Name: "graphs", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(a.Files[1].Data), got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// around a rule: the options under which it is shown, and those without it.
func around(id string) (with, without Options) {
	shown := []string{"prune", "late"}
	if id == "prune" {
		shown = nil
	}
	for _, r := range Rules() {
		if !slices.Contains(shown, r.ID) || r.ID == id {
			without.Off = append(without.Off, r.ID)
		}
	}
	with.Off = slices.DeleteFunc(slices.Clone(without.Off), func(name string) bool { return name == id })
	return with, without
}

// TestPlaces: whatever the rules do, the graph they are given stays as it is,
// and nodes keep their place.
func TestPlaces(t *testing.T) {
	for _, r := range Rules() {
		a, err := txtar.ParseFile("testdata/" + r.ID + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		project := dagtest.Project(t, string(a.Files[0].Data))
		for _, g := range project.Pipelines {
			was := dag.Explain(g)
			got := Graph(g, project.Resources, Options{})
			if diff := cmp.Diff(was, dag.Explain(g)); diff != "" {
				t.Errorf("%s: the graph given was changed: %s", g.Name, diff)
			}
			if diff := cmp.Diff(places(g), places(got.Graph)); diff != "" {
				t.Errorf("%s: nodes moved: %s", g.Name, diff)
			}
		}
	}
}

func places(g *dag.Graph) []string {
	var out []string
	g.Walk(func(_ *dag.Graph, n *dag.Node) {
		out = append(out, fmt.Sprint(n.ID, n.Name, n.Op, n.Inputs, n.Lazy, n.Bit, n.Fallback))
	})
	return out
}

// TestColumns: a graph that only the rules of columns change is the one that
// Build makes.
func TestColumns(t *testing.T) {
	for _, id := range []string{"prune", "late", "limit", "share"} {
		a, err := txtar.ParseFile("testdata/" + id + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		project := dagtest.Project(t, string(a.Files[0].Data))
		for _, g := range project.Pipelines {
			got := Graph(g, project.Resources, Options{Off: []string{"fold", "share", "batch", "filter", "limit"}})
			dropped := slices.ContainsFunc(got.Steps, func(s Step) bool {
				return slices.ContainsFunc(s.Changes, func(c Change) bool { return strings.Contains(c.Text, "compute") })
			})
			if diff := cmp.Diff(dag.Explain(g), dag.Explain(got.Graph)); diff != "" && !dropped {
				t.Errorf("%s: %s", g.Name, diff)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	if err := (Options{Off: []string{"share", "fold"}}).Check(); err != nil {
		t.Error(err)
	}
	err := (Options{Off: []string{"sharing"}}).Check()
	if err == nil || !strings.Contains(err.Error(), `no rule "sharing"; there are fold, share`) {
		t.Error(err)
	}
}
