package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"riffle.dev/riffle/internal/port"
	"riffle.dev/riffle/internal/postgres/pgtest"
	"riffle.dev/riffle/server"
)

// With this variable the test binary is an instance: address|folder|database.
const beInstance = "RIFFLE_TEST_INSTANCE"

func TestMain(m *testing.M) {
	if how := os.Getenv(beInstance); how != "" {
		os.Exit(instanceMain(how))
	}
	os.Exit(pgtest.Main(m))
}

func instanceMain(how string) int {
	parts := strings.SplitN(how, "|", 3)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	err := server.Run(ctx, server.Config{Addr: parts[0], Home: parts[1], DSN: func() string { return parts[2] }, Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
		FirstRun: func(_, password string) { fmt.Println("password", password) },
		Ready:    func(addr string) { fmt.Println("ready", addr) }})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// child is an instance in a process of its own, which can be killed.
type child struct {
	t        *testing.T
	cmd      *exec.Cmd
	errs     bytes.Buffer
	address  string // http://host:port
	password string // of the first start
}

func launch(t *testing.T, address, home, dsn string) *child {
	t.Helper()
	c := &child{t: t, cmd: exec.Command(os.Args[0])}
	c.cmd.Env = append(os.Environ(), beInstance+"="+address+"|"+home+"|"+dsn)
	c.cmd.Stderr = &c.errs
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.kill)
	s := bufio.NewScanner(out)
	for s.Scan() {
		word, rest, _ := strings.Cut(s.Text(), " ")
		if word == "password" {
			c.password = rest
		}
		if word == "ready" {
			c.address = "http://" + rest
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return c
		}
	}
	_ = c.cmd.Wait()
	t.Fatalf("the instance did not start: %s", c.errs.String())
	return nil
}

func (c *child) kill() {
	if c.cmd.ProcessState == nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait() // it was killed: its error says so
	}
}

// client of an instance that may be gone at any moment.
type client struct {
	address, cookie, token string
}

func (c client) do(method, path string, body any, into any) (int, error) {
	text, ok := body.([]byte)
	if !ok && body != nil {
		var err error
		if text, err = json.Marshal(body); err != nil {
			return 0, err
		}
	}
	r, err := http.NewRequest(method, c.address+path, bytes.NewReader(text))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Riffle-CSRF", "1")
	r.Header.Set("If-Match", "*")
	if c.cookie != "" {
		r.Header.Set("Cookie", c.cookie)
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	if into != nil && res.StatusCode/100 == 2 {
		if err := json.Unmarshal(answer, into); err != nil {
			return 0, err
		}
	}
	if set := res.Header.Get("Set-Cookie"); set != "" {
		if l, ok := into.(*login); ok {
			l.cookie, _, _ = strings.Cut(set, ";")
		}
	}
	return res.StatusCode, nil
}

type login struct{ cookie string }

const project = `
resource games {
  fields {
    id:    key
    title: text(analyzer: english)
  }
  slots: 4
}
pipeline by_words(q: string) -> items {
  found = search(games, query: q, k: 10)
  return found
}
scene hello {
  pipeline: by_words
  deadline: 20s
}
scene bounded {
  pipeline: by_words
  deadline: 20s
  limit:    1000/s
}
`

// prepare makes the team ads with the project and returns a token.
func prepare(t *testing.T, c *child) client {
	t.Helper()
	must := func(want int) func(int, error) {
		return func(status int, err error) {
			t.Helper()
			if err != nil || status != want {
				t.Fatalf("status %d, want %d, %v", status, want, err)
			}
		}
	}
	cl := client{address: c.address}
	var l login
	must(200)(cl.do("POST", "/api/v1/login", map[string]string{"login": "admin", "password": c.password}, &l))
	cl.cookie = l.cookie
	must(201)(cl.do("POST", "/api/v1/teams", map[string]string{"name": "ads"}, nil))
	must(200)(cl.do("PUT", "/api/v1/teams/ads/files/a.riffle", map[string]string{"text": project}, nil))
	must(201)(cl.do("POST", "/api/v1/teams/ads/versions", map[string]string{}, nil))
	var token struct{ Secret string }
	must(201)(cl.do("POST", "/api/v1/teams/ads/tokens", map[string]string{"name": "t", "role": "editor"}, &token))
	return client{address: c.address, token: token.Secret}
}

func drillRounds(t *testing.T) int {
	n, err := strconv.Atoi(os.Getenv("RIFFLE_DRILL"))
	if os.Getenv("RIFFLE_DRILL") == "" {
		return 3
	}
	if err != nil {
		t.Fatalf("RIFFLE_DRILL: %v", err)
	}
	return n
}

// An instance is killed at random moments while documents are posted; the next
// one starts on the same folder and database. Every document that was
// acknowledged is found. RIFFLE_DRILL=20 is the long form.
func TestKillsLoseNothingAcknowledged(t *testing.T) {
	dsn, home := pgtest.Database(t), t.TempDir()
	at, err := port.Free(0)
	if err != nil {
		t.Fatal(err)
	}
	address := net.JoinHostPort("127.0.0.1", strconv.Itoa(at))
	c := launch(t, address, home, dsn)
	cl := prepare(t, c)

	var mu sync.Mutex
	acked := map[string]bool{}
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				key := fmt.Sprintf("w%d-%d", w, i)
				var answer struct{ Accepted int }
				status, err := cl.do("POST", "/api/v1/teams/ads/resources/games/documents", map[string]string{"id": key, "title": "chess"}, &answer)
				if err == nil && status == 200 && answer.Accepted == 1 {
					mu.Lock()
					acked[key] = true
					mu.Unlock()
				}
				if err != nil {
					time.Sleep(5 * time.Millisecond)
				}
			}
		})
	}
	rounds := drillRounds(t)
	for range rounds {
		time.Sleep(time.Duration(100+rand.IntN(500)) * time.Millisecond)
		c.kill()
		c = launch(t, address, home, dsn)
	}
	await(t, "enough documents are acknowledged", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(acked) >= 20
	})
	stop()
	wg.Wait()

	missing, found := 0, 0
	deadline := time.Now().Add(2 * time.Minute)
	for key := range acked {
		for {
			status, err := cl.do("GET", "/api/v1/teams/ads/resources/games/documents/"+key, nil, nil)
			if err == nil && status == 200 {
				found++
				break
			}
			if time.Now().After(deadline) {
				missing++
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	t.Logf("%d kills: acknowledged %d, found %d, missing %d", rounds, len(acked), found, missing)
	if missing != 0 {
		t.Errorf("acknowledged %d, missing %d: want none", len(acked), missing)
	}
}

// While a load runs, each document that is posted is found by a search soon
// after; how soon is logged.
func TestPostsAreFoundDuringALoad(t *testing.T) {
	c := launch(t, "127.0.0.1:0", t.TempDir(), pgtest.Database(t))
	cl := prepare(t, c)
	ctx, stop := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	wg.Go(func() { // some thousand documents a second
		for i := 0; ctx.Err() == nil; i++ {
			docs := make([]map[string]string, 100)
			for k := range docs {
				docs[k] = map[string]string{"id": fmt.Sprintf("load-%d", (i*100+k)%5000), "title": "load of something else"}
			}
			if _, err := cl.do("POST", "/api/v1/teams/ads/resources/games/documents", docs, nil); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	var worst time.Duration
	for i := range 30 {
		word := fmt.Sprintf("needle%dx", i)
		if status, err := cl.do("POST", "/api/v1/teams/ads/resources/games/documents", map[string]string{"id": word, "title": word}, nil); err != nil || status != 200 {
			t.Fatal(status, err)
		}
		begin := time.Now()
		for {
			var answer struct{ Items []struct{ ID string } }
			status, err := cl.do("POST", "/api/v1/teams/ads/scenes/hello/serve", map[string]any{"request": map[string]string{"q": word}}, &answer)
			if err != nil || status != 200 {
				t.Fatal(status, err)
			}
			if len(answer.Items) == 1 && answer.Items[0].ID == word {
				break
			}
			if time.Since(begin) > 2*time.Minute {
				t.Fatalf("%s is not found after two minutes", word)
			}
			time.Sleep(5 * time.Millisecond)
		}
		worst = max(worst, time.Since(begin))
	}
	t.Logf("30 posts, the slowest found after %s", worst)
}

// SIGTERM lets the requests under way end, and the next start replays nothing.
func TestCleanStop(t *testing.T) {
	dsn, home := pgtest.Database(t), t.TempDir()
	c := launch(t, "127.0.0.1:0", home, dsn)
	cl := prepare(t, c)
	if status, err := cl.do("POST", "/api/v1/teams/ads/resources/games/documents", map[string]string{"id": "a", "title": "chess"}, nil); err != nil || status != 200 {
		t.Fatal(status, err)
	}
	await(t, "the document is seen", func() bool { // a snapshot holds what was applied
		status, err := cl.do("GET", "/api/v1/teams/ads/resources/games/documents/a", nil, nil)
		return err == nil && status == 200
	})
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, c.errs.String())
	}
	if _, err := os.Stat(home + "/index/ads/games/manifest.json"); err != nil {
		t.Error(err)
	}
	again := launch(t, "127.0.0.1:0", home, dsn)
	if again.password != "" {
		t.Error("the second start made another first account")
	}
	cl.address = again.address
	var doc struct{ Title string }
	until := time.Now().Add(2 * time.Minute)
	for doc.Title != "chess" && time.Now().Before(until) {
		if _, err := cl.do("GET", "/api/v1/teams/ads/resources/games/documents/a", nil, &doc); err != nil {
			t.Fatal(err)
		}
	}
	if doc.Title != "chess" {
		t.Error("the document is gone")
	}
}
