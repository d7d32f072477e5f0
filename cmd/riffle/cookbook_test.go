package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/testrun"
)

// recipes are how many projects the cookbook has at least.
const recipes = 15

// cookbook are the folders of examples/ that are projects of the cookbook: those
// with requests to try.
func cookbook(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../../examples/*/requests.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, f := range found {
		dirs = append(dirs, filepath.Dir(f))
	}
	if len(dirs) < recipes {
		t.Errorf("the cookbook has %d projects, want %d", len(dirs), recipes)
	}
	return dirs
}

// The projects of the cookbook have no finding above a hint, are in the form of
// riffle fmt, say why they are, and have tests, which hold: of what fails, too.
func TestCookbook(t *testing.T) {
	for _, dir := range cookbook(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			sources, err := readFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			_, _, found := compileProject(sources, nil, (&importing{}).files(dir))
			for _, d := range found {
				if d.Severity != diag.Hint {
					t.Error(d)
				}
			}
			if code, out, errs := ran("", "fmt", "--check", dir); code != 0 {
				t.Errorf("not as riffle fmt writes it: %s%s", out, errs)
			}
			code, out, errs := ran("", "test", "--format", "json", dir)
			var report struct {
				Tests []struct {
					Title, Status string
				}
			}
			if err := json.Unmarshal([]byte(out), &report); err != nil || code != 0 {
				t.Errorf("riffle test: exit %d, %v\n%s%s", code, err, out, errs)
			}
			if len(report.Tests) < 4 {
				t.Errorf("%d tests, want 4 at least", len(report.Tests))
			}
			fails := false
			for name, text := range sources {
				fails = fails || strings.Contains(string(text), " fails timeout\n") || strings.Contains(string(text), " fails error\n")
				if strings.Contains(string(text), "\t") {
					t.Errorf("%s has tabs", name)
				}
			}
			if !fails {
				t.Error("no test in which a source or a model fails")
			}
			if text, err := os.ReadFile(filepath.Join(dir, "README.md")); err != nil || !strings.HasPrefix(string(text), "# ") || len(text) < 600 {
				t.Errorf("README.md does not say why: %d bytes, %v", len(text), err)
			}
		})
	}
}

// The tests of the cookbook notice: of every optional node that one of them
// wants, one at least does not hold any more when it is switched off.
func TestCookbookNotices(t *testing.T) {
	for _, dir := range cookbook(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			suite, tests, err := (&tester{timeout: time.Minute}).suite(t.Context(), dir)
			if err != nil {
				t.Fatal(err)
			}
			sources, err := readFolder(dir)
			if err != nil {
				t.Fatal(err)
			}
			project, _, _ := compileProject(sources, nil, (&importing{}).files(dir))
			// A node of a pipeline that is called has a name for each call.
			variants := map[string][]string{}
			for _, g := range project.Pipelines {
				g.Walk(func(_ *dag.Graph, n *dag.Node) {
					if own := n.Name[strings.LastIndexByte(n.Name, '.')+1:]; n.Optional && !slices.Contains(variants[own], n.Name) {
						variants[own] = append(variants[own], n.Name)
					}
				})
			}
			for own, names := range variants {
				if !slices.ContainsFunc(names, func(node string) bool { return noticed(t, suite, tests, node) }) {
					t.Errorf("no test notices that %s is off", own)
				}
			}
		})
	}
}

// noticed tells whether one of the tests that want a node fails without it.
func noticed(t *testing.T, suite *testrun.Suite, tests []*dag.Test, node string) bool {
	for _, test := range tests {
		if slices.ContainsFunc(test.Givens, func(g dag.Given) bool { return g.Target == node }) {
			continue
		}
		wanted := func(o engine.Outcome) bool { return o.Node == node }
		if !slices.ContainsFunc(suite.Run(t.Context(), test).Outcomes, wanted) {
			continue
		}
		off := *test
		off.Givens = append(slices.Clone(test.Givens), dag.Given{Target: node, Kind: "node", How: "off"})
		if suite.Run(t.Context(), &off).Status != testrun.Pass {
			return true
		}
	}
	return false
}

// No project is there twice under two names.
func TestCookbookIsVaried(t *testing.T) {
	var scenes []string
	for _, dir := range cookbook(t) {
		sources, err := readFolder(dir)
		if err != nil {
			t.Fatal(err)
		}
		project, _, _ := compileProject(sources, nil, (&importing{}).files(dir))
		if project == nil {
			continue
		}
		name := project.Pipelines[0].Name
		for _, s := range project.Scenes {
			name += " " + s.Name
		}
		if slices.Contains(scenes, name) {
			t.Errorf("%s is a project that is there already", dir)
		}
		scenes = append(scenes, name)
	}
}
