package catalog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/app"
)

const before = `
resource games { fields { id: key, title: text, n: int = 0, w: float = 0 }, slots: 4 }
resource shops { fields { id: key, name: text } }
pipeline p(k: int = 3, q: string = "x") -> items {
  a = search(games, query: q, k: 10)  optional  gain 0.1
  b = top(games, by: n, k: 10..20)  gain 0.2
  return take(merge([a, b]), k)
}
pipeline old() -> items { return top(shops, by: 0) }
scene s { pipeline: p, deadline: 100ms, fallback: none }
scene gone { pipeline: p, deadline: 100ms, fallback: none }
`

const after = `
resource games { fields { id: key, title: text(weight: 2), n: float = 0, fresh: time? }, slots: 8 }
pipeline p(k: int(1..9) = 3, q: string) -> items {
  b = top(games, by: n * 2, k: 10..30)  gain 0.2..0.3  timeout 5ms
  c = top(games, by: fresh, k: 5)  optional  gain 0.1  when k > 2  fallback b
  return take(merge([b, c], policy: snake), k)
}
pipeline young() -> items { return top(games, by: n) }
scene s { pipeline: p, deadline: 120ms, slow: 50ms, fallback: young, limit: 10/s, tier big when k > 5 { weight: 2 } }
`

func TestMeaning(t *testing.T) {
	c := NewCompiler(op.NewCatalogue())
	got, list := c.Meaning([]app.Text{{Path: "a.riffle", Text: before}}, []app.Text{{Path: "a.riffle", Text: after}}, map[string]int64{"games": 7, "shops": 3})
	if list.HasErrors() {
		t.Fatal(list)
	}
	want := `resource games changed =1 []
  field fresh: time?
  n: type int → float; 7 documents are read anew, those that do not fit are left out !field_retyped
  title: weight 2 is new
  field w: float is gone, used by p !field_in_use
  slots 4 → 8
resource shops removed =0 []
  3 documents are no longer served !documents_dropped
pipeline old removed =0 []
pipeline p changed =1 [gone s]
  node a (search) is gone
  b: by n → n * 2
  b: gain 0.2 → 0.2..0.3
  b: k 10..20 → 10..30
  b: timeout 5ms is new
  node c (top) is new
  return.merge: inputs [a, b] → [b, c]
  return.merge: policy first → snake
  parameter k: int = 3 → int(1..9) = 3
  parameter q: string = x → string !parameter_required
  answers have the column fresh
  column n: int → float
  answers lose the column w !column_removed
pipeline young added =0 [s]
  node return.top (top) is new
scene gone removed =0 []
  who asks scene gone gets no answer any more !scene_removed
scene s changed =4 []
  deadline 100ms → 120ms
  fallback none → young
  limit 10/s is new
  slow 50ms is new
  tier big when k > 5 weight 2 keep 0 is new
`
	var b strings.Builder
	for _, ch := range got {
		fmt.Fprintf(&b, "%s %s %s =%d %v\n", ch.Kind, ch.Name, ch.Change, ch.Same, ch.Scenes)
		for _, d := range ch.Details {
			b.WriteString("  " + d.Text)
			if d.Danger != "" {
				b.WriteString(" !" + d.Danger)
			}
			b.WriteString("\n")
		}
	}
	if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(b.String(), "\n")); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

// What does not compile is not taken for removed.
func TestMeaningOfABrokenProject(t *testing.T) {
	c := NewCompiler(op.NewCatalogue())
	got, list := c.Meaning([]app.Text{{Path: "a.riffle", Text: before}}, []app.Text{{Path: "a.riffle", Text: strings.Replace(before, "by: n,", "by: nothing,", 1)}}, nil)
	if !list.HasErrors() || len(got) != 0 {
		t.Errorf("changes %v, diagnostics %v", got, list)
	}
	if got, _ := c.Meaning(nil, []app.Text{{Path: "a.riffle", Text: before}}, nil); len(got) != 6 || got[0].Change != "added" {
		t.Errorf("from nothing: %v", got)
	}
	if got, list := c.Meaning([]app.Text{{Path: "a.riffle", Text: before}}, nil, nil); len(got) != 6 || got[5].Change != "removed" || len(list) != 0 {
		t.Errorf("to nothing: %v %v", got, list)
	}
}
