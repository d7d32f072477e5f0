package live_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/stats"
)

// sessions knows one principal for each bearer secret, and the cookie's.
type sessions struct {
	mu   sync.Mutex
	who  map[string]*app.Principal
	away bool
}

func (s *sessions) Of(r *http.Request) (*app.Principal, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.away {
		return nil, app.Down(nil)
	}
	secret := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	if c, err := r.Cookie("session"); err == nil && secret == "" {
		secret = c.Value
	}
	if secret == "" {
		return nil, nil
	}
	if p := s.who[secret]; p != nil {
		return p, nil
	}
	return nil, app.Fail(app.Unauthenticated, "unknown", "unknown")
}

func (s *sessions) set(secret string, p *app.Principal) {
	s.mu.Lock()
	s.who[secret] = p
	s.mu.Unlock()
}

// running has the scenes home and detail in the team demo.
type running struct{}

func (running) Scenes(team string) []app.Scene {
	if team != "demo" {
		return nil
	}
	return []app.Scene{{Name: "detail", Version: 3}, {Name: "home", Version: 3}}
}
func (running) Absent(_, what, name string) error { return app.Missing(what, name) }

func (running) Resources(team string) []app.Resource {
	return []app.Resource{{Name: "apps", Docs: 12, State: "ok", Slots: []app.SlotOffset{{Applied: 5}, {Applied: 7}}}}
}

func graph(string, string) (api.Graph, bool) {
	return api.Graph{Nodes: []api.GraphNode{{Name: "hot", Op: "top"}}}, true
}

type world struct {
	hub     *live.Hub
	board   *stats.Board
	journal *live.Journal
	auth    *sessions
	src     *live.Sources
	server  *httptest.Server

	mu       sync.Mutex
	database api.DatabaseState
}

func (w *world) setDatabase(state string) {
	w.mu.Lock()
	w.database.State = state
	w.mu.Unlock()
	w.hub.Poke()
}

// newWorld runs a hub over real meters whose seconds are closed by the test.
func newWorld(t testing.TB, opt live.Options) *world { return newWorldOf(t, nil, opt) }

// newWorldOf runs a hub over other feeds.
func newWorldOf(t testing.TB, feeds live.Feeds, opt live.Options) *world {
	t.Helper()
	w := &world{auth: &sessions{who: map[string]*app.Principal{
		"anna": {Login: "anna", Teams: map[string]app.Role{"demo": app.Viewer}},
		"bert": {Login: "bert", Teams: map[string]app.Role{"other": app.Owner}},
		"put":  {Login: "anna", TokenID: 1, Token: "put", Scopes: []app.Scope{app.ScopeDocuments}, Teams: map[string]app.Role{"demo": app.Owner}},
	}}, database: api.DatabaseState{State: "ok"}}
	w.board = stats.NewBoard(time.Now, nil)
	w.journal = live.NewJournal(func() { w.hub.Poke() })
	w.src = &live.Sources{Board: w.board, Running: running{}, Graph: graph, Journal: w.journal,
		Database: func() api.DatabaseState { w.mu.Lock(); defer w.mu.Unlock(); return w.database },
		Traffic:  func(string) api.Traffic { return api.Traffic{Rate: 20, Running: true} }}
	if feeds == nil {
		feeds = w.src
	}
	if opt.Turn == 0 {
		opt.Turn = 5 * time.Millisecond
	}
	w.hub = live.NewHub(feeds, w.auth, slog.New(slog.NewTextHandler(io.Discard, nil)), time.Now, opt)
	w.server = httptest.NewServer(w.hub)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); w.hub.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		<-done
		w.server.Close()
	})
	return w
}

// client is a socket whose messages the test reads one by one.
type client struct {
	t  testing.TB
	ws *websocket.Conn
}

func (w *world) dial(t testing.TB, header http.Header) (*client, *http.Response) {
	t.Helper()
	ws, res, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(w.server.URL, "http"), header)
	if err != nil {
		return nil, res
	}
	t.Cleanup(func() { _ = ws.Close() })
	return &client{t, ws}, res
}

func (w *world) login(t testing.TB, secret string) *client {
	t.Helper()
	c, res := w.dial(t, http.Header{"Authorization": {"Bearer " + secret}})
	if c == nil {
		t.Fatalf("no socket: %v", res)
	}
	return c
}

func (c *client) say(text string) {
	c.t.Helper()
	if err := c.ws.WriteMessage(websocket.TextMessage, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

type message struct {
	ID      string          `json:"id"`
	Seq     int64           `json:"seq"`
	Topic   string          `json:"topic"`
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

func (c *client) hear() message {
	c.t.Helper()
	if err := c.ws.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		c.t.Fatal(err)
	}
	_, text, err := c.ws.ReadMessage()
	if err != nil {
		c.t.Fatalf("instead of a message: %v", err)
	}
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		c.t.Fatalf("message is not JSON: %v", err)
	}
	return m
}

func (m message) into(t testing.TB, v any) {
	t.Helper()
	if err := json.Unmarshal(m.Payload, v); err != nil {
		t.Fatalf("payload of %s: %v", m.Topic, err)
	}
}

// closed waits for the end and returns its code.
func (c *client) closed() int {
	c.t.Helper()
	if err := c.ws.SetReadDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		c.t.Fatal(err)
	}
	for {
		_, _, err := c.ws.ReadMessage()
		if err == nil {
			continue
		}
		if e, ok := err.(*websocket.CloseError); ok {
			return e.Code
		}
		c.t.Fatalf("ended without a code: %v", err)
	}
}
