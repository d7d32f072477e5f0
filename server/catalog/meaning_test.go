package catalog

import (
	"strings"
	"testing"

	"riffle.dev/riffle/dag/diff"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/app"
)

const before = `
resource games { fields { id: key, title: text, n: int = 0 }, slots: 4 }
pipeline p(k: int = 3, q: string = "x") -> items {
  a = search(games, query: q, k: 10)  optional  gain 0.1
  b = top(games, by: n, k: 10..20)  gain 0.2
  return take(merge([a, b], policy: snake), k)
}
scene s { pipeline: p, deadline: 100ms, fallback: none }
`

func projectOf(text string) app.Project {
	return app.Project{Team: "ads", Texts: []app.Text{{Path: "a.riffle", Text: text}}}
}

func TestMeaning(t *testing.T) {
	c := NewCompiler(CompilerConfig{Operators: op.NewCatalogue()})
	after := strings.NewReplacer("gain 0.2", "gain 0.3", "deadline: 100ms", "deadline: 80ms", ", n: int = 0", ", n: float = 0").Replace(before)
	got, list := c.Meaning(t.Context(), projectOf(before), projectOf(after), diff.Options{Docs: map[string]int64{"games": 7}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	var lines []string
	for _, ch := range got {
		for _, d := range ch.Details {
			lines = append(lines, ch.Kind+" "+ch.Name+" "+d.Text+" !"+string(d.Danger))
		}
	}
	want := []string{
		"resource games n: type int → float; 7 documents are read anew, what does not fit is left out !field_retyped",
		"pipeline p b: gain 0.2 → 0.3 !",
		"pipeline p column n: int → float !",
		"scene s deadline 100ms → 80ms !deadline_shorter",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

// What does not compile is not taken for removed.
func TestMeaningOfABrokenProject(t *testing.T) {
	c := NewCompiler(CompilerConfig{Operators: op.NewCatalogue()})
	got, list := c.Meaning(t.Context(), projectOf(before), projectOf(strings.Replace(before, "by: n,", "by: nothing,", 1)), diff.Options{})
	if !list.HasErrors() || len(got) != 0 {
		t.Errorf("changes %v, diagnostics %v", got, list)
	}
	if got, _ := c.Meaning(t.Context(), app.Project{}, projectOf(before), diff.Options{}); len(got) != 3 || got[0].Change != "added" {
		t.Errorf("from nothing: %v", got)
	}
	if got, list := c.Meaning(t.Context(), projectOf(before), app.Project{}, diff.Options{}); len(got) != 3 || got[2].Change != "removed" || len(list) != 0 {
		t.Errorf("to nothing: %v %v", got, list)
	}
}
