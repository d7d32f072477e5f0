package conformance_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/conformance"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/format"
)

var only = flag.String("case", "", "run only cases whose name has this in it")

func cases(t testing.TB) []conformance.Case {
	t.Helper()
	out, err := conformance.Load(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// checked is what the whole language's checker says of a case.
func checked(c *conformance.Case) diag.List {
	sources := map[string][]byte{}
	for _, f := range c.Files {
		sources[f.Name] = []byte(f.Text)
	}
	_, list := analysis.Project(sources, checktest.Language())
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

func TestCases(t *testing.T) {
	for _, c := range cases(t) {
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
