package catalog

import (
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/server/app"
)

// A function that is a file of the project is checked, has its mistakes told
// where they stand, and runs in what serves.
func TestFunctionsByFile(t *testing.T) {
	const text = `function twice(n: int) -> int { file: "f/twice.star" }
pipeline p(n: int) -> { items: items, n: int } {
  m = twice(n)
  return { items: top(games, by: 1), n: m }
}
resource games { fields { id: key } }
`
	c := NewCompiler(CompilerConfig{Operators: op.NewCatalogue()})
	project := func(script string) app.Project {
		return app.Project{Team: "ads", Texts: []app.Text{{Path: "a.riffle", Text: text}, {Path: "f/twice.star", Text: script}}}
	}
	for _, call := range []struct{ script, want string }{
		{"def twice(n):\n    return n * 2\n", ""},
		{"def twice(n):\n    return m * 2\n", "f/twice.star:2:12: error E0900: undefined: m"},
		{"def thrice(n):\n    return n\n", "a.riffle:1:1: error E0900: f/twice.star: it has no function twice; write def twice(...)"},
	} {
		list := c.Check(t.Context(), project(call.script))
		got := ""
		for _, d := range list {
			if d.Severity == diag.Error {
				got += d.String()
			}
		}
		if !strings.HasPrefix(got, call.want) || call.want == "" && list.HasErrors() {
			t.Errorf("%q: %s", call.script, got)
		}
	}
	built, list := c.compile(t.Context(), project("def twice(n):\n    return n * 2\n"))
	if built == nil {
		t.Fatal(list)
	}
	memory, err := engine.NewMemory(built.project, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := engine.New(engine.Options{Now: time.Now, TraceID: runTrace}).Run(t.Context(), built.program, "p", engine.Request{Values: map[string]any{"n": 21}}, memory, nil)
	if err != nil || a.Fields["n"] != int64(42) {
		t.Errorf("%v, %v", a, err)
	}
	if got := c.Outline(project("def x():\n    pass\n").Texts); len(got) != 4 {
		t.Errorf("outline %+v", got)
	}
}
