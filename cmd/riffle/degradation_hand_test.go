package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sceneServer answers by method and path with query, and keeps what was sent.
func sceneServer(t *testing.T, answers map[string]string) (address string, sent *string) {
	t.Helper()
	sent = new(string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*sent = string(body)
		text, ok := answers[r.Method+" "+strings.TrimPrefix(r.URL.RequestURI(), "/api/v1/teams/shop/scenes/home/degradation/")]
		if !ok {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	return server.URL, sent
}

func TestWhatASceneWouldGiveUp(t *testing.T) {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	address, _ := sceneServer(t, map[string]string{
		"GET plans": `{"items":[{"tier":"","level":0,"gain":1,"cost_us":2500,"plan":"full"},{"tier":"","level":1,"gain":0.93,"cost_us":1250,"recall_ms":9.5,"plan":"fine off"},
{"tier":"loyal","level":0,"gain":1,"cost_us":2500,"plan":"full"}]}`,
		"GET events?limit=20": `{"items":[{"at":"2026-03-01T12:00:00Z","from":"normal","to":"degraded","rate":29000,"need":3.3,"budget":1.9,"full":0.2,"why":"forced","by":"ann"}]}`,
		"GET events?limit=1":  `{"items":[]}`,
		"GET what-if?qps=29000": `{"qps":29000,"capacity":1.9,"need":72.5,"suffices":760,"kept":0.5,"shed":0.25,"tiers":[
{"tier":"","level":1,"plan":"fine off","deeper":0.5,"below":"fine off, near off","shed":0.3,"gain":0.6,"off":[{"node":"fine","variant":"off","gain":0.07,"saves_us":1250,"why":"the least gain by core"}]},
{"tier":"loyal","level":0,"plan":"full","shed":0,"gain":1,"off":[]}]}`,
	})
	for _, c := range []struct {
		args, out, err string
		code           int
	}{
		{args: "plans home", out: `TIER    LEVEL  GAIN     CPU     RECALLS  PLAN
others  0      100.0 %  2.5ms   –        full
others  1      93.0 %   1.25ms  9.5ms    fine off
loyal   0      100.0 %  2.5ms   –        full
`},
		{args: "plans home --tier loyal", out: `TIER   LEVEL  GAIN     CPU    RECALLS  PLAN
loyal  0      100.0 %  2.5ms  –        full
`},
		{args: "plans home --tier gone", err: `scene home has no tier "gone"; there are others, loyal`, code: 2},
		{args: "plans", err: "want the name of a scene, got 0 arguments; see riffle degradation plans --help", code: 2},
		{args: "events home", out: `AT                   FROM    TO        RATE   NEED  BUDGET  FULL  WHY
` + at.Local().Format(time.DateTime) + `  normal  degraded  29000  3.30  1.90    20 %  forced, by ann
`},
		{args: "events home --limit 1", out: "scene home has not changed its state\n"},
		{args: "what-if home --qps 29000", out: `scene home at 29,000 requests a second: 50.0 % of the gain is kept, 25.0 % of the requests are refused
full plans want 72.50 cores, there are 1.90: enough for 760 a second

TIER    LEVEL  REFUSED  GAIN     PLAN
others  1      30.0 %   60.0 %   fine off, for 50 % fine off, near off
loyal   0      0.0 %    100.0 %  full

TIER    NODE  HAS  GIVES UP  SAVES   WHY
others  fine  off  0.07      1.25ms  the least gain by core
`},
		{args: "what-if home --qps 29000 --tier gone", err: "there are others, loyal", code: 2},
		{args: "what-if home", err: "--qps: want a rate above 0, got 0", code: 2},
		{args: "what-if home --qps NaN", err: "--qps: want a rate above 0, got NaN", code: 2},
	} {
		code, out, errs := ran("", append(append([]string{"degradation"}, strings.Fields(c.args)...), "--team", "shop", "--server", address)...)
		if d := cmp.Diff(c.out, out); code != c.code || d != "" || !strings.Contains(errs, c.err) {
			t.Errorf("%s: exit %d %s\n%s", c.args, code, errs, d)
		}
	}
}

func TestTakingASceneByHand(t *testing.T) {
	until := time.Date(2026, 3, 1, 13, 0, 0, 0, time.UTC)
	const held = `{"action":"force","off":["near"],"level":2,"reason":"sale","by":"ann","until":"2026-03-01T13:00:00Z","kept":false}`
	address, sent := sceneServer(t, map[string]string{
		"PUT override":    `{"now":` + held + `}`,
		"DELETE override": `{"before":` + held + `}`,
	})
	text := "force level 2 near off until " + until.Local().Format(time.DateTime) + ", by ann: sale\n"
	for _, c := range []struct {
		args           []string
		out, err, sent string
	}{
		{args: []string{"force", "home", "--off", "near,worded", "--level", "2", "--for", "90s", "--reason", "sale"},
			out:  "by hand: " + text + "the database is away: it holds on this instance, and is written down when that is back\n",
			sent: `{"action":"force","reason":"sale","for_s":90,"level":2,"off":["near","worded"]}`},
		{args: []string{"freeze", "home", "--reason", "sale"}, sent: `{"action":"freeze","reason":"sale","for_s":600}`},
		{args: []string{"release", "home"}, out: "before: " + text + "scene home decides by itself again\n"},
		{args: []string{"force", "home", "--reason", "sale"}, err: "force wants --full, or --level and --off, one or both"},
		{args: []string{"force", "home", "--full", "--level", "2", "--reason", "sale"}, err: "force wants --full, or --level and --off"},
		{args: []string{"watch", "home"}, err: "--reason is missing"},
		{args: []string{"watch", "home", "--for", "25h", "--reason", "sale"}, err: "--for: want 1s to 24h, got 25h0m0s"},
		{args: []string{"hold", "home", "--for", "-1s", "--reason", "sale"}, err: "--for: want 1s to 24h, got -1s"},
		{args: []string{"act"}, err: "want the name of a scene, got 0 arguments"},
	} {
		*sent = ""
		code, out, errs := ran("", append(append([]string{"degradation"}, c.args...), "--team", "shop", "--server", address)...)
		wantCode := 0
		if c.err != "" {
			wantCode = 2
		}
		if code != wantCode || c.out != "" && out != c.out || !strings.Contains(errs, c.err) || *sent != c.sent {
			t.Errorf("%v: exit %d %s\nsent %s\n%s", c.args, code, errs, *sent, cmp.Diff(c.out, out))
		}
	}
}
