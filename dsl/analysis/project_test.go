package analysis_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/check/checktest"
	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/dsl/parse"

	"riffle.dev/riffle/dsl/ast"
)

func texts(pairs ...string) map[string][]byte {
	out := map[string][]byte{}
	for i := 0; i < len(pairs); i += 2 {
		out[pairs[i]] = []byte(pairs[i+1])
	}
	return out
}

// Files see each other whatever their order; findings come by file and place.
func TestProject(t *testing.T) {
	_, list := analysis.Project(texts(
		"z.riffle", "resource games {\n  fields { id: key, n: int }\n}\n",
		"a.riffle", "pipeline p() -> items {\n  b = top(games, by: m)\n  return top(games, by: n\n}\n",
		"m.riffle", "scene s {\n  pipeline: p\n  deadline: 30\n}\n",
	), checktest.Catalogue())
	var got []string
	for _, d := range list {
		got = append(got, fmt.Sprintf("%s:%d %s", d.File, d.Line, d.Code))
	}
	want := []string{"a.riffle:2 W0306", "a.riffle:2 E0501", "a.riffle:3 E0202", "m.riffle:3 E0404"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// A line that does not parse has its syntax error and no other.
func TestOneMistakeOneFinding(t *testing.T) {
	_, list := analysis.Project(texts("a.riffle",
		"resource games {\n  fields { id: key, n: int }\n}\n\npipeline p() -> items {\n  a = top(games by: n)\n  return take(a, m)\n}\n"), checktest.Catalogue())
	if len(list) != 2 || list[0].Code != "E0203" || list[1].Code != "E0301" {
		t.Errorf("got %v", list)
	}
}

func TestLimits(t *testing.T) {
	many := map[string][]byte{}
	for i := range analysis.MaxFiles + 1 {
		many[fmt.Sprintf("%03d.riffle", i)] = []byte("// nothing\n")
	}
	heavy := map[string][]byte{}
	for i := range 10 {
		heavy[fmt.Sprintf("%d.riffle", i)] = bytes.Repeat([]byte("//\n"), 300_000)
	}
	for name, c := range map[string]struct {
		sources map[string][]byte
		want    string
	}{
		"too many files":          {many, "the project has 201 files"},
		"too much":                {heavy, "the project has 9000000 bytes"},
		"one file that is larger": {texts("a", strings.Repeat("/", analysis.MaxFile+1)), "larger than 1 MB"},
	} {
		info, list := analysis.Project(c.sources, checktest.Catalogue())
		if info == nil || len(list) != 1 || list[0].Code != "E0902" || !strings.Contains(list[0].Message, c.want) {
			t.Errorf("%s: %v", name, list)
		}
	}
	if info, list := analysis.Project(nil, checktest.Catalogue()); info == nil || len(list) != 0 {
		t.Errorf("an empty project: %v", list)
	}
}

// One parsed project may be checked by many at once: neither tree nor catalogue
// is changed. The race detector watches.
func TestConcurrent(t *testing.T) {
	f, _ := parse.File("a.riffle", []byte("resource games {\n  fields { id: key, n: int, x: float? }\n}\n\npipeline p(k: int = 3) -> items {\n  a = top(games, by: log1p(n), k: 10..30)  optional  gain 0.3\n  return score(a, 0.5 * (x ?? 0) + max(n, k), keep: 9)\n}\n"))
	cat := checktest.Catalogue()
	lists := make([]diag.List, 8)
	var wg sync.WaitGroup
	for i := range lists {
		wg.Go(func() { _, lists[i] = check.Check([]*ast.File{f}, cat) })
	}
	wg.Wait()
	for _, l := range lists {
		if len(l) != 0 {
			t.Error(l)
		}
	}
}
