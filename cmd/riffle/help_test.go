package main

import (
	"strings"
	"testing"
)

// Every verb that help lists says what it does, at length, with an example that
// names it; and its help fits a terminal.
func TestHelpOfEveryVerb(t *testing.T) {
	root := newRoot(world{getenv: func(string) string { return "" }})
	seen := 0
	for _, cmd := range root.Commands() {
		if cmd.Hidden {
			continue
		}
		seen++
		name := cmd.Name()
		code, out, errs := ran("", name, "--help")
		if code != 0 || errs != "" {
			t.Errorf("%s --help: exit %d, %s", name, code, errs)
		}
		if cmd.Short == "" || cmd.Long == "" || !strings.Contains(cmd.Example, "riffle "+name) {
			t.Errorf("%s has no summary, no text or no example of itself", name)
		}
		for _, line := range strings.Split(cmd.Long+"\n"+cmd.Short, "\n") {
			if len([]rune(line)) > 90 {
				t.Errorf("%s: a line of %d columns: %s", name, len([]rune(line)), line)
			}
		}
		for _, want := range []string{"Usage:", "Examples:", cmd.Long[:20]} {
			if !strings.Contains(out, want) {
				t.Errorf("%s --help lacks %q:\n%s", name, want, out)
			}
		}
	}
	if seen < 12 {
		t.Errorf("only %d verbs", seen)
	}
}

// The shell is offered words where there are some to choose from.
func TestCompletion(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
		bare string // directive: files, folders, nothing else
	}{
		{"check --format ", []string{"text", "json", "sarif", "github"}, ":4"},
		{"plan --format ", []string{"text", "json"}, ":4"},
		{"test --format ", []string{"junit"}, ":4"},
		{"explain --format ", []string{"dot", "svg"}, ":4"},
		{"docs ", []string{"merge", "freshness", "loop", "fallback"}, ":4"},
		{"check ", []string{"riffle"}, ":8"},
		{"plan ", nil, ":16"},
		{"pla", []string{"plan"}, ":4"},
	} {
		words := strings.Split(c.line, " ")
		code, out, _ := ran("", append([]string{"__complete"}, words...)...)
		lines := strings.Split(strings.TrimSpace(out), "\n")
		if code != 0 || lines[len(lines)-1] != c.bare {
			t.Errorf("%q: exit %d, %v", c.line, code, lines)
		}
		for _, w := range c.want {
			found := false
			for _, l := range lines {
				found = found || l == w || strings.HasPrefix(l, w+"\t")
			}
			if !found {
				t.Errorf("%q: no %s among %v", c.line, w, lines)
			}
		}
	}
	if code, out, _ := ran("", "completion", "bash"); code != 0 || !strings.Contains(out, "riffle") {
		t.Errorf("no script for bash: exit %d", code)
	}
}
