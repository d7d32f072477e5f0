package live_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
	"riffle.dev/riffle/server/live"
	"riffle.dev/riffle/server/stats"
)

// Each step says something and tells the type and error code of the answer.
func TestProtocol(t *testing.T) {
	w := newWorld(t, live.Options{Subs: 3})
	cl := w.login(t, "anna")
	for _, c := range []struct{ say, kind, code string }{
		{`{"op":"ping"}`, "pong", ""},
		{`{"op":"sub","id":"1","topic":"overview","team":"demo","since":0}`, "snap", ""},
		{`{"op":"sub","id":"1","topic":"overview","team":"demo"}`, "snap", ""},
		{`{"op":"resync","id":"1"}`, "snap", ""},
		{`{"op":"sub","id":"2","topic":"scene/home","team":"demo"}`, "snap", ""},
		{`{"op":"sub","id":"3","topic":"scene/home/nodes","team":"demo"}`, "snap", ""},
		{`{"op":"sub","id":"4","topic":"events","team":"demo"}`, "error", "invalid"},
		{`{"op":"unsub","id":"3"}`, "", ""},
		{`{"op":"sub","id":"4","topic":"events","team":"demo"}`, "snap", ""},
		{`{"op":"sub","id":"4","topic":"scene/detail","team":"demo"}`, "snap", ""},
		{`{"op":"unsub","id":"4"}`, "", ""},
		{`{"op":"sub","id":"5","topic":"overview","team":"other"}`, "error", "not_found"},
		{`{"op":"sub","id":"5","topic":"overview","team":""}`, "error", "not_found"},
		{`{"op":"sub","id":"5","topic":"scene/nothing","team":"demo"}`, "error", "not_found"},
		{`{"op":"sub","id":"5","topic":"scene/","team":"demo"}`, "error", "not_found"},
		{`{"op":"sub","id":"5","topic":"../etc","team":"demo"}`, "error", "not_found"},
		{`{"op":"sub","id":"","topic":"overview","team":"demo"}`, "error", "invalid"},
		{`{"op":"sub","id":"` + strings.Repeat("x", 65) + `","topic":"overview","team":"demo"}`, "error", "invalid"},
		{`{"op":"sub","id":"5","topic":"scene/` + strings.Repeat("x", 300) + `","team":"demo"}`, "error", "invalid"},
		{`{"op":"resync","id":"99"}`, "error", "not_found"},
		{`{"op":"unsub","id":"99"}`, "", ""},
		{`{"op":"hidden","hidden":true}`, "", ""},
		{`{"op":"pong"}`, "", ""},
		{`{"op":"dance"}`, "error", "invalid"},
		{`{"op":"ping","more":1}`, "error", "invalid"},
		{`{"op":"ping"} {"op":"ping"}`, "error", "invalid"},
		{`{"op":7}`, "error", "invalid"},
		{`[]`, "error", "invalid"},
		{`null`, "error", "invalid"},
		{``, "error", "invalid"},
		{strings.Repeat("[", 2000), "error", "invalid"},
		{"\x00", "error", "invalid"},
	} {
		cl.say(c.say)
		if c.kind == "" {
			cl.say(`{"op":"ping","id":"after"}`)
			if m := cl.hear(); m.Type != "pong" || m.ID != "after" {
				t.Errorf("%.80s: heard %s %q, want silence", c.say, m.Type, m.Payload)
			}
			continue
		}
		m := cl.hear()
		var e api.LiveError
		if m.Type == "error" {
			m.into(t, &e)
		}
		if m.Type != c.kind || string(e.Code) != c.code {
			t.Errorf("%.80s: heard %s %s, want %s %s", c.say, m.Type, m.Payload, c.kind, c.code)
		}
	}
}

func TestBinaryIsRefusedAndEndsNothing(t *testing.T) {
	w := newWorld(t, live.Options{})
	c := w.login(t, "anna")
	if err := c.ws.WriteMessage(websocket.BinaryMessage, []byte{1, 2, 3}); err != nil {
		t.Fatal(err)
	}
	if m := c.hear(); m.Type != "error" {
		t.Errorf("heard %s", m.Type)
	}
	c.say(`{"op":"ping"}`)
	if m := c.hear(); m.Type != "pong" {
		t.Errorf("heard %s", m.Type)
	}
}

func TestDoor(t *testing.T) {
	w := newWorld(t, live.Options{Origins: []string{"https://console.example.org"}})
	own := w.server.URL
	for _, c := range []struct {
		name   string
		header http.Header
		status int // of a refusal before the upgrade
		code   int // of the close; 0: it stays open
	}{
		{"bearer", http.Header{"Authorization": {"Bearer anna"}}, 0, 0},
		{"cookie, own origin", http.Header{"Cookie": {"session=anna"}, "Origin": {own}}, 0, 0},
		{"cookie, listed origin", http.Header{"Cookie": {"session=anna"}, "Origin": {"https://console.example.org"}}, 0, 0},
		{"cookie, foreign origin", http.Header{"Cookie": {"session=anna"}, "Origin": {"https://evil.example"}}, 403, 0},
		{"cookie, our name in front", http.Header{"Cookie": {"session=anna"}, "Origin": {own + ".evil.example"}}, 403, 0},
		{"cookie, no origin", http.Header{"Cookie": {"session=anna"}}, 403, 0},
		{"cookie, broken origin", http.Header{"Cookie": {"session=anna"}, "Origin": {"null"}}, 403, 0},
		{"nobody", nil, 0, 4401},
		{"unknown token", http.Header{"Authorization": {"Bearer nobody"}}, 0, 4401},
		{"ended session", http.Header{"Cookie": {"session=ended"}, "Origin": {own}}, 0, 4401},
		{"token without scope", http.Header{"Authorization": {"Bearer put"}}, 0, 4403},
	} {
		t.Run(c.name, func(t *testing.T) {
			cl, res := w.dial(t, c.header)
			switch {
			case c.status != 0:
				if cl != nil || res == nil || res.StatusCode != c.status {
					t.Fatalf("answer %v, want %d", res, c.status)
				}
				if kind := res.Header.Get("Content-Type"); kind != "application/problem+json" {
					t.Errorf("refused as %s, want problem details", kind)
				}
			case cl == nil:
				t.Fatalf("no socket: %v", res)
			case c.code != 0:
				if got := cl.closed(); got != c.code {
					t.Errorf("closed with %d, want %d", got, c.code)
				}
			default:
				cl.say(`{"op":"ping"}`)
				if m := cl.hear(); m.Type != "pong" {
					t.Errorf("heard %s", m.Type)
				}
			}
		})
	}
}

func TestOverviewMoves(t *testing.T) {
	w := newWorld(t, live.Options{})
	home := w.board.Scene(stats.Key{Team: "demo", Scene: "home"})
	c := w.login(t, "anna")
	c.say(`{"op":"sub","id":"o","topic":"overview","team":"demo"}`)
	m := c.hear()
	var snap api.OverviewSnap
	m.into(t, &snap)
	if m.Type != "snap" || m.ID != "o" || m.Topic != "overview" || len(snap.Scenes) != 2 || snap.Scenes[0].Scene != "detail" ||
		snap.Scenes[0].State != "idle" || snap.Resources[0].Offset != 12 || snap.Database.State != "ok" || snap.Traffic.Rate != 20 {
		t.Fatalf("snap %+v", snap)
	}
	seq := m.Seq
	next := func() (d api.OverviewDelta) {
		t.Helper()
		m := c.hear()
		if m.Type != "delta" || m.Seq != seq+1 {
			t.Fatalf("heard %s %d, want delta %d", m.Type, m.Seq, seq+1)
		}
		seq = m.Seq
		m.into(t, &d)
		return d
	}
	for range 50 {
		home.Observe(2*time.Millisecond, 0)
	}
	for range 50 {
		home.Observe(200*time.Millisecond, degrade.TimedOut)
	}
	w.board.Tick(time.Now())
	d := next()
	r := d.Scenes[1]
	if r.Scene != "home" || r.State != "normal" || r.N != 100 || r.TimeoutRate != .5 || r.TimeoutLow < .4 || r.TimeoutHigh > .6 ||
		r.Version != 3 || len(r.Series.QPS) != 1 || d.Totals.N != 100 || d.Database != nil || d.Resources != nil {
		t.Errorf("delta %+v", d)
	}

	w.setDatabase("down")
	if d := next(); d.Database == nil || d.Database.State != "down" || d.Scenes != nil {
		t.Errorf("after the database went: %+v", d)
	}
	w.journal.Note("demo", time.Now(), app.Event{Kind: "database.down", Severity: "error", Message: "gone"})
	if d := next(); len(d.Events) != 1 || d.Events[0].Kind != "database.down" {
		t.Errorf("events %+v", d.Events)
	}
	w.journal.Note("other", time.Now(), app.Event{Kind: "scene.slow"}) // a foreign team's event wakes nobody
	w.board.Tick(time.Now().Add(time.Second))
	if d := next(); d.Events != nil || len(d.Scenes) != 2 {
		t.Errorf("next second: %+v", d)
	}
}

func TestNodesAndScene(t *testing.T) {
	w := newWorld(t, live.Options{})
	s := w.board.Scene(stats.Key{Team: "demo", Scene: "home"})
	s.Node("of the fallback", "top").Observe(3*time.Millisecond, 0)
	s.Node("hot", "top").Observe(3*time.Millisecond, 0)
	w.board.Tick(time.Now())
	c := w.login(t, "anna")
	c.say(`{"op":"sub","id":"n","topic":"scene/home/nodes","team":"demo"}`)
	var n api.SceneNodes
	c.hear().into(t, &n)
	if n.Graph == nil || n.Version != 3 || len(n.Nodes) != 1 || n.Nodes[0].Name != "hot" || n.Nodes[0].N != 1 || n.Nodes[0].Outcomes["ok"] != .1 {
		t.Errorf("nodes %+v", n)
	}
	w.board.Tick(time.Now())
	n = api.SceneNodes{}
	if m := c.hear(); m.Type != "delta" {
		t.Errorf("heard %s", m.Type)
	} else if m.into(t, &n); n.Graph != nil || len(n.Nodes) != 1 {
		t.Errorf("delta %+v", n)
	}
}

// A missed delta is replaced by a snapshot, and `since` resumes without one.
func TestSince(t *testing.T) {
	w := newWorld(t, live.Options{})
	c := w.login(t, "anna")
	c.say(`{"op":"sub","id":"1","topic":"overview","team":"demo"}`)
	seq := c.hear().Seq
	text := func(id string, since int64) string {
		b, err := json.Marshal(api.LiveRequest{Op: "sub", ID: id, Topic: "overview", Team: "demo", Since: since})
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	// Up to date: nothing comes until something happens.
	c.say(text("2", seq))
	c.say(`{"op":"ping"}`)
	if m := c.hear(); m.Type != "pong" {
		t.Fatalf("heard %s for %q, want pong", m.Type, m.ID)
	}
	w.board.Tick(time.Now())
	for range 2 {
		if m := c.hear(); m.Type != "delta" || m.Seq != seq+1 {
			t.Errorf("heard %s %d for %q, want delta %d", m.Type, m.Seq, m.ID, seq+1)
		}
	}
	c.say(text("3", seq)) // one behind: the delta
	if m := c.hear(); m.Type != "delta" || m.ID != "3" || m.Seq != seq+1 {
		t.Errorf("one behind: %s %d for %q", m.Type, m.Seq, m.ID)
	}
	for i, since := range []int64{1, seq - 1, seq + 100} {
		id := string(rune('4' + i))
		c.say(text(id, since))
		if m := c.hear(); m.Type != "snap" || m.ID != id || m.Seq != seq+1 {
			t.Errorf("since %d: %s %d for %q, want a snapshot", since, m.Type, m.Seq, m.ID)
		}
	}
}

func TestSessionEnds(t *testing.T) {
	t.Run("by time", func(t *testing.T) {
		w := newWorld(t, live.Options{})
		w.auth.set("short", &app.Principal{Login: "s", Teams: map[string]app.Role{"demo": app.Viewer}, Expires: time.Now().Add(50 * time.Millisecond)})
		if code := w.login(t, "short").closed(); code != 4401 {
			t.Errorf("closed with %d, want 4401", code)
		}
	})
	t.Run("by logout", func(t *testing.T) {
		w := newWorld(t, live.Options{Recheck: 10 * time.Millisecond})
		c := w.login(t, "anna")
		c.say(`{"op":"ping"}`)
		c.hear()
		w.auth.set("anna", nil)
		if code := c.closed(); code != 4401 {
			t.Errorf("closed with %d, want 4401", code)
		}
	})
	t.Run("out of the team", func(t *testing.T) {
		w := newWorld(t, live.Options{Recheck: 10 * time.Millisecond})
		c := w.login(t, "anna")
		c.say(`{"op":"sub","id":"1","topic":"events","team":"demo"}`)
		c.hear()
		w.auth.set("anna", &app.Principal{Login: "anna", Teams: map[string]app.Role{}})
		m := c.hear()
		var e api.LiveError
		m.into(t, &e)
		if m.Type != "error" || m.ID != "1" || e.Code != app.NotFound {
			t.Errorf("heard %s %+v", m.Type, e)
		}
		w.journal.Note("demo", time.Now(), app.Event{Kind: "secret"})
		c.say(`{"op":"ping"}`)
		if m := c.hear(); m.Type != "pong" {
			t.Errorf("heard %s after leaving the team", m.Type)
		}
	})
	t.Run("not by a database that is away", func(t *testing.T) {
		w := newWorld(t, live.Options{Recheck: 5 * time.Millisecond})
		c := w.login(t, "anna")
		c.say(`{"op":"ping"}`)
		c.hear()
		w.auth.mu.Lock()
		w.auth.away = true
		w.auth.mu.Unlock()
		time.Sleep(30 * time.Millisecond) // a few looks
		c.say(`{"op":"ping"}`)
		if m := c.hear(); m.Type != "pong" {
			t.Errorf("heard %s", m.Type)
		}
	})
}

func TestServerStops(t *testing.T) {
	w := newWorld(t, live.Options{Conns: 1})
	c := w.login(t, "anna")
	c.say(`{"op":"ping"}`)
	c.hear()
	if code := w.login(t, "anna").closed(); code != websocket.CloseTryAgainLater {
		t.Errorf("one socket too many is closed with %d", code)
	}
}
