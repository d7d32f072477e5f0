package dag_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dag/dagtest"
)

func TestStages(t *testing.T) {
	const head = `
resource games { fields { id: key, genre: keyword, installs: int = 0 } }
service shown(ids: list(string)) -> bool { url: "http://127.0.0.1:9101" }
pipeline p(k: int = 5) -> items {
  hot = top(games, by: installs, k: 100)
`
	for text, want := range map[string]string{
		"cut = take(hot, 9)\nreturn select(cut, [id])":                                                                               "hot recall, cut out, return.select out",
		"cut = take(hot, 9)\nreturn score(cut, installs * 1.0)":                                                                      "hot recall, cut merge, return.score out",
		"fine = choose {\nrule: score(hot, installs * 1.0)  gain 1\nnone: take(hot, 60)  gain 0.5\n}\nreturn take(fine, k)":          "hot recall, fine.rule rank, fine.none rank, fine rank, return.take out",
		"some = choose {\nown: filter(hot, installs > k)  gain 1\nnone: take(hot, 60)  gain 0.5\n}\nreturn take(some, k)":            "hot recall, some.own merge, some.none merge, some merge, return.take out",
		"page = take(hot, k)\nafter {\nshown(map(page, .id))\n}\nreturn select(page, [id])":                                          "hot recall, page out, return.select out, after.shown after",
		"less = loop left = hot while count(left) > k max 3 {\nnext left = filter(left, installs > k)\n}\nreturn take(less.left, k)": "hot recall, less merge, less.left merge, return.take out",
	} {
		g := dagtest.Project(t, head+text+"\n}\n").Pipelines[0]
		var got []string
		for _, n := range g.Nodes {
			got = append(got, n.Name+" "+g.Stage(n))
		}
		if d := cmp.Diff(want, strings.Join(got, ", ")); d != "" {
			t.Errorf("%s (-want +got):\n%s", text, d)
		}
	}
	if d := cmp.Diff([]string{"feature", "recall", "merge", "rank", "out", "after"}, dag.Stages()); d != "" {
		t.Error(d)
	}
}

// What a body gives is no answer; what it is given stands first.
func TestStagesOfABody(t *testing.T) {
	p := dagtest.Project(t, `
resource games { fields { id: key, installs: int = 0 } }
pipeline p(words: list(string)) -> items {
  found = each w in words max 3 { take(top(games, by: installs, k: len(w)), 2) }
  return take(merge(found), 5)
}
`)
	got := map[string]string{}
	for _, n := range p.Pipelines[0].Picture() {
		got[n.Name] = n.Graph.Stage(n.Node)
	}
	want := map[string]string{"found": "merge", "found.in.w": "feature", "found.top": "recall", "found.take": "merge", "return.merge": "merge", "return.take": "out"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
