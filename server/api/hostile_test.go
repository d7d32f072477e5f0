package api_test

import (
	"regexp"
	"strings"
	"testing"

	"riffle.dev/riffle/server/api"
)

// What is sent is kept as it is or refused: nothing is replaced silently. What
// is wrong with it is said in words of JSON, and without repeating it.
func TestBodiesThatAreNoJSON(t *testing.T) {
	i := newInstance(t)
	for body, want := range map[string]string{
		"{\"login\":\"a\xff\",\"password\":\"hunter2\"}":                      "the body is not UTF-8",
		`{"login":1e400,"password":"hunter2"}`:                                "a number is out of range",
		`{"login":"a","password":"hunter2`:                                    "unexpected end of JSON input",
		`{"login":"a","password":"hunter2"}}`:                                 "invalid character",
		`{"login":"a","password":{"hunter2":1}}`:                              "expected string",
		`{"login":` + strings.Repeat("[", 3_000) + `}`:                        "invalid character",
		`{"login":"a","password":"` + strings.Repeat("hunter2", 1_000) + `"}`: "request body is too large",
	} {
		a := i.do(call{method: "POST", path: "/api/v1/login", body: body})
		a.problem(t)
		if text := string(a.body); a.status/100 != 4 || !strings.Contains(text, want) || strings.Contains(text, "hunter2") || strings.Contains(text, " Go ") {
			t.Errorf("%.60q: %d %s; want %q and nothing of what was sent", body, a.status, text, want)
		}
	}
	cookies := i.team("ads")
	i.must(400, call{method: "PUT", path: "/api/v1/teams/ads/files/a.riffle", cookie: cookies["owner"], body: "{\"text\":\"\xff\"}", header: map[string]string{"If-Match": "*"}})
}

// report of a load test, as far as its form wants it.
const report = `{"spec":{"profile":{"kind":"constant","rate":1,"duration_s":1},"objectives":{}},"took_s":1,"aborted":false,
	"sums":{"ok":-1,"late":1,"shed":0,"failed":0,"refused":0,"unsent":0,"due":1,"cut":0,"read":0,"degraded":0,"partial":0},
	"statuses":[],"levels":[],"off":[{"node":"?","n":1}],"tiers":[],"errors":["?"],"points":[],"buckets":[],
	"latency":{"n":0,"mean_ms":0,"p50_ms":0,"p90_ms":0,"p99_ms":0,"p999_ms":0,"max_ms":0},
	"service":{"n":0,"mean_ms":0,"p50_ms":0,"p90_ms":0,"p99_ms":0,"p999_ms":0,"max_ms":0},
	"lag":{"n":0,"mean_ms":0,"p50_ms":0,"p90_ms":0,"p99_ms":0,"p999_ms":0,"max_ms":0},
	"verdict":{"result":"passed","checks":[],"why":[]}}`

// A text that Postgres cannot hold, a zero byte or no UTF-8, in any place of
// any operation, is the caller's mistake: 4xx, and never an internal error.
func TestTextsThatCannotBeKept(t *testing.T) {
	i, cookies := withGames(t)
	kept := regexp.MustCompile(`\{(\w+)\}`)
	ask := func(c call, what string) {
		t.Helper()
		c.cookie = cookies["owner"]
		if a := i.do(c); a.status >= 500 && a.status != 503 { // 503: this instance has no traffic
			t.Errorf("%s %s %s: %d %s", c.method, c.path, what, a.status, a.body)
		}
	}
	bodies := map[string]string{
		"POST /api/v1/login":                                           `{"login":"?","password":"?"}`,
		"PUT /api/v1/me/password":                                      `{"old":"?","new":"?aaaaaaaaaaaa"}`,
		"POST /api/v1/teams":                                           `{"name":"?"}`,
		"POST /api/v1/teams/{team}/members":                            `{"login":"?","role":"viewer"}`,
		"PUT /api/v1/teams/{team}/members/{login}":                     `{"role":"viewer"}`,
		"POST /api/v1/teams/{team}/tokens":                             `{"name":"?","role":"viewer"}`,
		"PUT /api/v1/teams/{team}/files/{path}":                        `{"text":"?"}`,
		"PUT /api/v1/teams/{team}/files":                               `{"files":[{"path":"a?.riffle","text":"?"}]}`,
		"POST /api/v1/teams/{team}/check":                              `{"files":[{"path":"?","text":"?"}]}`,
		"POST /api/v1/teams/{team}/versions":                           `{"note":"?"}`,
		"POST /api/v1/teams/{team}/versions/{number}/activate":         `{"note":"?"}`,
		"POST /api/v1/teams/{team}/faults":                             `{"target":"node","name":"?","scene":"?","kind":"error","until":"` + soon() + `"}`,
		"PUT /api/v1/teams/{team}/scenes/{scene}/degradation/override": `{"action":"force","reason":"?aa","for_s":1,"off":["?"]}`,
		"POST /api/v1/teams/{team}/scenes/{scene}/serve":               `{"request":{"q":"?","?":"?"}}`,
		"POST /api/v1/teams/{team}/format":                             `{"path":"?","text":"?"}`,
		"POST /api/v1/teams/{team}/complete":                           `{"files":[{"path":"a.riffle","text":"?"}],"file":"?","line":1,"column":1}`,
		"POST /api/v1/teams/{team}/hover":                              `{"files":[{"path":"?","text":"?"}],"file":"a.riffle","line":1,"column":1}`,
		"POST /api/v1/teams/{team}/definition":                         `{"files":[{"path":"a.riffle","text":"?"}],"file":"a.riffle","line":1,"column":1}`,
		"POST /api/v1/teams/{team}/graph":                              `{"files":[{"path":"a.riffle","text":"?"}]}`,
		"POST /api/v1/teams/{team}/plan":                               `{"from":"?","to":"?"}`,
		"POST /api/v1/teams/{team}/runs":                               `{"pipeline":"found_by_words","request":{"q":"?"},"off":["?"]}`,
		"POST /api/v1/teams/{team}/files/{path}/rename":                `{"to":"?.riffle"}`,
		"POST /api/v1/teams/{team}/versions/{number}/restore":          ``,
		"POST /api/v1/teams/{team}/sample":                             ``,
		"POST /api/v1/teams/{team}/resources/{resource}/query":         `{"text":"?","filter":"title == \"?\"","columns":["?"]}`,
		"PUT /api/v1/teams/{team}/importers":                           `{"teams":["?"]}`,
		"POST /api/v1/teams/{team}/loadtests":                          `{"scene":"?","note":"?","spec":{"profile":{"rate":1,"duration_s":1},"objectives":{}}}`,
		"POST /api/v1/teams/{team}/loadtests/{id}/abort":               ``,
		"POST /api/v1/teams/{team}/simulations":                        `{"scenario":"?","policies":["?"],"seed":1}`,
		"POST /api/v1/teams/{team}/loadtests/kept":                     `{"scene":"hello","from":"given","note":"?","at":"` + soon() + `","report":` + report + `}`,
		"POST /api/v1/teams/{team}/gains":                              `{"scene":"hello","from":"given","note":"?","requests":[{"request":{"?":"?"},"labels":{"?":1}}]}`,
		"POST /api/v1/teams/{team}/gains/{id}/abort":                   ``,
		"PUT /api/v1/me/settings":                                      `{"time_zone":"?"}`,
		"POST /api/v1/teams/{team}/resources/{resource}/documents":     `[{"id":"?","title":"?"},{"id":"?x","title":"y"}]`,
	}
	for _, route := range routes(i.api) {
		method, pattern, _ := strings.Cut(route, " ")
		if !strings.HasPrefix(pattern, api.Prefix) || strings.HasSuffix(pattern, "/logout") {
			continue
		}
		good := strings.NewReplacer("{team}", "ads", "{number}", "1", "{id}", "1", "{scene}", "hello", "{resource}", "games", "{path}", "other.riffle").Replace(pattern)
		good = kept.ReplaceAllString(good, "x")
		for _, bad := range []string{"%00", "%ff", "a%00b.riffle"} {
			for _, m := range kept.FindAllStringSubmatch(pattern, -1) {
				path := strings.NewReplacer(m[0], bad, "{team}", "ads", "{number}", "1", "{id}", "1", "{scene}", "hello", "{resource}", "games").Replace(pattern)
				path = kept.ReplaceAllString(path, "x")
				ask(call{method: method, path: path, body: strings.ReplaceAll(bodies[route], "?", "x"), header: map[string]string{"If-Match": `"x"`}}, "with "+bad+" as "+m[1])
			}
			if method == "GET" {
				ask(call{method: method, path: good + "?cursor=" + bad + "&actor=" + bad + "&action=" + bad + "&object=" + bad + "&kind=" + bad + "&scene=" + bad}, "")
				ask(call{method: method, path: good + "?actor=" + bad + "&action=" + bad + "&object=" + bad + "&kind=" + bad + "&scene=" + bad}, "")
			}
		}
		body, ok := bodies[route]
		if !ok && (method == "POST" || method == "PUT") && !strings.HasSuffix(pattern, "/traffic") {
			t.Errorf("%s takes a body; give it one here", route)
		}
		for _, bad := range []string{`\u0000`, "a\xffb", `\ud800`} {
			ask(call{method: method, path: good, body: strings.ReplaceAll(body, "?", bad), header: map[string]string{"If-Match": `"` + strings.Trim(bad, "\\u0") + `"`}}, "with "+bad+" in its body")
		}
	}
	// The stream goes on behind such a line, and others' documents with it.
	a := i.must(200, call{method: "POST", path: documents, cookie: cookies["editor"], header: map[string]string{"Content-Type": "application/x-ndjson"},
		body: `{"id":"n\u0000","title":"t"}` + "\n{\"id\":\"f\xff\",\"title\":\"t\"}\n" + `{"id":"good","title":"t"}`})
	if !strings.Contains(string(a.body), `"done":true,"accepted":1,"failed":2`) {
		t.Errorf("two bad keys and a good one: %s", a.body)
	}
	for path, want := range map[string]int{documents + "/%00": 422, documents + "/%ff": 422, documents + "/good": 200} {
		i.must(want, call{method: "DELETE", path: path, cookie: cookies["editor"]})
	}
}
