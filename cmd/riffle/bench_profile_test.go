package main

import (
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"riffle.dev/riffle/engine/exec"
)

// stack is a sample, its functions from the leaf.
func stack(n int64, node string, functions ...string) *profile.Sample {
	s := &profile.Sample{Value: []int64{n}}
	if node != "" {
		s.Label = map[string][]string{exec.NodeLabel: {node}}
	}
	for _, f := range functions {
		s.Location = append(s.Location, &profile.Location{Line: []profile.Line{{Function: &profile.Function{Name: f}}}})
	}
	return s
}

func TestProfilePageNamesNodesAndParts(t *testing.T) {
	const ours = ourModule
	page := string(profilePage(&profile.Profile{Sample: []*profile.Sample{
		stack(50, "near", "runtime.mallocgc", ours+"index.(*View).Nearest", ours+"engine/op.nearest.func1"),
		stack(20, "near", ours+"internal/column.Dot", ours+"index.(*View).Nearest"),
		stack(10, "near", "runtime.gcAssistAlloc", "runtime.mallocgc", ours+"index.(*View).Nearest"),
		stack(10, "", "encoding/json.Marshal", ours+"cmd/riffle.(*start).door"),
		stack(5, "", "runtime.futex", "runtime.findRunnable", "runtime.mcall"),
		stack(5, "", "runtime.memmove", ours+"engine.Items", ours+"engine.(*Engine).Serve"),
	}}, 100))
	for _, want := range []string{
		"| 50.0 % | 50.0 % | node near | `index` | `index.(*View).Nearest` 50.0 % |",
		"| 20.0 % | 70.0 % | node near | `internal/column` | `internal/column.Dot` 20.0 % |",
		"| 10.0 % | 80.0 % | JSON | `encoding/json` | `encoding/json.Marshal` 10.0 % |",
		"| collector | `runtime` | `runtime.gcAssistAlloc` 10.0 % |",
		"| scheduler | `runtime` | `runtime.findRunnable` 5.0 % |",
		"| request and answer | `engine` | `engine.Items` 5.0 % |",
		"| 70.0 % | 70.0 % | node near |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
}
