package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/fleet/changelog"
	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/auth"
	"riffle.dev/riffle/server/catalog"
	"riffle.dev/riffle/server/store"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// instance is one server over a database of its own, without gateway and live.
type instance struct {
	t     *testing.T
	dsn   string
	api   *api.API
	http  *httptest.Server
	store *store.Store
	auth  *auth.Auth
	admin string // a cookie
	log   *record
}

const adminLogin = "admin"

func newInstance(t *testing.T, change ...func(*api.Config)) *instance {
	t.Helper()
	return instanceOn(t, pgtest.Database(t), change...)
}

func instanceOn(t *testing.T, dsn string, change ...func(*api.Config)) *instance {
	t.Helper()
	return instanceOf(t, dsn, nil, change...)
}

// instanceWith has a sample project to load.
func instanceWith(t *testing.T, s app.Sample) *instance {
	t.Helper()
	return instanceOf(t, pgtest.Database(t), s)
}

func instanceOf(t *testing.T, dsn string, sample app.Sample, change ...func(*api.Config)) *instance {
	t.Helper()
	pool, err := pgxpool.New(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(pool)
	if err != nil {
		t.Fatal(err)
	}
	i := &instance{t: t, dsn: dsn, store: st, log: &record{}}
	report := slog.New(slog.NewTextHandler(i.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	hasher := auth.NewHasher()
	i.auth = auth.New(auth.Options{Source: st, Hasher: hasher, Now: time.Now})
	changes := changelog.NewPostgres(pool)
	compiler := catalog.NewCompiler(catalog.CompilerConfig{Operators: op.NewCatalogue(), Published: st})
	runtime := catalog.New(catalog.Config{Log: changes, Source: st, Compiler: compiler, Report: report, Now: time.Now, Random: func() float64 { return 0 }})
	c := api.Config{Log: report, Sessions: i.auth, Live: http.NotFoundHandler(), Metrics: http.NotFoundHandler(),
		App: app.New(app.Config{Store: st, Compiler: compiler, Runtime: runtime, Secrets: auth.Secrets{Hasher: hasher}, Sample: sample, Forget: i.auth.Forget, Now: time.Now})}
	for _, f := range change {
		f(&c)
	}
	i.api = api.New(c)
	i.http = httptest.NewServer(i.api)
	t.Cleanup(func() {
		i.http.Close()
		runtime.Close()
		pool.Close()
	})
	password, err := i.auth.FirstRun(t.Context(), adminLogin)
	if err != nil {
		t.Fatal(err)
	}
	if password != "" && c.BasePath == "" {
		i.admin = i.login(adminLogin, password)
	}
	return i
}

// record is a log that several goroutines write.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (r *record) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(p)
}

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.String()
}

// call is one request; the zero credentials send none.
type call struct {
	method, path string
	body         any // marshalled, unless it is a string
	cookie       string
	token        string
	header       map[string]string
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

func (a answer) problem(t *testing.T) (p struct {
	Code, Detail string
	Reason       app.Reason
	Params       map[string]any
	RequestID    string `json:"request_id"`
	Current      *app.File
	Errors       []struct{ Message, Location string }
}) {
	t.Helper()
	if got := a.header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("status %d: Content-Type %q, want problem details: %s", a.status, got, a.body)
	}
	if err := json.Unmarshal(a.body, &p); err != nil {
		t.Errorf("problem: %v: %s", err, a.body)
	}
	if p.RequestID == "" || p.RequestID != a.header.Get("X-Request-Id") || p.Code == "" || p.Detail == "" {
		t.Errorf("a problem wants code, detail and the request's id %q: %s", a.header.Get("X-Request-Id"), a.body)
	}
	return p
}

func (a answer) into(t *testing.T, v any) {
	t.Helper()
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
}

func (i *instance) do(c call) answer {
	i.t.Helper()
	var body io.Reader
	switch b := c.body.(type) {
	case nil:
	case string:
		body = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			i.t.Fatal(err)
		}
		body = bytes.NewReader(text)
	}
	r, err := http.NewRequest(c.method, i.http.URL+c.path, body)
	if err != nil {
		i.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "riffle_session", Value: c.cookie})
		r.Header.Set("X-Riffle-CSRF", "1")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for k, v := range c.header {
		if v == "" {
			r.Header.Del(k)
		} else {
			r.Header.Set(k, v)
		}
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		i.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		i.t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, text}
}

// must is do with a wanted status.
func (i *instance) must(status int, c call) answer {
	i.t.Helper()
	a := i.do(c)
	if a.status != status {
		if a.status == http.StatusInternalServerError {
			i.t.Log(i.log.String())
		}
		i.t.Fatalf("%s %s: status %d, want %d: %s", c.method, c.path, a.status, status, a.body)
	}
	return a
}

func (i *instance) login(login, password string) string {
	i.t.Helper()
	a := i.must(200, call{method: "POST", path: "/api/v1/login", body: map[string]string{"login": login, "password": password}})
	for _, c := range (&http.Response{Header: a.header}).Cookies() {
		if c.Name == "riffle_session" {
			return c.Value
		}
	}
	i.t.Fatal("login set no cookie")
	return ""
}

// team makes a team with a member of each role and returns their cookies.
func (i *instance) team(name string) map[string]string {
	i.t.Helper()
	i.must(201, call{method: "POST", path: "/api/v1/teams", cookie: i.admin, body: map[string]string{"name": name}})
	out := map[string]string{"admin": i.admin}
	for _, role := range []string{"viewer", "editor", "owner"} {
		login := name + "-" + role
		a := i.must(201, call{method: "POST", path: "/api/v1/teams/" + name + "/members", cookie: i.admin, body: map[string]string{"login": login, "role": role}})
		var m struct{ Password string }
		a.into(i.t, &m)
		out[role] = i.login(login, m.Password)
	}
	return out
}

const games = `
/// Games of the store.
resource games {
  fields {
    id:    key
    title: text(analyzer: english)
    price: float = 0
  }
  slots: 4
}

pipeline found_by_words(q: string) -> items {
  found = search(games, query: q, k: 10)
  return found
}

scene hello {
  pipeline: found_by_words
  deadline: 200ms
}
`

// publish saves the text as the draft's only file and publishes it.
func (i *instance) publish(team, cookie, text string) {
	i.t.Helper()
	path := "/api/v1/teams/" + team + "/files/main.riffle"
	match := "*"
	if a := i.do(call{method: "GET", path: path, cookie: cookie}); a.status == 200 {
		match = a.header.Get("ETag")
	}
	i.must(200, call{method: "PUT", path: path, cookie: cookie, body: map[string]string{"text": text}, header: map[string]string{"If-Match": match}})
	i.must(201, call{method: "POST", path: "/api/v1/teams/" + team + "/versions", cookie: cookie, body: map[string]string{}})
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func soon() string { return time.Now().Add(time.Hour).UTC().Format(time.RFC3339) }
