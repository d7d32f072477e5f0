package api_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/dsl/analysis"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// fixtures is where the console's mock mode reads what the doors answer.
var fixtures = filepath.Join("..", "..", "web", "e2e", "mock", "fixtures")

// feed is the project of the fixtures: a page of a store, some of it optional.
const feed = `
type User { id: keyword, active_days: int = 0, seen: list(keyword) = [] }

/// Games of the store.
resource games {
  fields {
    id:       key
    title:    text(analyzer: english, weight: 3)
    title_zh: text(analyzer: chinese)?
    genre:    keyword
    installs: int = 0
    released: time
    look:     vector(4)?
  }
  slots: 4
}

/// What somebody may like: by words, and what many play.
pipeline home_feed(user: User, words: string = "game", k: int(1..50) = 10) -> items {
  worded = search(games, query: words, k: 50..200)  optional  gain 0.20..0.30
  hot    = top(games, by: installs, k: 100)         gain 0.15  timeout 40ms
  newest = top(games, by: released, k: 50)          optional  gain 0.10

  pool   = merge([worded, hot, newest], policy: rrf(60))
  fresh  = filter(pool, id not in user.seen)
  fine   = score(fresh, 30 * _score + 0.4 * log1p(installs) + freshness(released, 30d), keep: 60)  optional  gain 0.10
  page   = diversify(fine, by: genre, max: 2, window: 5)  optional  gain 0.05
  return select(take(page, k), [id, title, title_zh, genre, installs, released])
}

/// What many play.
pipeline hot_games(k: int(1..50) = 10) -> items {
  return select(top(games, by: installs, k: k), [id, title, genre, installs])
}

scene home {
  pipeline: home_feed
  deadline: 500ms
  reserve:  20ms
  slow:     300ms
  fallback: hot_games
  class:    core
  tier newcomers when user.active_days < 3 { weight: 0.3 }
}
`

func feedDocuments() []map[string]any {
	titles := []string{"Chess for two", "Racing at night", "A quiet farm", "Castle defence", "Word garden", "Deep sea", "Tower of cards", "Rail builder"}
	genres := []string{"board", "sport", "farm", "strategy", "word", "adventure", "card", "strategy"}
	chinese := []string{"双人象棋", "夜间赛车", "宁静农场", "城堡保卫", "文字花园", "深海", "纸牌塔", "铁路大亨"}
	var out []map[string]any
	for i, title := range titles {
		d := map[string]any{"id": "g" + itoa(int64(i+1)), "title": title + " game", "genre": genres[i], "installs": 1000 * (i*i%7 + 1),
			"released": time.Date(2026, 1, i+1, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)}
		if i%3 != 2 {
			d["title_zh"] = chinese[i]
			d["look"] = []float64{1, float64(i), 0, 1}
		}
		out = append(out, d)
	}
	return out
}

// recorder gives what a gateway would have seen.
type recorder struct{}

func (recorder) Requests(context.Context, string, string, int) ([]api.RecordedRequest, error) {
	var out []api.RecordedRequest
	for i, words := range []string{"chess", "night game", "农场"} {
		out = append(out, api.RecordedRequest{TraceID: "trace-" + itoa(int64(i+1)), Outcome: "ok", TookMS: 4.2, Items: 6, Version: 1,
			Request: map[string]any{"words": words, "k": 6, "user": map[string]any{"id": "u" + itoa(int64(i+1)), "active_days": 3, "seen": []string{"g2"}}}})
	}
	return out, nil
}

func (recorder) Shares(context.Context, string, string) (api.TimeShares, error) {
	return api.TimeShares{Requests: 480, TookMS: 4.2, Rest: 0.05, Nodes: []api.TimeShare{
		{Node: "similar", Requests: 470, Share: 0.55, Wait: 0.05, OwnMS: 2.31, WaitMS: 0.21}, {Node: "fine", Requests: 480, Share: 0.35, OwnMS: 1.47}}}, nil
}

// The console's mock mode shows what these calls answer; the files are this
// server's own words, without times.
func TestFixturesAreFresh(t *testing.T) {
	i := newInstance(t, func(c *api.Config) { c.Recorder = recorder{} })
	const team = "demo"
	cookies := i.team(team)
	owner := cookies["owner"]
	i.publish(team, owner, feed)
	i.must(200, call{method: "POST", path: "/api/v1/teams/demo/resources/games/documents", cookie: owner, body: feedDocuments()})
	eventually(t, "the documents are seen", func() bool {
		return get[app.Resource](t, i, owner, "teams/demo/resources/games").Docs == 8
	})
	request := map[string]any{"words": "chess", "k": 6, "user": map[string]any{"id": "u1", "active_days": 3, "seen": []string{"g2"}}}
	full := i.whole(t, owner, app.NewRun{Scene: "home", Request: request, Explain: true, WhyNot: []trace.Question{{ID: "g2"}}})
	off := i.whole(t, owner, app.NewRun{Pipeline: "home_feed", Source: "draft", Request: request, Off: []string{"newest", "fine"}})
	next := strings.NewReplacer("gain 0.15  timeout 40ms", "gain 0.15  timeout 25ms", "newest = top(games, by: released, k: 50)          optional  gain 0.10", "newest = top(games, by: released, k: 80)          optional  gain 0.12",
		"deadline: 500ms", "deadline: 120ms", "    title_zh: text(analyzer: chinese)?\n", "", "title, title_zh,", "title,").Replace(feed)
	tag := i.must(200, call{method: "GET", path: "/api/v1/teams/demo/files/main.riffle", cookie: owner}).header.Get("ETag")
	i.must(200, call{method: "PUT", path: "/api/v1/teams/demo/files/main.riffle", cookie: owner, header: map[string]string{"If-Match": tag}, body: map[string]string{"text": next}})
	i.must(200, call{method: "PUT", path: "/api/v1/teams/demo/files/drafts%2Fbroken.riffle", cookie: owner, header: map[string]string{"If-Match": "*"},
		body: map[string]string{"text": "/// Not done yet.\npipeline later() -> items {\n  found = top(games, by: instals)\n  return take(found, 3\n}\n"}})
	i.must(200, call{method: "PUT", path: "/api/v1/me/settings", cookie: owner, body: app.UserSettings{Language: "zh", Theme: "dark", TimeZone: "Asia/Shanghai"}})

	names := strings.NewReplacer(full.ID, "run-full", off.ID, "run-off")
	for _, f := range []struct {
		file, method, path string
		body               any
	}{
		{"operators", "GET", "operators", nil},
		{"templates", "GET", "templates", nil},
		{"files", "GET", "files", nil},
		{"file", "GET", "files/main.riffle", nil},
		{"check", "POST", "check", struct{}{}},
		{"graph", "POST", "graph", struct{}{}},
		{"format", "POST", "format", map[string]string{"path": "a.riffle", "text": "pipeline  p( )->items{ return top(games,by:installs) }"}},
		{"complete", "POST", "complete", where(next, "30 * _score")},
		{"hover", "POST", "hover", where(next, "diversify(")},
		{"definition", "POST", "definition", where(next, "fine, by: genre")},
		{"plan", "POST", "plan", app.NewPlan{From: "live", To: "draft"}},
		{"versions", "GET", "versions", nil},
		{"version", "GET", "versions/1", nil},
		{"activations", "GET", "activations", nil},
		{"scenes", "GET", "scenes", nil},
		{"scene", "GET", "scenes/home", nil},
		{"scene-time", "GET", "scenes/home/time", nil},
		{"scene-requests", "GET", "scenes/home/requests", nil},
		{"runs", "GET", "runs", nil},
		{"run", "GET", "runs/" + full.ID, nil},
		{"run-off", "GET", "runs/" + off.ID, nil},
		{"run-compare", "GET", "runs/compare?a=" + full.ID + "&b=" + off.ID, nil},
		{"resources", "GET", "resources", nil},
		{"resource", "GET", "resources/games", nil},
		{"resource-statistics", "GET", "resources/games/statistics", nil},
		{"resource-query", "POST", "resources/games/query", app.NewQuery{Text: "game", Filter: `genre != "sport"`, K: 5}},
		{"resource-query-mistake", "POST", "resources/games/query", app.NewQuery{Top: "instals", Filter: "genre + 1"}},
		{"document", "GET", "resources/games/documents/g1", nil},
		{"audit", "GET", "audit", nil},
		{"members", "GET", "members", nil},
	} {
		a := i.must(200, call{method: f.method, path: "/api/v1/teams/" + team + "/" + f.path, cookie: owner, body: f.body})
		fixture(t, f.file, names.Replace(string(a.body)))
	}
	broken := i.must(200, call{method: "GET", path: "/api/v1/teams/demo/files/drafts%2Fbroken.riffle", cookie: owner})
	fixture(t, "file-broken", string(broken.body))
	i.must(204, call{method: "DELETE", path: "/api/v1/teams/demo/files/drafts%2Fbroken.riffle", cookie: owner, header: map[string]string{"If-Match": broken.header.Get("ETag")}})
	i.written(t, owner, next)
	fixture(t, "settings", string(i.must(200, call{method: "GET", path: "/api/v1/me/settings", cookie: owner}).body))
	fixture(t, "sessions", string(i.must(200, call{method: "GET", path: "/api/v1/me/sessions", cookie: owner}).body))
	var c analysis.Completions
	i.must(200, call{method: "POST", path: "/api/v1/teams/demo/complete", cookie: owner, body: where(next, "30 * _score")}).into(t, &c)
	if len(c.Items) == 0 {
		t.Error("the fixture of complete offers nothing")
	}
}

// whole is a run in which no node was late, as one may be on a busy machine: that
// is forgotten, and made again.
func (i *instance) whole(t *testing.T, owner string, body app.NewRun) (run app.Run) {
	t.Helper()
	db, err := pgxpool.New(t.Context(), i.dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	eventually(t, "a run in time", func() bool {
		run = post[app.Run](t, i, 201, owner, "demo/runs", body)
		if run.Outcome != "timeout" && !slices.ContainsFunc(run.Nodes, func(n app.RunNode) bool { return n.Outcome == "timeout" || n.Outcome == "fallback" }) {
			return true
		}
		if _, err := db.Exec(t.Context(), "delete from runs where id = $1", run.ID); err != nil {
			t.Fatal(err)
		}
		return false
	})
	return run
}

// written makes the fixture of a pipeline that is written from empty, as the
// console's journey does it: what is answered to each of its texts, and what
// publishing it and going back change.
func (i *instance) written(t *testing.T, owner, feed string) {
	t.Helper()
	const path = "written.riffle"
	text := func(body string) string { return "pipeline written(k: int(1..50) = 20) -> items {\n" + body + "}\n" }
	broken := text("  best=top(nothing, by: installs, k: k)\n  return take( best,k )\n")
	rough := text("  best=top(games, by: installs, k: k)\n  return take( best,k )\n")
	project := func(own string) map[string]any {
		return map[string]any{"files": []app.Text{{Path: "main.riffle", Text: feed}, {Path: path, Text: own}}}
	}
	ask := func(door, method string, body any) json.RawMessage {
		return json.RawMessage(i.must(200, call{method: method, path: "/api/v1/teams/demo/" + door, cookie: owner, body: body}).body)
	}
	laid := ask("format", "POST", map[string]string{"path": path, "text": rough})
	var formatted struct{ Text string }
	if err := json.Unmarshal(laid, &formatted); err != nil {
		t.Fatal(err)
	}
	begun := text("  best = to")
	place := project(begun)
	place["file"], place["line"], place["column"] = path, 2, len("  best = to")+1
	i.must(200, call{method: "PUT", path: "/api/v1/teams/demo/files/" + path, cookie: owner, header: map[string]string{"If-Match": "*"}, body: map[string]string{"text": formatted.Text}})
	out := map[string]any{
		"complete": ask("complete", "POST", place),
		"format":   laid,
		"graphs": []map[string]any{
			{"text": broken, "graph": ask("graph", "POST", project(broken))},
			{"text": rough, "graph": ask("graph", "POST", project(rough))},
			{"text": formatted.Text, "graph": ask("graph", "POST", project(formatted.Text))},
		},
		"plan": ask("plan", "POST", app.NewPlan{From: "live", To: "draft"}),
	}
	i.must(201, call{method: "POST", path: "/api/v1/teams/demo/versions", cookie: owner, body: map[string]any{"note": "the first of its kind"}})
	out["back"] = ask("plan", "POST", app.NewPlan{From: "live", To: "1"})
	whole, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	fixture(t, "written", string(whole))
}

// where a piece of the text stands.
func where(text, piece string) map[string]any {
	before, _, _ := strings.Cut(text, piece)
	return map[string]any{"file": "main.riffle", "line": strings.Count(before, "\n") + 1, "column": len(before) - strings.LastIndexByte(before, '\n')}
}
