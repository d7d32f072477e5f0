package api_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/app"
)

const reading = `
import games as shelf, found from "ads/main@1"

pipeline cheap(k: int(1..20) = 5) -> items {
  return top(shelf, by: 0 - price, k: k)
}

pipeline both(q: string) -> items {
  theirs = found(q, k: 2)
  mine   = cheap(3)
  return merge([theirs, mine])
}

scene home {
  pipeline: both
  deadline: 20s
  fallback: none
}
`

// told is what a check of texts says, a line each.
func (i *instance) told(team, cookie, text string) string {
	i.t.Helper()
	var c app.Checked
	i.must(200, call{method: "POST", path: "/api/v1/teams/" + team + "/check", cookie: cookie, body: map[string]any{"files": []app.Text{{Path: "main.riffle", Text: text}}}}).into(i.t, &c)
	var out []string
	for _, d := range c.Diagnostics {
		if d.Severity != "hint" {
			out = append(out, d.Code+" "+d.Message)
		}
	}
	return strings.Join(out, "\n")
}

func (i *instance) importers(status int, team, cookie string, teams ...string) {
	i.t.Helper()
	i.must(status, call{method: "PUT", path: "/api/v1/teams/" + team + "/importers", cookie: cookie, body: map[string]any{"teams": append([]string{}, teams...)}})
}

// keys of a run's items; the run may have to wait for documents.
func (i *instance) keys(team, cookie, pipeline string, request map[string]any) string {
	i.t.Helper()
	run := post[app.Run](i.t, i, 201, cookie, team+"/runs", app.NewRun{Pipeline: pipeline, Request: request})
	var keys []string
	for _, it := range run.Items {
		keys = append(keys, fmt.Sprint(it["_key"]))
	}
	if run.Outcome != "ok" {
		return run.Outcome + " " + run.Message
	}
	return strings.Join(keys, " ")
}

func becomes(t *testing.T, what, want string, got func() string) {
	t.Helper()
	last := ""
	for until := time.Now().Add(2 * time.Minute); time.Now().Before(until); time.Sleep(20 * time.Millisecond) {
		if last = got(); last == want {
			return
		}
	}
	t.Fatalf("%s: %q, want %q", what, last, want)
}

func TestImportsBetweenTeams(t *testing.T) {
	i := newInstance(t)
	ads, books, toys := shelfTeam(t, i, "ads"), i.team("books"), i.team("toys")

	// Nobody may, until an owner says so; a team that does not exist looks the same.
	const no = "E0301 books may not import from "
	if got := i.told("books", books["editor"], reading); got != no+"ads" {
		t.Errorf("without a right: %s", got)
	}
	if got := i.told("books", books["editor"], strings.Replace(reading, "ads/", "nobody/", 1)); got != no+"nobody" {
		t.Errorf("of a team that is not there: %s", got)
	}
	i.importers(403, "ads", ads["editor"], "books")
	i.importers(404, "ads", books["owner"], "books")
	i.importers(422, "ads", ads["owner"], "Books!")
	i.importers(200, "ads", ads["owner"], "books", "books")

	for _, c := range []struct{ source, want string }{
		{"ads/main@1", ""},
		{"ads/main@99", "E0301 ads/main has no version 99"},
		{"ads/shop@1", "E0301 ads has no project shop"},
	} {
		if got := i.told("books", books["editor"], strings.Replace(reading, "ads/main@1", c.source, 1)); got != c.want {
			t.Errorf("%s: %s", c.source, got)
		}
	}
	i.publish("books", books["editor"], reading)
	becomes(t, "the other team's documents", "g3 g1 g2", func() string { return i.keys("books", books["viewer"], "cheap", nil) })
	if got := i.keys("books", books["viewer"], "both", map[string]any{"q": "chess"}); got != "g3 g1 g2" {
		t.Errorf("an imported pipeline finds %s", got)
	}
	v := get[app.Version](t, i, books["viewer"], "teams/books/versions/1")
	if len(v.Imports) != 1 || v.Imports[0].String() != "ads/main@1" || strings.Join(v.Imports[0].Names, " ") != "found games" {
		t.Errorf("recorded %+v", v.Imports)
	}

	// Documents are written where they belong.
	i.must(403, call{method: "POST", path: "/api/v1/teams/books/resources/shelf/documents", cookie: books["editor"], body: []map[string]any{{"id": "x", "title": "x", "genre": "x"}}})
	i.must(403, call{method: "DELETE", path: "/api/v1/teams/books/resources/shelf/documents/g1", cookie: books["editor"]})

	// What its owner does next to the resource is said, and does not reach the importer.
	uses := get[app.Importers](t, i, ads["viewer"], "teams/ads/importers")
	if asText(t, uses) != `{"teams":["books"],"uses":[{"team":"books","version":1,"of":1,"names":["found","games"]}]}` {
		t.Errorf("uses %s", asText(t, uses))
	}
	next := strings.Replace(shelf, "    genre:  keyword\n", "    kind:   keyword?\n", 1)
	i.publish("ads", ads["editor"], next)
	p := post[app.Plan](t, i, 200, ads["editor"], "ads/plan", app.NewPlan{From: "1", To: "draft"})
	if text := asText(t, p.Changes); !strings.Contains(text, `games is imported by books (version 1): new documents that do not fit what they import are left out there`) || !strings.Contains(text, `"danger":"imported"`) {
		t.Errorf("the plan says %s", text)
	}
	docs := []map[string]any{{"id": "g4", "title": "chess", "kind": "board", "price": -1}}
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/resources/games/documents", cookie: ads["editor"], body: docs})
	becomes(t, "the owner's new document", "1", func() string {
		return fmt.Sprint(get[app.Resource](t, i, ads["viewer"], "teams/ads/resources/games").Docs)
	})
	if got := i.keys("books", books["viewer"], "cheap", nil); got != "g3 g1 g2" {
		t.Errorf("the importer reads %s", got)
	}

	// Who imports what imports: only the next one is asked.
	const third = "import cheap from \"books/main@1\"\n\npipeline p() -> items {\n  return cheap(2)\n}\n"
	if got := i.told("toys", toys["editor"], third); got != "E0301 toys may not import from books" {
		t.Errorf("toys: %s", got)
	}
	i.importers(200, "books", books["owner"], "toys")
	i.publish("toys", toys["editor"], third)
	becomes(t, "documents through two projects", "g3 g1", func() string { return i.keys("toys", toys["viewer"], "p", nil) })

	// The texts, for a check elsewhere.
	texts := get[app.Imported](t, i, toys["viewer"], "teams/toys/imports?from=books/main@1")
	if len(texts.Projects) != 2 || texts.Projects[0].Source != "books/main@1" || texts.Projects[1].Source != "ads/main@1" || texts.Projects[1].Files[0].Text != shelf {
		t.Errorf("texts %+v", texts)
	}
	i.must(403, call{method: "GET", path: "/api/v1/teams/toys/imports?from=ads/main@1", cookie: toys["viewer"]})
	i.must(403, call{method: "GET", path: "/api/v1/teams/toys/imports?from=nobody/main@1", cookie: toys["viewer"]})
	i.must(404, call{method: "GET", path: "/api/v1/teams/toys/imports?from=books/main@9", cookie: toys["viewer"]})
	i.must(422, call{method: "GET", path: "/api/v1/teams/toys/imports?from=books", cookie: toys["viewer"]})

	// Withdrawn: what serves goes on and can be made live again; nothing new is published.
	i.importers(200, "ads", ads["owner"])
	if got := i.told("books", books["editor"], reading); got != no+"ads" {
		t.Errorf("withdrawn: %s", got)
	}
	if got := i.keys("books", books["viewer"], "cheap", nil); got != "g3 g1 g2" {
		t.Errorf("withdrawn, it serves %s", got)
	}
	i.must(200, call{method: "POST", path: "/api/v1/teams/books/versions/1/activate", cookie: books["editor"], body: map[string]any{}})
	i.must(422, call{method: "POST", path: "/api/v1/teams/books/versions", cookie: books["editor"], body: map[string]any{}})
}
