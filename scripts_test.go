package riffle

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tools is a PATH with what the scripts themselves use and the given programs,
// each of which prints one line.
func tools(t *testing.T, fake map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"sh", "dirname", "sed", "head", "sort"} {
		real, err := exec.LookPath(name)
		if err != nil {
			t.Skipf("%s is missing", name)
		}
		if err := os.Symlink(real, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for name, says := range fake {
		script := "#!/bin/sh\necho '" + says + "'\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestNeedSaysWhatToInstall(t *testing.T) {
	for _, c := range []struct {
		name string
		fake map[string]string
		args []string
		want string // empty: fine
	}{
		{"all there", map[string]string{"go": "go1.99.0", "node": "v99.0.0", "npm": "", "git": ""}, []string{"go", "node", "npm", "git"}, ""},
		{"none there", nil, []string{"go", "node", "npm"}, "apt-get install nodejs"},
		{"every one is said", nil, []string{"go", "git"}, "apt-get install git"},
		{"old node", map[string]string{"node": "v18.19.0"}, []string{"node"}, "found 18.19.0"},
		{"a smaller number that looks larger", map[string]string{"node": "v9.11.2"}, []string{"node"}, "found 9.11.2"},
		{"old go", map[string]string{"go": "go1.19.8"}, []string{"go"}, "found 1.19.8"},
		{"unknown", nil, []string{"cargo"}, "knows nothing of cargo"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cmd := exec.Command("scripts/need.sh", c.args...)
			cmd.Env = []string{"PATH=" + tools(t, c.fake)}
			out, err := cmd.CombinedOutput()
			if (err == nil) != (c.want == "") || !strings.Contains(string(out), c.want) {
				t.Errorf("%v, want %q in:\n%s", err, c.want, out)
			}
		})
	}
}

func TestTestsWithoutACompilerSaySo(t *testing.T) {
	run := func(ci string) (string, error) {
		cmd := exec.Command("scripts/gotest.sh", "-run", "^$", "./internal/config")
		cmd.Env = append(os.Environ(), "CC=no-such-compiler", "RIFFLE_CI="+ci)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run(""); err != nil || !strings.Contains(out, "without the race detector") || !strings.Contains(out, "ok") {
		t.Errorf("%v:\n%s", err, out)
	}
	if out, err := run("1"); err == nil || !strings.Contains(out, "RIFFLE_CI does not allow") {
		t.Errorf("%v:\n%s", err, out)
	}
}

func TestMakePrintsItsTargets(t *testing.T) {
	make, err := exec.LookPath("make")
	if err != nil {
		t.Skip("make is missing")
	}
	out, err := exec.Command(make).CombinedOutput()
	if err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	for _, target := range []string{"run", "test", "check", "lint", "bench", "gen", "data", "demo", "clean", "build"} {
		if !strings.Contains(string(out), "\n  make "+target+" ") {
			t.Errorf("make does not list %s:\n%s", target, out)
		}
	}
}
