package examples_test

import (
	"os/exec"
	"strings"
	"testing"
)

// A program of a module of its own takes nothing of ours but engine/degrade,
// and runs.
func TestDegradeStandsAlone(t *testing.T) {
	in := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir = "degrade"
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	const ours = "riffle.dev/riffle/"
	for _, path := range strings.Fields(in("list", "-deps", ".")) {
		if rest, is := strings.CutPrefix(path, ours); is && !strings.HasPrefix(rest, "engine/degrade") && !strings.HasPrefix(rest, "internal/") {
			t.Errorf("engine/degrade takes %s with it", path)
		} else if !is && strings.Contains(strings.Split(path, "/")[0], ".") && path != "example.com/shop" && !strings.HasPrefix(path, "vendor/") {
			t.Errorf("engine/degrade takes %s of others with it", path)
		}
	}
	if out := in("run", "."); !strings.Contains(out, "DEGRADED") || !strings.Contains(out, "NORMAL") {
		t.Errorf("the example did not degrade and come back:\n%s", out)
	}
}
