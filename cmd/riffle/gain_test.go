package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const gainProject = `resource games { fields { id: key, title: text(analyzer: english), installs: int = 0 } }

pipeline feed(word: string, k: int(1..50) = 10) -> items {
  typed = search(games, query: word, k: 20)  optional  gain 0.9  // what was typed
  hot   = top(games, by: installs, k: 1)
  return take(merge([typed, hot], policy: first), k)
}

scene home { pipeline: feed, fallback: none }
`

func TestGainMeasuresProposesAndWrites(t *testing.T) {
	dir := t.TempDir()
	put := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	source := put("p.riffle", gainProject)
	put("games.jsonl", `{"id":"a","title":"chess","installs":1}`+"\n"+`{"id":"b","title":"chess for two","installs":2}`+"\n"+`{"id":"c","title":"cards","installs":3}`+"\n")
	requests := put("r.ndjson", strings.Repeat(`{"word":"chess"}`+"\n"+`{"word":"chess","k":2}`+"\n"+`{"word":"nothing"}`+"\n", 4))
	labels := put("l.ndjson", strings.Repeat(`{"request":{"word":"chess"},"labels":{"games/a":1}}`+"\n", 10))
	one := put("one.ndjson", `{"word":"chess"}`+"\n")

	code, out, errs := ran("", "gain", dir, "home", "--requests", requests, "--data", dir)
	if code != 0 || !strings.Contains(out, "over 12 requests") || !strings.Contains(out, "-  typed = search(games, query: word, k: 20)  optional  gain 0.9  // what was typed\n") ||
		!strings.Contains(out, "--write does") {
		t.Errorf("exit %d:\n%s%s", code, out, errs)
	}
	if text, _ := os.ReadFile(source); string(text) != gainProject {
		t.Error("a dry run wrote")
	}
	code, out, errs = ran("", "gain", dir, "home", "--labels", labels, "--data", dir, "--json", "--write")
	var o gainOutput
	if err := json.Unmarshal([]byte(out), &o); code != 0 || err != nil || o.Measure != "ndcg" || len(o.Rows) != 1 || o.Rows[0].Gain != 1 || len(o.Proposals) != 1 || o.Proposals[0].New != "gain 1" {
		t.Errorf("exit %d, %v:\n%s%s", code, err, out, errs)
	}
	text, err := os.ReadFile(source)
	if err != nil || !strings.Contains(string(text), "optional  gain 1  // what was typed\n") || strings.Count(string(text), "\n") != strings.Count(gainProject, "\n") {
		t.Errorf("written: %v\n%s", err, text)
	}
	if code, out, _ := ran("", "gain", dir, "home", "--labels", labels, "--data", dir); code != 0 || !strings.Contains(out, "the text says so already") {
		t.Errorf("exit %d: %s", code, out)
	}
	if code, out, _ := ran("", "gain", dir, "home", "--requests", one, "--data", dir, "--write"); code != 0 || !strings.Contains(out, "over 1 request\nfewer than 10 prove nothing") || strings.Contains(out, "the text says so") {
		t.Errorf("exit %d: %s", code, out)
	}
	if now, _ := os.ReadFile(source); string(now) != string(text) {
		t.Errorf("one request was enough to write\n%s", now)
	}
	bad := put("bad.ndjson", `{"request":{"word":"x"},"labels":{"games/a":-1}}`)
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{dir, "home"}, 2, "want one of --requests, --labels and --server"},
		{[]string{dir, "nowhere", "--requests", requests}, 1, `no scene or pipeline "nowhere"`},
		{[]string{dir, "feed", "--requests", requests}, 1, `there is no scene "feed"`},
		{[]string{dir, "home", "--labels", requests}, 1, "request 1 has no labels"},
		{[]string{dir, "home", "--labels", bad}, 1, "want a number from 0 on"},
		{[]string{dir, "home", "--requests", requests, "--k", "0"}, 2, "--k: want 1 to 1000"},
		{[]string{dir}, 2, "gain wants a project's folder"},
	} {
		if code, out, errs := ran("", append([]string{"gain"}, tt.args...)...); code != tt.code || !strings.Contains(out+errs, tt.want) {
			t.Errorf("%v: exit %d, want %d and %q:\n%s%s", tt.args, code, tt.code, tt.want, out, errs)
		}
	}
}
