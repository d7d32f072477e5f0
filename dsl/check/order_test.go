package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The order of declarations does not matter: a file with its declarations
// turned round gives the same findings on the same lines of text.
func TestOrderOfDeclarations(t *testing.T) {
	for _, name := range []string{"testdata/bad/flow.riffle", "testdata/bad/graph.riffle", "testdata/good/flow.riffle"} {
		decls := strings.Split(strings.TrimSpace(read(t, name)), "\n\n")
		for i := range decls { // what has blank lines within belongs together
			for j := i; strings.Count(decls[i], "{") > strings.Count(decls[i], "}") && j+1 < len(decls); j++ {
				decls[i] += "\n\n" + decls[j+1]
				decls[j+1] = ""
			}
		}
		decls = slices.DeleteFunc(decls, func(d string) bool { return d == "" })
		turned := slices.Clone(decls)
		slices.Reverse(turned)
		if d := cmp.Diff(findings(strings.Join(decls, "\n\n")+"\n"), findings(strings.Join(turned, "\n\n")+"\n")); d != "" {
			t.Errorf("%s the other way round (-as written +turned):\n%s", name, d)
		}
	}
}

// findings by code, text and line of source.
func findings(src string) []string {
	lines := strings.Split(src, "\n")
	var out []string
	for _, d := range project(src) {
		out = append(out, d.Code+" "+d.Message+" | "+lines[d.Line-1])
	}
	slices.Sort(out)
	return out
}
