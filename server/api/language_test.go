package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"riffle.dev/riffle/server/app"
)

func TestFormatGraphAndOperators(t *testing.T) {
	i := newInstance(t)
	viewer := shelfTeam(t, i, "ads")["viewer"]
	f := post[app.Formatted](t, i, 200, viewer, "ads/format", map[string]string{"path": "a.riffle", "text": "pipeline  p( )->items{ return top(games,by:price) }"})
	if !f.Changed || !strings.HasPrefix(f.Text, "pipeline p() -> items {") {
		t.Errorf("formatted %+v", f)
	}
	if f := post[app.Formatted](t, i, 200, viewer, "ads/format", map[string]string{"path": "a.riffle", "text": "pipeline p( {"}); f.Changed || len(f.Diagnostics) == 0 {
		t.Errorf("a broken text: %+v", f)
	}
	g := post[app.Graphs](t, i, 200, viewer, "ads/graph", struct{}{})
	if len(g.Pipelines) != 1 || g.Errors != 0 {
		t.Fatalf("graphs of the draft: %+v", g)
	}
	p := g.Pipelines[0]
	if p.Name != "found" || p.File != "main.riffle" || p.Line != 15 || p.Scenes[0] != "hello" || p.Answer != "return.take" || len(p.Nodes) != 4 {
		t.Errorf("pipeline %+v", p)
	}
	w := p.Nodes[0]
	if w.Name != "worded" || w.Stage != "recall" || !w.Optional || w.Gain.High != 0.4 || w.Knobs[0] != (app.Knob{Arg: "k", Low: 10, High: 40}) || w.Line != 16 || w.Column != 3 {
		t.Errorf("node %+v", w)
	}
	// What is broken takes only what needs it along.
	text := shelf + "\npipeline bad() -> items { return top(nothing, by: price) }\npipeline worse() -> items { return bad() }\nscene lost { pipeline: worse }\npipeline open( {\n"
	g = post[app.Graphs](t, i, 200, viewer, "ads/graph", map[string]any{"files": []app.Text{{Path: "a.riffle", Text: text}}})
	if len(g.Pipelines) != 1 || g.Errors < 2 || g.Pipelines[0].Nodes[0].Line != 16 {
		t.Errorf("a project that is broken in part: %d pipelines, %v", len(g.Pipelines), g.Diagnostics)
	}
	ops := get[struct{ Items []app.Operator }](t, i, viewer, "teams/ads/operators").Items
	if at := slices.IndexFunc(ops, func(o app.Operator) bool { return o.Name == "merge" }); at < 0 || !slices.Contains(ops[at].Args[1].Words, "rrf") || ops[at].Stage != "merge" {
		t.Errorf("operators %+v", ops)
	}
}

func TestHostileLanguageCalls(t *testing.T) {
	i := newInstance(t)
	viewer := i.team("ads")["viewer"]
	many := make([]app.Text, 201)
	for n := range many {
		many[n] = app.Text{Path: fmt.Sprintf("%d.riffle", n)}
	}
	for _, path := range []string{"format", "complete", "hover", "definition", "graph"} {
		for name, body := range map[string]any{
			"no JSON":       "{",
			"another field": `{"x":1}`,
			"many files":    map[string]any{"files": many, "file": "0.riffle", "line": 1, "column": 1},
			"a bad path":    map[string]any{"files": []app.Text{{Path: "../a.riffle"}}, "file": "a", "line": 1, "column": 1, "path": "../a.riffle", "text": ""},
			"twice":         `{"files":[{"path":"a.riffle","text":""},{"path":"a.riffle","text":""}],"file":"a.riffle","line":1,"column":1,"path":"x"}`,
			"line 0":        `{"files":[{"path":"a.riffle","text":""}],"file":"a.riffle","line":0,"column":-1,"path":7}`,
			"a long body":   `{"text":"` + strings.Repeat("x", 9<<20) + `"}`,
		} {
			a := i.do(call{method: "POST", path: "/api/v1/teams/ads/" + path, cookie: viewer, body: body})
			if a.status/100 != 4 && !(path == "graph" && name == "line 0") {
				t.Errorf("%s, %s: %d %.200s", path, name, a.status, a.body)
			}
		}
	}
	deep := "pipeline p() -> items { return " + strings.Repeat("take(", 20_000)
	for _, path := range []string{"complete", "hover", "graph"} {
		i.must(200, call{method: "POST", path: "/api/v1/teams/ads/" + path, cookie: viewer,
			body: asText(t, merged(path, map[string]any{"files": []app.Text{{Path: "a.riffle", Text: deep}}}))})
	}
}

// merged adds the place that all but graph want.
func merged(path string, m map[string]any) map[string]any {
	if path != "graph" {
		m["file"], m["line"], m["column"] = "a.riffle", 1, 90_000
	}
	return m
}
