package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

// project of these tests: two ways to a small shelf of games.
const shelf = `
/// Games of the store.
resource games {
  fields {
    id:     key
    title:  text(analyzer: english)
    genre:  keyword
    price:  float = 0
    look:   vector(2)?
  }
  slots: 4
}

/// By words, then the cheap ones.
pipeline found(q: string, k: int(1..20) = 5) -> items {
  worded = search(games, query: q, k: 10..40)  optional  gain 0.4
  cheap  = top(games, by: 0 - price, k: 10)    gain 0.2
  pool   = merge([worded, cheap], policy: rrf(60))
  return take(pool, k)
}

scene hello {
  pipeline: found
  deadline: 500ms
  fallback: none
}
`

var shelved = []map[string]any{
	{"id": "g1", "title": "chess for two", "genre": "board", "price": 3, "look": []float64{1, 0}},
	{"id": "g2", "title": "racing", "genre": "sport", "price": 9, "look": []float64{0, 1}},
	{"id": "g3", "title": "chess alone", "genre": "board", "price": 0},
}

// shelfTeam is a team with the project live and its documents in place.
func shelfTeam(t *testing.T, i *instance, team string) map[string]string {
	t.Helper()
	cookies := i.team(team)
	i.publish(team, cookies["editor"], shelf)
	i.must(200, call{method: "POST", path: "/api/v1/teams/" + team + "/resources/games/documents", cookie: cookies["editor"], body: shelved})
	for range 200 {
		var r app.Resource
		i.must(200, call{method: "GET", path: "/api/v1/teams/" + team + "/resources/games", cookie: cookies["viewer"]}).into(t, &r)
		if r.Docs == 3 {
			return cookies
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the documents are not seen")
	return nil
}

func post[T any](t *testing.T, i *instance, status int, cookie, path string, body any) (out T) {
	t.Helper()
	a := i.must(status, call{method: "POST", path: "/api/v1/teams/" + path, cookie: cookie, body: body})
	a.into(t, &out)
	return out
}

func get[T any](t *testing.T, i *instance, cookie, path string) (out T) {
	t.Helper()
	i.must(200, call{method: "GET", path: "/api/v1/" + path, cookie: cookie}).into(t, &out)
	return out
}

func TestRuns(t *testing.T) {
	i := newInstance(t)
	cookies := shelfTeam(t, i, "ads")
	viewer := cookies["viewer"]
	run := post[app.Run](t, i, 201, viewer, "ads/runs", app.NewRun{Scene: "hello", Request: map[string]any{"q": "chess"}, Explain: true})
	if run.Outcome != "ok" || run.Count != 3 || len(run.Items) != 3 || run.Source != "1" || run.Pipeline != "found" || run.DeadlineMS != 500 || run.By != "ads-viewer" {
		t.Fatalf("run %+v", run.RunSummary)
	}
	if run.Items[0]["_key"] == "g2" || len(run.Why) != 3 || len(run.Why[0].Stages) < 2 || len(run.Columns) == 0 {
		t.Errorf("answer %v why %v columns %v", run.Items, run.Why, run.Columns)
	}
	if run.Graph == nil || len(run.Graph.Nodes) != 4 || len(run.Nodes) != 4 || run.Graph.Answer != run.Nodes[3].Name || !run.Nodes[3].Critical {
		t.Errorf("graph %+v, nodes %+v", run.Graph, run.Nodes)
	}
	kept := get[app.Run](t, i, viewer, "teams/ads/runs/"+run.ID)
	if a, b := asText(t, kept), asText(t, run); a != b {
		t.Errorf("the kept run differs:\n%s\n%s", a, b)
	}
	off := post[app.Run](t, i, 201, viewer, "ads/runs", app.NewRun{Pipeline: "found", Source: "1", Request: map[string]any{"q": "chess", "k": 1}, Off: []string{"worded"}})
	if off.Outcome != "degraded" || off.Level != 1 || !off.Nodes[len(off.Nodes)-1].Skipped || off.Nodes[len(off.Nodes)-1].Name != "worded" {
		t.Errorf("with a node off: %+v %+v", off.RunSummary, off.Nodes)
	}
	c := get[app.RunComparison](t, i, viewer, "teams/ads/runs/compare?a="+run.ID+"&b="+off.ID)
	if c.Out != 2 || c.In != 0 || len(c.Items) != 3 || len(c.Nodes) != 4 {
		t.Errorf("comparison %+v", c)
	}
	list := get[struct{ Items []app.RunRow }](t, i, viewer, "teams/ads/runs?pipeline=found")
	if len(list.Items) != 2 || list.Items[0].ID != off.ID || list.Items[1].Scene != "hello" {
		t.Errorf("list %+v", list.Items)
	}
	foreign := i.team("games")["owner"]
	i.must(404, call{method: "GET", path: "/api/v1/teams/games/runs/" + run.ID, cookie: foreign})
	i.must(404, call{method: "GET", path: "/api/v1/teams/games/runs/compare?a=" + run.ID + "&b=" + run.ID, cookie: foreign})
}

func asText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A run of the draft sees the draft's pipelines and the live documents.
func TestRunOfTheDraft(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/more.riffle", cookie: editor, header: map[string]string{"If-Match": "*"},
		body: map[string]string{"text": "resource shops { fields { id: key, name: text } }\npipeline dear() -> items { return top(games, by: price, k: 1) }\npipeline none() -> items { return search(shops, query: \"x\", k: 3) }\n"}})
	run := post[app.Run](t, i, 201, editor, "ads/runs", app.NewRun{Pipeline: "dear", Source: "draft"})
	if run.Count != 1 || run.Items[0]["_key"] != "g2" || run.Source != "draft" {
		t.Errorf("run %+v", run)
	}
	empty := post[app.Run](t, i, 201, editor, "ads/runs", app.NewRun{Pipeline: "none", Source: "draft"})
	if empty.Count != 0 || len(empty.Notes) != 1 || !strings.Contains(empty.Notes[0], "shops") {
		t.Errorf("a resource that is not live: %+v", empty)
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/runs", cookie: editor, body: app.NewRun{Pipeline: "dear"}})
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/broken.riffle", cookie: editor, header: map[string]string{"If-Match": "*"}, body: map[string]string{"text": "pipeline x( {"}})
	if p := i.must(422, call{method: "POST", path: "/api/v1/teams/ads/runs", cookie: editor, body: app.NewRun{Pipeline: "dear", Source: "draft"}}).problem(t); p.Code != "does_not_compile" {
		t.Errorf("a broken draft: %+v", p)
	}
}

func TestHostileRuns(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	for name, c := range map[string]struct {
		body   any
		status int
	}{
		"nothing to run":       {app.NewRun{}, 422},
		"both":                 {app.NewRun{Pipeline: "found", Scene: "hello"}, 422},
		"an unknown pipeline":  {app.NewRun{Pipeline: "nothing"}, 404},
		"an unknown scene":     {app.NewRun{Scene: "nothing"}, 404},
		"an unknown version":   {app.NewRun{Scene: "hello", Source: "99"}, 404},
		"no version":           {app.NewRun{Scene: "hello", Source: "latest"}, 422},
		"no parameter":         {app.NewRun{Scene: "hello"}, 422},
		"a foreign parameter":  {app.NewRun{Scene: "hello", Request: map[string]any{"q": "x", "z": 1}}, 422},
		"beyond the bounds":    {app.NewRun{Scene: "hello", Request: map[string]any{"q": "x", "k": 21}}, 422},
		"off: a required node": {app.NewRun{Scene: "hello", Request: map[string]any{"q": "x"}, Off: []string{"cheap"}}, 422},
		"off: no node":         {app.NewRun{Scene: "hello", Request: map[string]any{"q": "x"}, Off: []string{"nothing"}}, 422},
		"a body too long":      {app.NewRun{Scene: "hello", Request: map[string]any{"q": strings.Repeat("x", 300<<10)}}, 413},
		"no JSON":              {"{", 400},
		"deep":                 {`{"scene":"hello","request":` + strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000) + "}", 422},
	} {
		a := i.do(call{method: "POST", path: "/api/v1/teams/ads/runs", cookie: editor, body: c.body})
		if a.status != c.status && !(c.status == 422 && a.status == 400) && !(c.status == 400 && a.status == 422) {
			t.Errorf("%s: %d, want %d: %.300s", name, a.status, c.status, a.body)
		}
		a.problem(t)
	}
	zero := post[app.Run](t, i, 201, editor, "ads/runs", app.NewRun{Scene: "hello", Request: map[string]any{"q": "a\x00b"}})
	if zero.Outcome != "ok" {
		t.Errorf("a zero byte in a request: %+v", zero)
	}
	if n := len(get[struct{ Items []app.RunRow }](t, i, editor, "teams/ads/runs").Items); n != 1 {
		t.Errorf("%d runs kept, want the one that ran", n)
	}
}

func TestQueries(t *testing.T) {
	i := newInstance(t)
	viewer := shelfTeam(t, i, "ads")["viewer"]
	keys := func(a app.QueryAnswer) string {
		var out []string
		for _, r := range a.Rows {
			out = append(out, fmt.Sprint(r["_key"]))
		}
		return strings.Join(out, " ")
	}
	for name, c := range map[string]struct {
		q    app.NewQuery
		want string
	}{
		"words":             {app.NewQuery{Text: "racing"}, "g2"},
		"words and filter":  {app.NewQuery{Text: "chess", Filter: `genre == "board" and price < 1`}, "g3"},
		"top":               {app.NewQuery{Top: "price", K: 2}, "g2 g1"},
		"top by a formula":  {app.NewQuery{Top: "0 - price"}, "g3 g1 g2"},
		"a vector":          {app.NewQuery{Vector: []float64{0.9, 0.1}}, "g1 g2"},
		"like a document":   {app.NewQuery{Like: "g2", K: 1}, "g2"},
		"a filter alone":    {app.NewQuery{Filter: "genre !=\n\"sport\""}, "g1 g3"},
		"slashes in a text": {app.NewQuery{Filter: `title != "https://x"`}, "g1 g2 g3"},
	} {
		a := post[app.QueryAnswer](t, i, 200, viewer, "ads/resources/games/query", c.q)
		if keys(a) != c.want || len(a.Diagnostics) != 0 {
			t.Errorf("%s: %q %v, want %q", name, keys(a), a.Diagnostics, c.want)
		}
	}
	a := post[app.QueryAnswer](t, i, 200, viewer, "ads/resources/games/query", app.NewQuery{Top: "price", Columns: []string{"id", "look"}})
	if len(a.Columns) != 2 || a.Rows[0]["look"] == nil || a.Rows[0]["title"] != nil || !strings.Contains(a.Statement, "by: price") {
		t.Errorf("columns: %+v", a)
	}
	for name, c := range map[string]struct {
		q      app.NewQuery
		in     string
		column int
	}{
		"an unknown field":    {app.NewQuery{Text: "x", Filter: `genre == "a" and cost < 3`}, "filter", 18},
		"no condition":        {app.NewQuery{Text: "x", Filter: "price + 1"}, "filter", 1},
		"no number":           {app.NewQuery{Top: "genre"}, "top", 1},
		"another declaration": {app.NewQuery{Filter: "true)\nreturn found\n}\npipeline p() -> items { return top(games, by: price, k: 9"}, "", 0},
		"another argument":    {app.NewQuery{Filter: "true, k: 10000"}, "", 0},
	} {
		a := post[app.QueryAnswer](t, i, 200, viewer, "ads/resources/games/query", c.q)
		if len(a.Diagnostics) == 0 || len(a.Rows) != 0 {
			t.Errorf("%s: no diagnostics: %+v", name, a)
			continue
		}
		if d := a.Diagnostics[0]; c.in != "" && (d.In != c.in || d.Column != c.column) {
			t.Errorf("%s: %+v, want %s %d", name, d, c.in, c.column)
		}
	}
	for name, q := range map[string]app.NewQuery{
		"nothing":              {},
		"two ways":             {Text: "x", Top: "price"},
		"a vector too short":   {Vector: []float64{1}},
		"no such field":        {Vector: []float64{1, 2}, Field: "title"},
		"no such column":       {Top: "price", Columns: []string{"cost"}},
		"an injected column":   {Top: "price", Columns: []string{"id]) } x"}},
		"a comment":            {Filter: "true // )"},
		"more rows than there": {Top: "price", K: 201},
	} {
		if a := i.do(call{method: "POST", path: "/api/v1/teams/ads/resources/games/query", cookie: viewer, body: q}); a.status != 422 {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/resources/games/query", cookie: viewer, body: app.NewQuery{Like: "nobody"}})
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/resources/nothing/query", cookie: viewer, body: app.NewQuery{Top: "price"}})

	s := get[app.ResourceStatistics](t, i, viewer, "teams/ads/resources/games/statistics")
	at := slices.IndexFunc(s.Fields, func(f app.FieldStatistics) bool { return f.Name == "genre" })
	if s.Docs != 3 || s.Looked != 3 || s.Fields[at].Distinct != 2 || s.Fields[at].Common[0] != (app.Common{Value: "board", Count: 2}) || s.Fields[4].Null != 1 || s.Fields[3].Max != 9.0 {
		t.Errorf("statistics %+v", s)
	}
}

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

func TestPlan(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	if p := post[app.Plan](t, i, 200, editor, "ads/plan", struct{}{}); !p.Identical || len(p.Changes) != 0 || len(p.Files) != 0 {
		t.Errorf("nothing changed: %+v", p)
	}
	next := strings.NewReplacer("    genre:  keyword\n", "", "k: 10..40)  optional  gain 0.4", "k: 20..40)  optional  gain 0.5  timeout 30ms", "deadline: 500ms", "deadline: 400ms", "q: string,", "q: string, who: keyword,").Replace(shelf)
	tag := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/files/main.riffle", cookie: editor}).header.Get("ETag")
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/main.riffle", cookie: editor, header: map[string]string{"If-Match": tag}, body: map[string]string{"text": next}})
	p := post[app.Plan](t, i, 200, editor, "ads/plan", app.NewPlan{From: "1", To: "draft"})
	var got []string
	for _, c := range p.Changes {
		for _, d := range c.Details {
			got = append(got, c.Kind+" "+c.Name+": "+d.Text+" !"+d.Danger)
		}
	}
	want := []string{
		"resource games: field genre: keyword is gone, used by found !field_in_use",
		"pipeline found: worded: gain 0.4 → 0.5 !",
		"pipeline found: worded: k 10..40 → 20..40 !",
		"pipeline found: worded: timeout 30ms is new !",
		"pipeline found: parameter who: string is new; requests without it are refused !parameter_required",
		"pipeline found: answers lose the column genre !column_removed",
		"scene hello: deadline 500ms → 400ms !deadline_shorter",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p.Dangers != 4 || len(p.Files) != 1 || p.Files[0].Added != 3 || p.Files[0].Removed != 4 {
		t.Errorf("plan %d dangers, %+v", p.Dangers, p.Files)
	}
	gone := post[app.Plan](t, i, 200, editor, "ads/plan", app.NewPlan{From: "draft", To: "draft"})
	if !gone.Identical {
		t.Error("the draft differs from itself")
	}
	for _, bad := range []app.NewPlan{{From: "x"}, {To: "-1"}, {From: "0"}} {
		i.must(422, call{method: "POST", path: "/api/v1/teams/ads/plan", cookie: editor, body: bad})
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/plan", cookie: editor, body: app.NewPlan{From: "99"}})
}

func TestRenameAndRestore(t *testing.T) {
	i := newInstance(t)
	cookies := shelfTeam(t, i, "ads")
	editor := cookies["editor"]
	tag := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/files/main.riffle", cookie: editor}).header.Get("ETag")
	rename := func(from, to, match string) call {
		return call{method: "POST", path: "/api/v1/teams/ads/files/" + url.PathEscape(from) + "/rename", cookie: editor, body: map[string]string{"to": to}, header: map[string]string{"If-Match": match}}
	}
	i.must(428, rename("main.riffle", "all/games.riffle", ""))
	i.must(409, rename("main.riffle", "all/games.riffle", `"other"`))
	i.must(422, rename("main.riffle", "../up.riffle", tag))
	var f app.File
	i.must(200, rename("main.riffle", "all/games.riffle", tag)).into(t, &f)
	if f.Path != "all/games.riffle" || f.Rev != 2 || f.Text == "" {
		t.Errorf("renamed %+v", f)
	}
	i.must(404, rename("main.riffle", "b.riffle", tag))
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/b.riffle", cookie: editor, header: map[string]string{"If-Match": "*"}, body: map[string]string{"text": "pipeline x( {"}})
	if p := i.must(409, rename("all/games.riffle", "b.riffle", tag)).problem(t); p.Code != "conflict" {
		t.Errorf("onto a file: %+v", p)
	}
	d := get[app.Draft](t, i, editor, "teams/ads/files")
	if len(d.Files) != 2 || d.Files[1].Errors == 0 || d.Files[0].Errors != 0 || d.Published {
		t.Errorf("a broken file lists: %+v", d)
	}
	restore := func(match string) call {
		return call{method: "POST", path: "/api/v1/teams/ads/versions/1/restore", cookie: editor, header: map[string]string{"If-Match": match}}
	}
	i.must(428, restore(""))
	if p := i.must(409, restore(`"x"`)).problem(t); p.Code != "stale" {
		t.Errorf("another draft: %+v", p)
	}
	var back app.Draft
	i.must(200, restore(d.Tag)).into(t, &back)
	if len(back.Files) != 1 || back.Files[0].Path != "main.riffle" || !back.Published {
		t.Errorf("restored %+v", back)
	}
	i.must(404, call{method: "POST", path: "/api/v1/teams/ads/versions/7/restore", cookie: editor, header: map[string]string{"If-Match": back.Tag}})
	audit := get[struct{ Items []app.Audit }](t, i, editor, "teams/ads/audit?action=draft.restore")
	if len(audit.Items) != 1 || audit.Items[0].Object != "1" {
		t.Errorf("audit %+v", audit.Items)
	}
}

// The very first version can be made live again: the history grows.
func TestRollbackToTheFirst(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	i.publish("ads", editor, strings.Replace(shelf, "500ms", "400ms", 1))
	i.publish("ads", editor, strings.Replace(shelf, "500ms", "300ms", 1))
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/versions/1/activate", cookie: editor, body: map[string]string{"note": "back"}})
	history := get[struct{ Items []app.Activation }](t, i, editor, "teams/ads/activations").Items
	if len(history) != 4 || history[0].Version != 1 || history[3].Version != 1 {
		t.Errorf("history %+v", history)
	}
	if s := get[app.Scene](t, i, editor, "teams/ads/scenes/hello"); s.DeadlineMS != 500 {
		t.Errorf("scene %+v", s)
	}
}

func TestSettingsAndSessions(t *testing.T) {
	i := newInstance(t)
	i.team("ads")
	a := i.must(201, call{method: "POST", path: "/api/v1/teams/ads/members", cookie: i.admin, body: map[string]string{"login": "li", "role": "viewer", "password": "a long password"}})
	_ = a
	first, second := i.login("li", "a long password"), i.login("li", "a long password")
	if s := get[app.UserSettings](t, i, first, "me/settings"); s != (app.UserSettings{}) {
		t.Errorf("settings of nobody: %+v", s)
	}
	want := app.UserSettings{Language: "zh", Theme: "dark", TimeZone: "Asia/Shanghai"}
	i.must(200, call{method: "PUT", path: "/api/v1/me/settings", cookie: first, body: want})
	if s := get[app.UserSettings](t, i, second, "me/settings"); s != want {
		t.Errorf("settings %+v", s)
	}
	for _, bad := range []string{`{"language":"xx"}`, `{"time_zone":"../etc"}`, `{"time_zone":"a\u0000"}`, `{"theme":7}`, `{"x":1}`} {
		i.must(422, call{method: "PUT", path: "/api/v1/me/settings", cookie: first, body: bad})
	}
	list := get[struct{ Items []app.Session }](t, i, first, "me/sessions").Items
	if len(list) != 2 || list[0].Current == list[1].Current {
		t.Fatalf("sessions %+v", list)
	}
	other := list[0]
	if other.Current {
		other = list[1]
	}
	i.must(404, call{method: "DELETE", path: "/api/v1/me/sessions/" + other.ID, cookie: i.admin})
	i.must(http.StatusNoContent, call{method: "DELETE", path: "/api/v1/me/sessions/" + other.ID, cookie: first})
	i.must(401, call{method: "GET", path: "/api/v1/me", cookie: second})
	i.must(200, call{method: "GET", path: "/api/v1/me", cookie: first})
}

func TestAuditExport(t *testing.T) {
	i := newInstance(t)
	cookies := shelfTeam(t, i, "ads")
	a := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit.csv?action=file.save", cookie: cookies["viewer"]})
	lines := strings.Split(strings.TrimSpace(string(a.body)), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "at,actor,action,object,") || !strings.Contains(lines[1], ",ads-editor,file.save,main.riffle,") {
		t.Errorf("export %q", lines)
	}
	if a.header.Get("Content-Type") != "text/csv; charset=utf-8" || !strings.Contains(a.header.Get("Content-Disposition"), "audit-ads.csv") {
		t.Errorf("headers %v", a.header)
	}
	if none := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/audit.csv?actor=nobody", cookie: cookies["viewer"]}); strings.Count(string(none.body), "\n") != 1 {
		t.Errorf("nobody's changes: %q", none.body)
	}
}

// sample is a small project to begin with.
type sample struct{ loaded chan string }

func (s *sample) Texts() ([]app.Text, error) {
	return []app.Text{{Path: "games.riffle", Text: shelf}}, nil
}

func (s *sample) Load(_ context.Context, _ app.Documents, team string) { s.loaded <- team }

func TestSampleAndTemplates(t *testing.T) {
	s := &sample{loaded: make(chan string, 1)}
	i := instanceWith(t, s)
	cookies := i.team("ads")
	i.must(403, call{method: "POST", path: "/api/v1/teams/ads/sample", cookie: cookies["viewer"]})
	out := post[app.LoadedSample](t, i, 201, cookies["editor"], "ads/sample", struct{}{})
	if out.Version != 1 || !slices.Equal(out.Files, []string{"games.riffle"}) || <-s.loaded != "ads" {
		t.Errorf("sample %+v", out)
	}
	if got := get[struct{ Items []app.Scene }](t, i, cookies["viewer"], "teams/ads/scenes"); len(got.Items) != 1 {
		t.Errorf("scenes %+v", got)
	}
	if p := i.must(409, call{method: "POST", path: "/api/v1/teams/ads/sample", cookie: cookies["editor"]}).problem(t); p.Code != "conflict" {
		t.Errorf("into a draft with files: %+v", p)
	}
	none := newInstance(t)
	i.must(404, call{method: "POST", path: "/api/v1/teams/nobody/sample", cookie: cookies["editor"]})
	none.must(503, call{method: "POST", path: "/api/v1/teams/ads/sample", cookie: none.team("ads")["editor"]})

	// The templates together are a project that compiles.
	var texts []app.Text
	for _, tpl := range get[struct{ Items []app.Template }](t, i, cookies["viewer"], "teams/ads/templates").Items {
		texts = append(texts, app.Text{Path: tpl.Path, Text: tpl.Text})
		f := post[app.Formatted](t, i, 200, cookies["viewer"], "ads/format", map[string]string{"path": tpl.Path, "text": tpl.Text})
		if f.Changed {
			t.Errorf("template %s is not in the canonical layout:\n%s", tpl.Name, f.Text)
		}
	}
	if c := post[app.Checked](t, i, 200, cookies["viewer"], "ads/check", map[string]any{"files": texts}); c.Errors != 0 {
		t.Errorf("templates: %v", c.Diagnostics)
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
