package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

func TestLoginAnswersAndCookie(t *testing.T) {
	i := newInstance(t)
	a := i.must(401, call{method: "POST", path: "/api/v1/login", body: map[string]string{"login": "admin", "password": "wrong password"}})
	b := i.must(401, call{method: "POST", path: "/api/v1/login", body: map[string]string{"login": "nobody", "password": "wrong password"}})
	if x, y := a.problem(t), b.problem(t); x.Detail != y.Detail {
		t.Errorf("an unknown login is told from a wrong password: %q, %q", x.Detail, y.Detail)
	}
	var me api.Me
	i.must(200, call{method: "GET", path: "/api/v1/me", cookie: i.admin}).into(t, &me)
	if me.Login != "admin" || !me.Admin {
		t.Errorf("me = %+v", me)
	}
	out := i.must(204, call{method: "POST", path: "/api/v1/logout", cookie: i.admin})
	if c := out.header.Get("Set-Cookie"); !strings.Contains(c, "Max-Age=0") || !strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Lax") {
		t.Errorf("logout sets %q", c)
	}
	i.must(401, call{method: "GET", path: "/api/v1/me", cookie: i.admin})
}

// A mistyped login must not send the password back or into the log.
func TestThePasswordIsNeverRepeated(t *testing.T) {
	i := newInstance(t)
	const secret = "Tr0ub4dor-and-3"
	for _, body := range []string{
		`{"login":"admin","password":"` + secret + `","extra":1}`,
		`{"login":"admin","password":["` + secret + `"]}`,
		`{"login":7,"password":"` + secret + `"}`,
		`"` + secret + `"`,
		`{"login":"admin","password":"` + secret + `"`,
		secret,
		`{"login":"admin","password":"` + secret + `"} trailing`,
		`{"login":"admin","password":"` + strings.Repeat(secret, 30) + `"}`,
	} {
		a := i.do(call{method: "POST", path: "/api/v1/login", body: body})
		if a.status/100 != 4 {
			t.Errorf("%s: status %d", body, a.status)
		}
		if strings.Contains(string(a.body), secret) {
			t.Errorf("%s is answered with the password: %s", body, a.body)
		}
	}
	if text := i.log.String(); strings.Contains(text, secret) {
		t.Errorf("the log holds the password:\n%s", text)
	}
}

func TestTriesAreLimited(t *testing.T) {
	i := newInstance(t)
	limited := 0
	for range 14 {
		a := i.do(call{method: "POST", path: "/api/v1/login", body: map[string]string{"login": "admin", "password": "wrong password"}})
		if a.status == 429 {
			limited++
			if p := a.problem(t); p.Code != "rate_limited" || a.header.Get("Retry-After") == "" {
				t.Errorf("%s, Retry-After %q", a.body, a.header.Get("Retry-After"))
			}
		}
	}
	if limited < 3 || limited > 4 {
		t.Errorf("%d of 14 tries were limited, want those above 10", limited)
	}
}

// What a foreign page can make a browser send with our cookie changes nothing.
func TestForeignPagesCannotWrite(t *testing.T) {
	i := newInstance(t)
	cookies := i.team("ads")
	for name, header := range map[string]map[string]string{
		"no header, as a form sends it": {"X-Riffle-CSRF": ""},
		"another origin":                {"Origin": "https://evil.example"},
		"an opaque origin":              {"Origin": "null"},
	} {
		a := i.do(call{method: "POST", path: "/api/v1/teams/ads/check", cookie: cookies["editor"], body: "{}", header: header})
		if p := a.problem(t); a.status != 403 || p.Code != "csrf" {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	own := map[string]string{"Origin": i.http.URL}
	i.must(200, call{method: "POST", path: "/api/v1/teams/ads/check", cookie: cookies["editor"], body: "{}", header: own})
	i.must(403, call{method: "POST", path: "/api/v1/login", body: map[string]string{"login": "a", "password": "b"}, header: map[string]string{"Origin": "https://evil.example"}})
}

func TestTokens(t *testing.T) {
	i := newInstance(t)
	cookies := i.team("ads")
	i.team("games")
	make := func(body map[string]any) app.MadeToken {
		var m app.MadeToken
		i.must(201, call{method: "POST", path: "/api/v1/teams/ads/tokens", cookie: cookies["owner"], body: body}).into(t, &m)
		if !strings.HasPrefix(m.Secret, "rfl_") || len(m.Secret) < 40 {
			t.Errorf("secret %q", m.Secret)
		}
		return m
	}
	all := make(map[string]any{"name": "all", "role": "editor"})
	serve := make(map[string]any{"name": "serve", "role": "viewer", "scopes": []string{"serve"}})
	i.must(409, call{method: "POST", path: "/api/v1/teams/ads/tokens", cookie: cookies["owner"], body: map[string]any{"name": "all", "role": "viewer"}})

	i.must(200, call{method: "GET", path: "/api/v1/teams/ads", token: all.Secret})
	i.must(404, call{method: "GET", path: "/api/v1/teams/games", token: all.Secret})
	i.must(403, call{method: "GET", path: "/api/v1/teams/ads", token: serve.Secret})
	i.must(403, call{method: "POST", path: "/api/v1/teams/ads/faults", token: all.Secret, body: "{}"})
	i.must(403, call{method: "POST", path: "/api/v1/teams", token: all.Secret, body: map[string]string{"name": "new"}})
	if a := i.do(call{method: "POST", path: "/api/v1/teams/ads/scenes/x/serve", token: serve.Secret, body: `{"request":{}}`}); a.status != 503 {
		t.Errorf("a serve token is not let to serve: %d %s", a.status, a.body)
	}
	for _, bad := range []string{"rfl_unknown", "Bearer", "", strings.Repeat("x", 5000)} {
		i.must(401, call{method: "GET", path: "/api/v1/teams/ads", header: map[string]string{"Authorization": "Bearer " + bad + " "}})
	}
	list := i.must(200, call{method: "GET", path: "/api/v1/teams/ads/tokens", cookie: cookies["owner"]})
	if strings.Contains(string(list.body), all.Secret) {
		t.Error("the listing shows a secret")
	}
	i.must(204, call{method: "DELETE", path: "/api/v1/teams/ads/tokens/" + itoa(all.ID), cookie: cookies["owner"]})
	i.must(401, call{method: "GET", path: "/api/v1/teams/ads", token: all.Secret})

	for holds := 150 * time.Millisecond; ; holds *= 2 {
		end := time.Now().Add(holds)
		short := make(map[string]any{"name": "short for " + holds.String(), "role": "viewer", "expires_at": end})
		was := i.do(call{method: "GET", path: "/api/v1/teams/ads", token: short.Secret})
		if was.status == 401 && time.Now().After(end) && holds < time.Minute {
			continue // on a busy machine it had ended before it was used
		}
		if was.status != 200 {
			t.Errorf("before its end: %d", was.status)
		}
		time.Sleep(time.Until(end.Add(50 * time.Millisecond)))
		i.must(401, call{method: "GET", path: "/api/v1/teams/ads", token: short.Secret})
		break
	}
}

func TestRolesFollowTheMembership(t *testing.T) {
	i := newInstance(t)
	cookies := i.team("ads")
	i.must(403, call{method: "POST", path: "/api/v1/teams/ads/versions", cookie: cookies["viewer"], body: "{}"})
	i.must(200, call{method: "PUT", path: "/api/v1/teams/ads/members/ads-viewer", cookie: cookies["owner"], body: map[string]string{"role": "editor"}})
	i.must(422, call{method: "POST", path: "/api/v1/teams/ads/versions", cookie: cookies["viewer"], body: "{}"}) // let in; the draft is empty
	i.must(204, call{method: "DELETE", path: "/api/v1/teams/ads/members/ads-viewer", cookie: cookies["owner"]})
	i.must(404, call{method: "GET", path: "/api/v1/teams/ads", cookie: cookies["viewer"]})

	i.must(204, call{method: "DELETE", path: "/api/v1/teams/ads/members/admin", cookie: cookies["owner"]})
	for _, c := range []call{
		{method: "DELETE", path: "/api/v1/teams/ads/members/ads-owner", cookie: cookies["owner"]},
		{method: "PUT", path: "/api/v1/teams/ads/members/ads-owner", cookie: cookies["owner"], body: map[string]string{"role": "viewer"}},
	} {
		if p := i.must(409, c).problem(t); p.Code != "conflict" {
			t.Errorf("the last owner could go: %+v", p)
		}
	}
}

// The first account is made once, also when instances start together.
func TestFirstRunOnce(t *testing.T) {
	i := newInstance(t)
	if password, err := i.auth.FirstRun(t.Context(), "second"); err != nil || password != "" {
		t.Errorf("a second first run: %q, %v", password, err)
	}
}

func TestUnknownAddressesAreProblems(t *testing.T) {
	i := newInstance(t)
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/nothing", 404}, {"GET", "/api/v1/nothing", 404}, {"PATCH", "/api/v1/teams", 405}, {"DELETE", "/healthz", 405},
		{"GET", "/api/v1/openapi-3.0.json", 404}, {"GET", "/api/v1/openapi.yaml", 404}, {"GET", "/docs/../x", 404}, {"GET", "/docs/x", 404},
	} {
		i.must(c.status, call{method: c.method, path: c.path}).problem(t)
	}
	if a := i.must(200, call{method: "GET", path: "/docs"}); !strings.Contains(a.header.Get("Content-Security-Policy"), "default-src 'none'") {
		t.Error("the docs have no policy")
	}
	for _, path := range []string{"/docs/docs.js", "/docs/docs.css", "/healthz", "/readyz", "/api/v1/openapi.json"} {
		i.must(200, call{method: "GET", path: path})
	}
}

func TestRequestIDs(t *testing.T) {
	i := newInstance(t)
	for given, kept := range map[string]bool{"abcdef-123": true, "short": false, "bad id with spaces": false, strings.Repeat("a", 65): false} {
		a := i.do(call{method: "GET", path: "/nothing", header: map[string]string{"X-Request-Id": given}})
		if got := a.header.Get("X-Request-Id"); (got == given) != kept || got == "" {
			t.Errorf("given %q, answered %q", given, got)
		}
	}
}

// A handler that panics answers a problem with the id under which the log has
// the stack, and nothing of it.
func TestPanicsAreProblems(t *testing.T) {
	i := newInstance(t, func(c *api.Config) {
		c.Metrics = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("secret inside") })
	})
	a := i.must(500, call{method: "GET", path: "/metrics", cookie: i.admin})
	p := a.problem(t)
	if p.Code != "internal" || strings.Contains(string(a.body), "secret") {
		t.Errorf("%s", a.body)
	}
	if text := i.log.String(); !strings.Contains(text, p.RequestID) || !strings.Contains(text, "secret inside") {
		t.Error("the log does not have the panic under its id")
	}
}

// Below a path of a proxy everything is there, and nothing beside it.
func TestBasePath(t *testing.T) {
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Header().Set("X-Console", r.URL.Path) })
	i := newInstance(t, func(c *api.Config) { c.BasePath, c.Console = "/riffle/", page })
	for _, path := range []string{"/riffle/healthz", "/riffle/docs", "/riffle/docs/docs.js", "/riffle/api/v1/openapi.json"} {
		i.must(200, call{method: "GET", path: path})
	}
	i.must(401, call{method: "GET", path: "/riffle/api/v1/me"})
	i.must(404, call{method: "GET", path: "/riffle/api/v1/nothing"}).problem(t)
	if a := i.must(200, call{method: "GET", path: "/riffle/t/ads/overview"}); a.header.Get("X-Console") != "/riffle/t/ads/overview" {
		t.Errorf("the console got %q", a.header.Get("X-Console"))
	}
	if a := i.must(200, call{method: "GET", path: "/riffle/docs"}); !strings.Contains(string(a.body), `src="/riffle/docs/docs.js"`) {
		t.Errorf("the docs load from elsewhere: %s", a.body)
	}
	var doc struct{ Servers []struct{ URL string } }
	i.must(200, call{method: "GET", path: "/riffle/api/v1/openapi.json"}).into(t, &doc)
	if len(doc.Servers) != 1 || doc.Servers[0].URL != "/riffle/api/v1" {
		t.Errorf("servers %+v", doc.Servers)
	}
}
