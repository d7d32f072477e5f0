package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/internal/hop"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// echo serves what it was asked.
type echo struct {
	asked  map[string]any
	hop    hop.Hop
	closed error
	quotas api.Quotas
	fails  error
}

func (e *echo) Closed(_, _ string) error { return e.closed }

func (e *echo) Serve(_ context.Context, _ *app.Principal, _, _ string, in api.ServeRequest) (api.ServeAnswer, error) {
	e.asked, e.hop = in.Request, in.Hop
	return api.ServeAnswer{Quotas: e.quotas}, e.fails
}

// A scene that refuses everybody does so before the body is read, but not before it
// is known that the caller may ask.
func TestAClosedSceneReadsNoBody(t *testing.T) {
	e := &echo{closed: app.Fail(app.Unavailable, "scene_backlog", "scene {scene} has more under way than it can answer in time; try again a little later", "hello").After(time.Second)}
	i := newInstance(t, func(c *api.Config) { c.Serving = e })
	cookie := i.team("ads")["viewer"]
	const path = "/api/v1/teams/ads/scenes/hello/serve"
	for _, body := range []string{`{"request":{"x":1}}`, `{"request":`, `no JSON`} {
		a := i.must(503, call{method: "POST", path: path, cookie: cookie, body: body})
		if a.problem(t); a.header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", body)
		}
	}
	i.must(401, call{method: "POST", path: path, body: `{"request":{}}`}).problem(t)
	i.must(404, call{method: "POST", path: strings.Replace(path, "ads", "others", 1), cookie: cookie, body: `{"request":{}}`}).problem(t)
	if e.asked != nil {
		t.Errorf("a closed scene was asked %v", e.asked)
	}
	e.closed = nil
	i.must(200, call{method: "POST", path: path, cookie: cookie, body: `{"request":{"x":1}}`})
}

// Ids of 64 bits reach the scene with all their digits.
func TestNumbersOfARequestKeepTheirDigits(t *testing.T) {
	e := &echo{}
	i := newInstance(t, func(c *api.Config) { c.Serving = e })
	cookie := i.team("ads")["viewer"]
	const path = "/api/v1/teams/ads/scenes/hello/serve"
	i.must(200, call{method: "POST", path: path, cookie: cookie,
		body: `{"request":{"id":9007199254740993,"ids":[9223372036854775807],"user":{"id":-9223372036854775808},"x":0.5,"word":"go","on":true,"none":null}}`})
	want := "map[id:9007199254740993 ids:[9223372036854775807] none:<nil> on:true user:map[id:-9223372036854775808] word:go x:0.5]"
	if got := fmt.Sprint(e.asked); got != want {
		t.Errorf("asked %s\nwant  %s", got, want)
	}
	for body, status := range map[string]int{`{"request":null}`: 422, `{"request":[]}`: 422, `{"request":"x"}`: 422, `{}`: 422, `{"request":{"x":1e999}}`: 400} {
		i.must(status, call{method: "POST", path: path, cookie: cookie, body: body}).problem(t)
	}
}

// The length of an answer is told, so that it is sent in as few pieces as it has.
func TestAServedAnswerTellsItsLength(t *testing.T) {
	i := newInstance(t, func(c *api.Config) { c.Serving = &echo{} })
	a := i.must(200, call{method: "POST", path: "/api/v1/teams/ads/scenes/hello/serve", cookie: i.team("ads")["viewer"], body: `{"request":{}}`})
	if got := a.header.Get("Content-Length"); got != strconv.Itoa(len(a.body)) {
		t.Errorf("Content-Length %q of %d bytes", got, len(a.body))
	}
}

// How long a caller waits, and how much it matters: what headers say reaches the
// scene; only a token that may is more urgent than others.
func TestHeadersOfACaller(t *testing.T) {
	e := &echo{}
	i := newInstance(t, func(c *api.Config) { c.Serving = e })
	cookies := i.team("ads")
	token := func(scopes string) string {
		a := i.must(201, call{method: "POST", path: "/api/v1/teams/ads/tokens", cookie: cookies["owner"], body: `{"name":"token ` + strconv.Itoa(len(scopes)) + `","role":"viewer","scopes":` + scopes + `}`})
		var made struct{ Secret string }
		if err := json.Unmarshal(a.body, &made); err != nil || made.Secret == "" {
			t.Fatal(err, string(a.body))
		}
		return made.Secret
	}
	urgent, plain := token(`["serve","priority"]`), token(`[]`)
	ask := func(status int, c call, header map[string]string) answer {
		t.Helper()
		c.method, c.path, c.body, c.header = "POST", "/api/v1/teams/ads/scenes/hello/serve", `{"request":{}}`, header
		return i.must(status, c)
	}
	all := map[string]string{"Riffle-Timeout-Ms": "80", "X-Envoy-Expected-Rq-Timeout-Ms": "70", "Grpc-Timeout": "1S", "Priority": "u=1, i", "Riffle-Cohort": "9"}
	for _, c := range []struct {
		who  call
		sent map[string]string
		want hop.Hop
	}{
		{call{cookie: cookies["owner"]}, nil, hop.Hop{}},
		{call{cookie: cookies["owner"]}, all, hop.Hop{Left: 70 * time.Millisecond}},
		{call{token: plain}, all, hop.Hop{Left: 70 * time.Millisecond}},
		{call{token: urgent}, all, hop.Hop{Left: 70 * time.Millisecond, Lift: -2, Cohort: 9, Cohorted: true}},
		{call{token: plain}, map[string]string{"Priority": "u=6"}, hop.Hop{Lift: 3}},
	} {
		ask(200, c.who, c.sent)
		if e.hop != c.want {
			t.Errorf("%v gives %+v, want %+v", c.sent, e.hop, c.want)
		}
	}
	for _, bad := range []string{"0", "-1", "1.5", "soon", strings.Repeat("9", 4000)} {
		for _, header := range []string{"Riffle-Timeout-Ms", "X-Envoy-Expected-Rq-Timeout-Ms", "Grpc-Timeout"} {
			a := ask(400, call{token: urgent}, map[string]string{header: bad})
			a.problem(t)
			if text := string(a.body); !strings.Contains(text, header) || !strings.Contains(text, "such as 80") || strings.Contains(text, "soon") || len(text) > 1000 {
				t.Errorf("%s: %.20s: %.1000s", header, bad, text)
			}
		}
	}
}

// The limits that a request was counted by are in the headers of its answer, whatever
// that is; the body has nothing of them.
func TestHeadersOfLimits(t *testing.T) {
	home := api.Quota{Policy: `"home";q=2000;w=1`, Name: `"home"`, Left: 499, After: time.Millisecond}
	spent := api.Quota{Policy: `"home.guests";q=30;w=60`, Name: `"home.guests"`, After: 1200 * time.Millisecond}
	rate := app.Fail(app.RateLimited, "tier_rate", "the limit of tier {tier} is {rate} a second; try again a little later", "guests", .5).After(spent.After)
	e := &echo{}
	i := newInstance(t, func(c *api.Config) { c.Serving = e })
	cookie := i.team("ads")["viewer"]
	for _, c := range []struct {
		quotas       api.Quotas
		fails        error
		status       int
		policy, left string
	}{
		{},
		{quotas: api.Quotas{home}, policy: `"home";q=2000;w=1`, left: `"home";r=499;t=1`},
		{quotas: api.Quotas{1: spent}, policy: `"home.guests";q=30;w=60`, left: `"home.guests";r=0;t=2`},
		{api.Quotas{home, spent}, rate, 429, `"home";q=2000;w=1, "home.guests";q=30;w=60`, `"home";r=499;t=1, "home.guests";r=0;t=2`},
		{fails: rate, status: 429},
		{quotas: api.Quotas{home}, fails: context.DeadlineExceeded, status: 504, policy: `"home";q=2000;w=1`, left: `"home";r=499;t=1`},
	} {
		e.quotas, e.fails = c.quotas, c.fails
		a := i.must(max(c.status, 200), call{method: "POST", path: "/api/v1/teams/ads/scenes/hello/serve", cookie: cookie, body: `{"request":{}}`})
		if policy, left := a.header.Get("RateLimit-Policy"), a.header.Get("RateLimit"); policy != c.policy || left != c.left {
			t.Errorf("%v, %v: policy %s, left %s; want %s and %s", c.quotas, c.fails, policy, left, c.policy, c.left)
		}
		if _, there := a.header["Ratelimit"]; there != (c.left != "") {
			t.Errorf("%v: an empty header", c.quotas)
		}
		if after := a.header.Get("Retry-After"); (after == "2") != (c.status == 429) {
			t.Errorf("%v: Retry-After %q", c.fails, after)
		}
		if strings.Contains(string(a.body), "uotas") {
			t.Errorf("the body has %s", a.body)
		}
	}
}
