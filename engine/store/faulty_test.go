package store_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgproto3"

	"riffle.dev/riffle/engine"
	"riffle.dev/riffle/engine/store"
	"riffle.dev/riffle/internal/dial"
)

// What a store's place may answer, and what it comes to.
func TestPlacesThatAreNoStores(t *testing.T) {
	http200 := func(body string) []byte {
		return []byte(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body))
	}
	login := pgBytes(&pgproto3.AuthenticationOk{}, &pgproto3.ReadyForQuery{TxStatus: 'I'})
	for _, c := range []struct {
		name    string
		address string
		want    map[string]string // kind: what it says
	}{
		{"nobody", nowhere(t), map[string]string{"postgres": "refused: refused", "redis": "refused: refused", "opensearch": "refused: refused"}},
		{"silence", says(t, nil), map[string]string{"postgres": "timeout: in time", "redis": "timeout: in time", "opensearch": "timeout: in time"}},
		{"another protocol", says(t, []byte("SSH-2.0-OpenSSH_9.2\r\n\r\n")), map[string]string{"postgres": "bad answer: ", "redis": "bad answer: none of Redis", "opensearch": "refused: malformed HTTP"}},
		{"a web page", says(t, http200("<html>")), map[string]string{"postgres": "bad answer: ", "redis": "bad answer: none of Redis", "opensearch": "bad answer: no JSON"}},
		{"JSON of something else", says(t, http200(`{"ok":true}`)), map[string]string{"opensearch": "bad answer: without hits"}},
		{"half an answer", says(t, http200(`{"timed_out":false,"hits":{"hits":[{"_sco`)), map[string]string{"opensearch": "bad answer: no JSON"}},
		{"out of time", says(t, http200(`{"timed_out":true,"hits":{"hits":[]}}`)), map[string]string{"opensearch": "bad answer: ran out of time"}},
		{"some shards", says(t, http200(`{"_shards":{"total":5,"failed":2},"hits":{"hits":[]}}`)), map[string]string{"opensearch": "bad answer: 2 of 5 shards failed"}},
		{"too many", says(t, http200(`{"hits":{"hits":[{"_source":{"id":"a"}},{"_source":{"id":"b"}}]}}`)), map[string]string{"opensearch": "bad answer: 2 documents, 1 were asked for"}},
		{"no key", says(t, http200(`{"hits":{"hits":[{"_source":{"title":"a"}}]}}`)), map[string]string{"opensearch": "bad answer: whose key id is no text"}},
		{"a missing field", says(t, http200(`{"hits":{"hits":[{"_source":{"id":"a","open":true,"made":0}}]}}`)), map[string]string{"opensearch": `bad answer: document "a" has no field title, want string`}},
		{"another type", says(t, http200(`{"hits":{"hits":[{"_source":{"id":"a","title":"x","urgent":"high","open":true,"made":0}}]}}`)), map[string]string{"opensearch": `bad answer: document "a", field urgent: want int, got text "high"`}},
		{"busy", says(t, []byte("HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\n\r\n")), map[string]string{"opensearch": "refused: answered 429"}},
		{"elsewhere", says(t, []byte("HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n")), map[string]string{"opensearch": "refused: answered 302"}},
		{"no right", says(t, []byte("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")), map[string]string{"opensearch": "invalid: answered 403"}},
		{"no end", says(t, append([]byte("HTTP/1.1 200 OK\r\n\r\n"), bytes.Repeat([]byte(" "), 1<<20)...)), map[string]string{"opensearch": "bad answer: more than"}},
		{"a huge text", says(t, []byte("$999999999\r\n")), map[string]string{"redis": "bad answer: a text of 999999999 bytes"}},
		{"a huge list", says(t, []byte("*999999999\r\n")), map[string]string{"redis": "bad answer: a list of 999999999"}},
		{"a line without end", says(t, append([]byte("+"), bytes.Repeat([]byte("x"), 1<<20)...)), map[string]string{"redis": "bad answer: a line of more than"}},
		{"no length", says(t, []byte("$-7\r\n")), map[string]string{"redis": "bad answer: no number"}},
		{"an empty line", says(t, []byte("\r\n")), map[string]string{"redis": "bad answer: none of Redis"}},
		{"a password wanted", says(t, []byte("-NOAUTH Authentication required.\r\n-NOAUTH Authentication required.\r\n-NOAUTH Authentication required.\r\n")), map[string]string{"redis": "invalid: NOAUTH"}},
		{"loading", says(t, []byte("-LOADING Redis is loading\r\n-LOADING Redis is loading\r\n-LOADING Redis is loading\r\n")), map[string]string{"redis": "refused: LOADING"}},
		{"wrong password", says(t, pgBytes(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "28P01", Message: "password authentication failed"})), map[string]string{"postgres": "invalid: 28P01"}},
		{"too many connections", says(t, pgBytes(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "53300", Message: "too many clients"})), map[string]string{"postgres": "refused: 53300"}},
		{"a huge message", says(t, append(login, 'D', 0x7f, 0xff, 0xff, 0xff)), map[string]string{"postgres": "bad answer: more than"}},
	} {
		for kind, want := range c.want {
			timeout := "20s"
			if strings.HasPrefix(want, "timeout") {
				timeout = "200ms"
			}
			p := project(t, fmt.Sprintf(tickets, lines(c.address, timeout)[kind]))
			s := opened(t, p, "x", store.Options{})
			is, says, _ := strings.Cut(want, ": ")
			wants(t, kind+", "+c.name, ask(s), is, says)
			if s.Health().OK {
				t.Errorf("%s, %s: it is said to be well", kind, c.name)
			}
			if counts := s.Counts(); counts.Outcomes[strings.ReplaceAll(is, " ", "_")] != 1 || counts.Calls != 1 {
				t.Errorf("%s, %s: counts %+v", kind, c.name, counts)
			}
		}
	}
}

// A server that goes away in the middle of a question, and comes back.
func TestServersKilledInTheMiddle(t *testing.T) {
	at, password, db := desk(t)
	exec(t, db, "create view slow as select tickets.* from tickets, (select pg_sleep(30)) s")
	u, _ := url.Parse(at)
	cacheAt, secret, process, _ := cache(t)
	release, entered := make(chan struct{}), make(chan struct{}, 100)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.URL.Path, "slow") {
			w.WriteHeader(200)
			_, _ = io.WriteString(w, `{"timed_out":`)
			w.(http.Flusher).Flush()
			entered <- struct{}{}
			<-release
			return
		}
		_, _ = io.WriteString(w, `{"hits":{"hits":[]}}`)
	}))
	defer web.Close()
	defer close(release)
	for kind, c := range map[string]struct {
		to, secret string
		asked      func() // returns when the slow question is under way
		line       func(address string, slow bool) string
	}{
		"postgres": {u.Host, password, func() {
			for n := 0; n == 0; time.Sleep(5 * time.Millisecond) {
				must(t, db.QueryRow(context.Background(), `select count(*) from pg_stat_activity where query like '%slow%' and wait_event = 'PgSleep' and datname = current_database()`).Scan(&n))
			}
		}, func(address string, slow bool) string {
			there := *u
			there.Host = address
			return fmt.Sprintf("store: postgres(%q, table: %q)\n  auth: secret(\"x\")", there.String(), map[bool]string{true: "slow", false: "tickets"}[slow])
		}},
		"opensearch": {web.Listener.Addr().String(), "", func() { <-entered }, func(address string, slow bool) string {
			return fmt.Sprintf("store: opensearch(\"http://%s\", index: %q)", address, map[bool]string{true: "slow", false: "tickets"}[slow])
		}},
	} {
		r := newRelay(t, c.to)
		slow := opened(t, project(t, fmt.Sprintf(tickets, c.line(r.address(), true))), c.secret, store.Options{})
		well := opened(t, project(t, fmt.Sprintf(tickets, c.line(r.address(), false))), c.secret, store.Options{})
		if err := ask(well); err != nil {
			t.Fatal(kind, err)
		}
		failed := make(chan error, 1)
		go func() { failed <- ask(slow) }()
		c.asked()
		r.cut()
		wants(t, kind+" cut off", <-failed, "refused", "broke off")
		// The connections of the pool are dead, the server is not: the first
		// question may find that out, the next ones are answered.
		_ = ask(well)
		if err := ask(well); err != nil {
			t.Errorf("%s does not come back: %v", kind, err)
		}
		r.kill()
		_ = ask(well)
		wants(t, kind+" killed", ask(well), "refused", "")
	}
	// Redis, which is stopped so that a question waits, and then killed.
	s := opened(t, project(t, fmt.Sprintf(tickets, onRedis(cacheAt, `prefix: "ticket:"`))), secret, store.Options{})
	if err := ask(s); err != nil {
		t.Fatal(err)
	}
	stop(t, process)
	failed := make(chan error, 1)
	go func() { failed <- ask(s) }()
	time.Sleep(100 * time.Millisecond)
	_ = process.Kill()
	wants(t, "redis killed", <-failed, "refused", "")
	_ = ask(s)
	wants(t, "redis gone", ask(s), "refused", "")
}

// What takes too long ends at both sides: the server's query too.
func TestSlowPostgres(t *testing.T) {
	at, password, db := desk(t)
	exec(t, db, "create view slow as select tickets.* from tickets, (select pg_sleep(30)) s")
	s := opened(t, project(t, fmt.Sprintf(tickets, strings.Replace(onPostgres(at), `")`, `", table: "slow")`, 1))), password, store.Options{})
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, err := s.View().Lookup(ctx, []string{"a"})
	wants(t, "slow", err, "timeout", "in time")
	for until := time.Now().Add(time.Minute); time.Now().Before(until); {
		var n int
		if err := db.QueryRow(context.Background(), "select count(*) from pg_stat_activity where query like '%slow%' and state = 'active' and pid <> pg_backend_pid() and datname = current_database()").Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the query that was given up still runs")
}

// Tables whose columns are not what the resource says.
func TestWrongTypesInPostgres(t *testing.T) {
	at, password, db := desk(t)
	for _, c := range []struct{ change, kind, says string }{
		{"alter column urgent type text", "bad answer", `document "a", field urgent: want int, got text "9"`},
		{"drop column body", "invalid", "body"},
		{"alter column made type float8 using 1.5", "bad answer", "field made: want time"},
		{"alter column open drop not null", "bad answer", "has no field open"},
		{"alter column price type numeric using 'NaN'::numeric", "", ""},
		{"alter column title type text using repeat('x', 17000000)", "bad answer", "more than"},
		{"alter column title type text using repeat('x', 2000000)", "bad answer", "at most 1048576 bytes"},
		{"rename to elsewhere", "invalid", "does not exist"},
	} {
		exec(t, db, "create table kept as table tickets")
		exec(t, db, "alter table tickets "+c.change)
		if strings.Contains(c.change, "not null") {
			exec(t, db, "update tickets set open = null")
		}
		s := opened(t, project(t, fmt.Sprintf(tickets, onPostgres(at))), password, store.Options{})
		if err := ask(s); c.kind != "" {
			wants(t, c.change, err, c.kind, c.says)
		} else if err != nil {
			t.Errorf("%s: %v", c.change, err)
		}
		exec(t, db, "drop table if exists tickets, elsewhere")
		exec(t, db, "alter table kept rename to tickets")
	}
}

func TestWrongTypesInRedis(t *testing.T) {
	address, password, _, db := cache(t)
	ctx := context.Background()
	hash := opened(t, project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`))), password, store.Options{})
	text := opened(t, project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "json:", form: json`))), password, store.Options{})
	for _, c := range []struct {
		name string
		set  func()
		s    *store.Store
		says string
	}{
		{"a word for a number", func() { must(t, db.HSet(ctx, "ticket:a", "urgent", "high").Err()) }, hash, "field urgent: want int"},
		{"a long number", func() { must(t, db.HSet(ctx, "ticket:a", "urgent", strings.Repeat("9", 100)).Err()) }, hash, "field urgent: want int, got 100 bytes"},
		{"no truth", func() { must(t, db.HSet(ctx, "ticket:a", "urgent", "1", "open", "perhaps").Err()) }, hash, "field open: want bool"},
		{"no list", func() { must(t, db.HSet(ctx, "ticket:a", "open", "1", "tags", "{").Err()) }, hash, "field tags: want list(string) as JSON"},
		{"no field", func() { must(t, db.HDel(ctx, "ticket:a", "title", "tags").Err()) }, hash, "has no field title"},
		{"a list where a hash was", func() { must(t, db.Del(ctx, "ticket:a").Err()); must(t, db.LPush(ctx, "ticket:a", "x").Err()) }, hash, "WRONGTYPE"},
		{"no JSON", func() { must(t, db.Set(ctx, "json:a", "{", 0).Err()) }, text, "is no JSON object"},
		{"a JSON list", func() { must(t, db.Set(ctx, "json:a", "[]", 0).Err()) }, text, "is no JSON object"},
		{"JSON null", func() { must(t, db.Set(ctx, "json:a", "null", 0).Err()) }, text, "is no JSON object"},
		{"a text of 20 MB", func() { must(t, db.Set(ctx, "json:a", strings.Repeat(" ", 20<<20), 0).Err()) }, text, "a text of 20971520 bytes"},
	} {
		c.set()
		wants(t, c.name, ask(c.s), "bad answer", c.says)
	}
	if _, err := text.View().Lookup(ctx, []string{"b"}); err != nil {
		t.Errorf("a good document beside them: %v", err)
	}
	wrong := opened(t, project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`))), "another word", store.Options{})
	err := ask(wrong)
	wants(t, "wrong password", err, "invalid", "WRONGPASS")
	if strings.Contains(err.Error(), "another word") || wrong.Health().OK {
		t.Errorf("%v, %+v", err, wrong.Health())
	}
	none := opened(t, project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`))), "", store.Options{})
	wants(t, "no secret", ask(none), "invalid", "no secret cache")
}

// The limits of a resource hold calls back, and what they hold back says nothing
// of the store's health.
func TestLimits(t *testing.T) {
	address, password, process, _ := cache(t)
	s := opened(t, project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`)+"\n  limit: 1/m")), password, store.Options{})
	if err := ask(s); err != nil {
		t.Fatal(err)
	}
	wants(t, "over the limit", ask(s), "refused", "over its limit")
	if !s.Health().OK {
		t.Errorf("health %+v", s.Health())
	}
	stop(t, process)
	under, dial := dialled()
	one := opened(t, project(t, fmt.Sprintf(tickets, onRedis(address, `prefix: "ticket:"`)+"\n  at_once: 1\n  timeout: 2s")), password, store.Options{Dial: dial})
	first := make(chan error, 1)
	go func() { first <- ask(one) }()
	<-under
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	_, err := one.View().Lookup(ctx, []string{"a"})
	wants(t, "at once", err, "timeout", "1 call under way")
	wants(t, "the one under way", <-first, "timeout", "in time")
}

// What a store fails at is its node's alone.
func TestTheRestAnswers(t *testing.T) {
	for kind, line := range lines(nowhere(t), "20s") {
		p := project(t, fmt.Sprintf(tickets, line)+`
resource games { fields { id: key, n: int } }

pipeline p() -> items {
  far  = top(tickets, by: urgent)  optional
  me   = lookup(tickets, key: "a")  fallback nil
  most = top(tickets, by: urgent)  fallback []
  near = top(games, by: n, filter: id != (me.owner ?? ""))
  return select(merge([far, most, near]), [id])
}
`)
		m := memory(t, p)
		if _, err := m.Put("games", []map[string]any{{"id": "g", "n": 1.0}}); err != nil {
			t.Fatal(err)
		}
		e := engine.New(engine.Options{Now: time.Now, TraceID: func() string { return "t" }})
		a, err := e.Run(context.Background(), p, "p", engine.Request{Deadline: 5 * time.Second}, asked{opened(t, p, "x", store.Options{}), m}, nil)
		if err != nil {
			t.Errorf("%s: %v", kind, err)
			continue
		}
		got := map[string]string{}
		for _, s := range a.Record.Nodes {
			got[s.Node] = string(s.Outcome) + " " + s.Store
		}
		if len(a.Items) != 1 || got["far"] != "error "+kind || got["me"] != "fallback "+kind || got["most"] != "fallback "+kind || got["near"] != "ok " || a.Coverage >= 1 {
			t.Errorf("%s: %d items, coverage %v, %v", kind, len(a.Items), a.Coverage, got)
		}
	}
}

// Close waits for what is under way, and refuses what comes after.
func TestClose(t *testing.T) {
	at, password, db := desk(t)
	exec(t, db, "create view slow as select tickets.* from tickets, (select pg_sleep(0.3)) s")
	begun, dial := dialled()
	s := opened(t, project(t, fmt.Sprintf(tickets, strings.Replace(onPostgres(at), `")`, `", table: "slow")`, 1))), password, store.Options{Dial: dial})
	under := make(chan error, 1)
	go func() { under <- ask(s) }()
	<-begun
	s.Close()
	select {
	case err := <-under:
		if err != nil {
			t.Errorf("what was under way: %v", err)
		}
	case <-time.After(time.Minute):
		t.Error("it did not wait")
	}
	wants(t, "after", ask(s), "refused", "closed")
	wants(t, "ping after", s.Ping(context.Background()), "refused", "closed")
	n := -1
	for until := time.Now().Add(time.Minute); time.Now().Before(until); { // the server hears of it a moment later
		if err := db.QueryRow(context.Background(), "select count(*) from pg_stat_activity where application_name = 'riffle' and datname = current_database()").Scan(&n); err != nil || n == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if n != 0 {
		t.Errorf("%d connections are left", n)
	}
}

func TestPing(t *testing.T) {
	at, password, _ := desk(t)
	address, secret, _, _ := cache(t)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "{}") }))
	defer web.Close()
	for _, c := range []struct{ line, secret string }{{onPostgres(at), password}, {onRedis(address, `prefix: "ticket:"`), secret}, {lines(web.Listener.Addr().String(), "20s")["opensearch"], ""}} {
		s := opened(t, project(t, fmt.Sprintf(tickets, c.line)), c.secret, store.Options{})
		if err := s.Ping(context.Background()); err != nil || !s.Health().OK || s.Counts().Calls != 0 {
			t.Errorf("%s: %v, %+v", c.line, err, s.Health())
		}
	}
	for kind, line := range lines(nowhere(t), "20s") {
		s := opened(t, project(t, fmt.Sprintf(tickets, line)), "x", store.Options{})
		if err := s.Ping(context.Background()); err == nil || s.Health().OK || s.Health().Problem == "" {
			t.Errorf("%s: %v, %+v", kind, err, s.Health())
		}
	}
}

// cut is a transport whose first connection ends for another call's sake.
type cut struct {
	http.RoundTripper
	times int
}

func (c *cut) RoundTrip(r *http.Request) (*http.Response, error) {
	if c.times++; c.times == 1 {
		return nil, context.DeadlineExceeded
	}
	return c.RoundTripper.RoundTrip(r)
}

// What ends another call is no failure of this one.
func TestAnotherCallIsGivenUp(t *testing.T) {
	address := says(t, []byte("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"))
	by := dial.Transport()
	defer by.CloseIdleConnections()
	broken := &cut{RoundTripper: by}
	s := opened(t, project(t, fmt.Sprintf(tickets, lines(address, "20s")["opensearch"])), "x", store.Options{Transport: broken})
	if wants(t, "opensearch", ask(s), "invalid", "answered 403"); broken.times != 2 {
		t.Errorf("asked %d times", broken.times)
	}
}
