package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const runProject = `resource games { fields { id: key, title: text(analyzer: english), n: int } }

pipeline best(q: string?, k: int(1..5) = 2) -> items {
  typed = search(games, query: q)  optional  gain 0.3
  hot   = top(games, by: n, k: 3)
  return take(merge([typed, hot], policy: rrf(60)), k)
}

scene home { pipeline: best, deadline: 5s, fallback: none }
`

const runDocs = `{"id": "a", "title": "city builder", "n": 1}
{"id": "b", "title": "space", "n": 9}
{"id": "c", "n": "many"}
`

func TestRun(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
		return path
	}
	write("games.riffle", runProject)
	docs := "games=" + write("games.jsonl", runDocs)
	request := "@" + write("request.json", `{"q": "city"}`)
	bad := folder(t, map[string]string{"x.riffle": "pipeline p() -> items { return serch(x) }\n"})
	for _, c := range []struct {
		name string
		args []string
		code int
		out  []string
		errs string
	}{
		{"a table with sources and outcomes", []string{dir, "home", "--data", docs, "--request", request}, 0,
			[]string{"1  0.03252  typed+hot  a   city builder", "2  0.01639  hot        b   space", "typed         search  ok  0 -> 1"}, "1 of 3 documents refused"},
		{"a pipeline without a scene", []string{dir, "best", "--data", docs}, 0, []string{"typed         search  empty"}, ""},
		{"the graph and the ways of the items", []string{dir, "best", "--data", docs, "--explain"}, 0,
			[]string{"typed = search(games, query: $q, k: 100)  optional  gain 0.3", "hot #1 of 2 (9) by n 9 > return.merge #1 of 2"}, ""},
		{"where documents were lost", []string{dir, "best", "--data", docs, "--request", `{"k": 1}`, "--why-not", "games/a", "--why-not", "no/where"}, 0,
			[]string{"why not games/a: return.take dropped it: 1 stay, it was number 2 (it came in as number 2 of 2)", "  return.take  take  games.riffle:6:10: ", `why not no/where: no resource that pipeline best reads has a document "no/where"`}, ""},
		{"too many documents asked for", append([]string{dir, "best", "--data", docs}, strings.Fields(strings.Repeat(" --why-not a", 9))...), 1, nil, "9 documents, at most 8 at once"},
		{"a node switched off", []string{dir, "home", "--data", docs, "--off", "typed"}, 0, []string{"plan off typed", "degraded"}, ""},
		{"no documents", []string{dir, "home"}, 0, []string{"0 items"}, "games has no documents; give them by --data games=FILE"},
		{"an unknown scene", []string{dir, "hom"}, 1, nil, `no scene or pipeline "hom"; there are home, best`},
		{"a request out of bounds", []string{dir, "home", "--request", `{"k": 9}`}, 1, nil, "--request: k: want 1..5, got 9"},
		{"a request that is no object", []string{dir, "home", "--request", "[1]"}, 1, nil, "--request is no JSON object"},
		{"an unknown resource", []string{dir, "home", "--data", "game=x"}, 1, nil, `--data: no resource "game"; there are games`},
		{"--data without a name", []string{dir, "home", "--data", "x.jsonl"}, 2, nil, "want NAME=FILE"},
		{"no such file", []string{dir, "home", "--data", "games=none.jsonl"}, 1, nil, "none.jsonl"},
		{"a node that may not be off", []string{dir, "home", "--off", "hot"}, 1, nil, "hot is required"},
		{"a project that does not compile", []string{bad, "p"}, 1, nil, "x.riffle:1:32: error E0301: unknown name serch (did you mean search)"},
		{"no project", []string{filepath.Join(dir, "none"), "p"}, 1, nil, "no such file or directory"},
		{"an empty folder", []string{t.TempDir(), "p"}, 1, nil, "no .riffle files"},
		{"too few arguments", []string{dir}, 2, nil, "wants a project's folder and the name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errs := ran("", append([]string{"run"}, c.args...)...)
			if code != c.code || !strings.Contains(errs, c.errs) {
				t.Errorf("code %d, want %d; errors %q, want %q", code, c.code, errs, c.errs)
			}
			for _, want := range c.out {
				if !strings.Contains(out, want) {
					t.Errorf("the output lacks %q:\n%s", want, out)
				}
			}
		})
	}
	code, out, _ := ran("", "run", dir, "home", "--data", docs, "--json")
	var answer struct {
		Items []map[string]any `json:"items"`
	}
	if err := json.Unmarshal([]byte(out), &answer); err != nil || code != 0 || len(answer.Items) != 2 || answer.Items[0]["id"] != "b" {
		t.Errorf("--json: code %d, %v\n%s", code, err, out)
	}
}

func TestRunAsksAServer(t *testing.T) {
	var path, auth string
	var body map[string]any
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, auth = r.URL.Path, r.Header.Get("Authorization")
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		if strings.Contains(path, "missing") {
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write([]byte(`{"title":"Not Found","detail":"no scene missing","code":"not_found","request_id":"r1"}`))
			return
		}
		_, _ = w.Write([]byte(`{"items":[]}`))
	}))
	defer server.Close()
	code, out, errs := ran("", "run", "-", "home", "--server", server.URL, "--token", "secret", "--team", "shop", "--request", `{"k":3}`, "--explain")
	if code != 0 || out != "{\n  \"items\": []\n}\n" || path != "/api/v1/teams/shop/scenes/home/serve" || auth != "Bearer secret" || body["explain"] != true {
		t.Errorf("code %d, out %q, errors %q, path %s, auth %s, body %v", code, out, errs, path, auth, body)
	}
	if code, _, errs := ran("", "run", "-", "missing", "--server", server.URL); code != 1 || !strings.Contains(errs, "no scene missing (request r1)") {
		t.Errorf("code %d, errors %q", code, errs)
	}
	if code, _, errs := ran("", "run", "-", "home", "--server", "nonsense"); code != 2 || !strings.Contains(errs, "want an address") {
		t.Errorf("code %d, errors %q", code, errs)
	}
}
