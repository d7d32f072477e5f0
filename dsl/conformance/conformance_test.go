package conformance_test

import (
	"flag"
	"os"
	"path/filepath"
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

func pending(t testing.TB) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/pending.txt")
	if err != nil {
		t.Fatal(err)
	}
	out, err := conformance.Pending(string(text))
	if err != nil {
		t.Fatalf("pending.txt: %v", err)
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
	waiting := pending(t)
	for _, c := range cases(t) {
		if c.Kind == conformance.Graph || !strings.Contains(c.ID(), *only) {
			continue
		}
		t.Run(c.ID(), func(t *testing.T) {
			settle(t, waiting, c.ID(), wrong(&c), c.Text)
		})
	}
}

// settle fails for what is wrong, unless it is pending; and for what is pending
// and right.
func settle(t *testing.T, waiting map[string]string, id string, bad []string, text string) {
	t.Helper()
	reason, waits := waiting[id]
	switch {
	case waits && len(bad) == 0:
		t.Errorf("holds; take it out of pending.txt (%s)", reason)
	case waits:
		t.Skip(reason)
	case len(bad) > 0:
		t.Errorf("%s\n%s", strings.Join(bad, "\n"), text)
	}
}

// pending.txt names cases that there are.
func TestPendingIsKnown(t *testing.T) {
	known := map[string]bool{}
	for _, c := range cases(t) {
		known[c.ID()] = true
	}
	for id := range pending(t) {
		folder, name, _ := strings.Cut(id, "/")
		switch folder {
		case "cookbook":
			_, err := os.Stat(filepath.Join(cookbook, name))
			known[id] = err == nil
		case "behaviour":
			name, _, _ = strings.Cut(name, ":")
			_, err := os.Stat(filepath.Join("testdata", folder, name))
			known[id] = err == nil
		}
		if !known[id] {
			t.Errorf("pending.txt names %s, which is no case", id)
		}
	}
}
