package conformance_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
)

const cookbook = "../check/testdata/cookbook"

// The projects of the cookbook, and the whole example of the design, check clean
// against the whole language and are written in the canonical form.
func TestCookbook(t *testing.T) {
	names, err := filepath.Glob(cookbook + "/*.riffle")
	if err != nil || len(names) < 11 {
		t.Fatalf("%d projects in the cookbook, want eleven (%v)", len(names), err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			_, list := analysis.Project(map[string][]byte{filepath.Base(name): src}, checktest.Language())
			var bad []string
			for _, d := range list {
				if d.Severity != diag.Hint { // settings that have no effect yet
					bad = append(bad, d.String())
				}
			}
			got, _ := format.Source(name, src)
			if d := cmp.Diff(string(src), string(got)); d != "" {
				bad = append(bad, "not canonical (-file +formatted):\n"+d)
			}
			if len(bad) > 0 {
				t.Error(strings.Join(bad, "\n"))
			}
		})
	}
}
