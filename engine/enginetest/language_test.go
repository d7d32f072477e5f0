package enginetest

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/conformance"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/op"
)

var only = flag.String("case", "", "of the language's suite, run only cases whose name has this in it")

// checked is what the whole language's checker says of a case.
func checked(c *conformance.Case) diag.List {
	sources := map[string][]byte{}
	for _, f := range c.Files {
		sources[f.Name] = []byte(f.Text)
	}
	_, list := analysis.Project(sources, op.NewCatalogue())
	return list
}

// wrong is how a case of this package's kinds does not hold.
func wrong(c *conformance.Case) []string {
	if c.Kind != conformance.Format {
		return c.Compare(checked(c))
	}
	want := c.Text
	if c.HasWant {
		want = c.Want
	}
	var out []string
	for _, in := range []string{c.Text, want} {
		got, diags := format.Source("case.riffle", []byte(in))
		if len(diags) > 0 {
			return append(out, diags[0].String())
		}
		if d := cmp.Diff(want, string(got)); d != "" {
			out = append(out, "(-want +got)\n"+d)
		}
	}
	return out
}

// The cases of the language's suite, against the operators that the engine has.
func TestLanguageCases(t *testing.T) {
	list, err := conformance.Load(os.DirFS(cases))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		if c.Kind == conformance.Graph || !strings.Contains(c.ID(), *only) {
			continue
		}
		t.Run(c.ID(), func(t *testing.T) {
			if bad := wrong(&c); len(bad) > 0 {
				t.Errorf("%s\n%s", strings.Join(bad, "\n"), c.Text)
			}
		})
	}
}

const cookbook = "../../dsl/check/testdata/cookbook"

// The projects of the cookbook, and the whole example of the design, check clean
// against the operators of the engine and are written in the canonical form.
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
			_, list := analysis.Project(map[string][]byte{filepath.Base(name): src}, op.NewCatalogue())
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

// Every function of expressions stands in the behaviours, at the edges of its
// arguments.
func TestEveryFunctionHasItsCase(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(cases, "behaviour/functions.test"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range sig.Functions() {
		names = append(names, f.Name)
	}
	for _, c := range sig.Closures() {
		names = append(names, c.Name)
	}
	for _, name := range names {
		if !strings.Contains(string(text), ": "+name+"(") {
			t.Errorf("%s has no case in functions.test", name)
		}
	}
}
