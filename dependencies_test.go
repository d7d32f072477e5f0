package riffle

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	dependencyLine = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|(.*)\\|$")
	requirement    = regexp.MustCompile(`(?m)^\s*(?:require )?([a-z][^\s]*\.[^\s]*) v[^\s]+( // indirect)?$`)
	toolLine       = regexp.MustCompile(`(?m)^tool (\S+)$`)
	monthOnly      = regexp.MustCompile(`^20\d\d-[01]\d$`)
)

// Every module or package that the project names itself has a line, and every
// line has something to stand for.
func TestDependenciesAreAccountedFor(t *testing.T) {
	lines := map[string][]string{}
	for _, m := range dependencyLine.FindAllStringSubmatch(read(t, "docs/dependencies.md"), -1) {
		if lines[m[1]] != nil {
			t.Errorf("%s has two lines", m[1])
		}
		lines[m[1]] = strings.Split(m[2], "|")
	}
	direct, all := goModules(t)
	for name := range npmPackages(t) {
		direct[name], all[name] = true, true
	}
	for _, name := range slices.Sorted(maps.Keys(direct)) {
		if lines[name] == nil {
			t.Errorf("docs/dependencies.md has no line for %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		if !all[name] {
			t.Errorf("docs/dependencies.md has a line for %s, which nothing requires", name)
		}
		cells := lines[name]
		if len(cells) != 4 {
			t.Errorf("%s: %d columns after the name, want why, what else, licence, last release", name, len(cells))
			continue
		}
		for i, cell := range cells {
			if strings.TrimSpace(cell) == "" {
				t.Errorf("%s: column %d is empty", name, i+2)
			}
		}
		if !monthOnly.MatchString(strings.TrimSpace(cells[3])) {
			t.Errorf("%s: last release %q, want year-month", name, cells[3])
		}
	}
}

// goModules gives the modules that some package imports itself or that go.mod
// requires for themselves, and all that are required.
func goModules(t *testing.T) (direct, all map[string]bool) {
	t.Helper()
	direct, all = map[string]bool{}, map[string]bool{}
	for _, m := range requirement.FindAllStringSubmatch(read(t, "go.mod"), -1) {
		all[m[1]] = true
		if m[2] == "" {
			direct[m[1]] = true
		}
	}
	out, err := exec.Command("go", "list", "-e", "-f", `{{join .Imports "\n"}}{{"\n"}}{{join .TestImports "\n"}}{{"\n"}}{{join .XTestImports "\n"}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, imp := range strings.Fields(string(out)) {
		best := ""
		for m := range all {
			if under(imp, m) && len(m) > len(best) {
				best = m
			}
		}
		if best != "" {
			direct[best] = true
		}
	}
	tools := read(t, "tools/go.mod")
	for _, tool := range toolLine.FindAllStringSubmatch(tools, -1) {
		for _, m := range requirement.FindAllStringSubmatch(tools, -1) {
			if under(tool[1], m[1]) {
				direct[m[1]], all[m[1]] = true, true
			}
		}
	}
	for _, m := range requirement.FindAllStringSubmatch(read(t, "bench/go.mod"), -1) {
		if m[2] == "" && !under(m[1], module) {
			direct[m[1]], all[m[1]] = true, true
		}
	}
	if len(direct) < 3 {
		t.Fatalf("only %d modules seen: the test looked at nothing", len(direct))
	}
	return direct, all
}

func npmPackages(t *testing.T) map[string]bool {
	t.Helper()
	var manifest struct{ Dependencies, DevDependencies, OptionalDependencies map[string]string }
	if err := json.Unmarshal([]byte(read(t, "package.json")), &manifest); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, group := range []map[string]string{manifest.Dependencies, manifest.DevDependencies, manifest.OptionalDependencies} {
		for name, version := range group {
			names[name] = true
			// A range would make two clones of one commit differ.
			if strings.ContainsAny(version, "^~*<> ") {
				t.Errorf("package.json: %s has the range %q, want one version", name, version)
			}
		}
	}
	return names
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
