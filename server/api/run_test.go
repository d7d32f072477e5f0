package api_test

import (
	"strings"
	"testing"

	"riffle.dev/riffle/server/app"
)

func TestRuns(t *testing.T) {
	i := newInstance(t)
	cookies := shelfTeam(t, i, "ads")
	viewer := cookies["viewer"]
	run := post[app.Run](t, i, 201, viewer, "ads/runs", app.NewRun{Scene: "hello", Request: map[string]any{"q": "chess"}, Explain: true})
	if run.Outcome != "ok" || run.Count != 3 || len(run.Items) != 3 || run.Source != "1" || run.Pipeline != "found" || run.DeadlineMS != 20_000 || run.By != "ads-viewer" {
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

// A run of the draft sees the draft's pipelines and the live documents.
func TestRunOfTheDraft(t *testing.T) {
	i := newInstance(t)
	editor := shelfTeam(t, i, "ads")["editor"]
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/files/more.riffle", cookie: editor, header: map[string]string{"If-Match": "*"},
		body: map[string]string{"text": "resource shops { fields { id: key, name: text } }\npipeline dear() -> items { return top(games, by: price, k: 1) }\npipeline shops_by_name() -> items { return search(shops, query: \"x\", k: 3) }\n"}})
	run := post[app.Run](t, i, 201, editor, "ads/runs", app.NewRun{Pipeline: "dear", Source: "draft"})
	if run.Request == nil || run.Off == nil {
		t.Error("a client's lists and objects are never null")
	}
	if run.Count != 1 || run.Items[0]["_key"] != "g2" || run.Source != "draft" {
		t.Errorf("run %+v", run)
	}
	empty := post[app.Run](t, i, 201, editor, "ads/runs", app.NewRun{Pipeline: "shops_by_name", Source: "draft"})
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
