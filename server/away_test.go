package server_test

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"riffle.dev/riffle/internal/postgres/pgtest"
)

// road is the way to a database, which can be closed and jammed.
type road struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	mode  string // "" passes; closed; jammed: taken and not answered
	conns map[net.Conn]bool
}

// newRoad leads to the database at dsn; it returns the address by this road.
func newRoad(t *testing.T, dsn string) (*road, string) {
	t.Helper()
	u, err := url.Parse(dsn)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &road{listener: l, to: u.Host, conns: map[net.Conn]bool{}}
	go r.run()
	t.Cleanup(func() {
		_ = l.Close()
		r.set("closed")
	})
	u.Host = l.Addr().String()
	return r, u.String()
}

func (r *road) run() {
	for {
		c, err := r.listener.Accept()
		if err != nil {
			return
		}
		go r.carry(c)
	}
}

func (r *road) carry(c net.Conn) {
	defer c.Close()
	if r.now() == "closed" {
		return
	}
	r.keep(c)
	for r.now() == "jammed" {
		time.Sleep(20 * time.Millisecond)
	}
	d, err := net.Dial("tcp", r.to)
	if err != nil {
		return
	}
	defer d.Close()
	r.keep(d)
	go func() {
		defer c.Close()
		r.copy(c, d)
	}()
	r.copy(d, c)
}

// copy until an end; while the road is jammed nothing moves.
func (r *road) copy(to io.Writer, from io.Reader) {
	b := make([]byte, 32<<10)
	for {
		n, err := from.Read(b)
		for r.now() == "jammed" {
			time.Sleep(20 * time.Millisecond)
		}
		if n > 0 {
			if _, err := to.Write(b[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (r *road) keep(c net.Conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.conns[c] = true
}

func (r *road) now() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.mode
}

func (r *road) set(mode string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mode = mode
	if mode == "closed" {
		for c := range r.conns {
			_ = c.Close()
			delete(r.conns, c)
		}
	}
}

// While the database is away, or hangs, scenes answer, what is in memory is
// shown, the board says so, writes are refused in time; then all heals.
func TestWithoutTheDatabase(t *testing.T) {
	for _, mode := range []string{"closed", "jammed"} {
		t.Run(mode, func(t *testing.T) {
			way, dsn := newRoad(t, pgtest.Database(t))
			c := launch(t, "127.0.0.1:0", t.TempDir(), dsn)
			cl := prepare(t, c)
			const docs = "/api/v1/teams/ads/resources/games/documents"
			if status, err := cl.do("POST", docs, map[string]string{"id": "before", "title": "chess"}, nil); err != nil || status != 200 {
				t.Fatal(status, err)
			}
			serve := func() (int, error) {
				return cl.do("POST", "/api/v1/teams/ads/scenes/hello/serve", map[string]any{"request": map[string]string{"q": "chess"}}, nil)
			}
			state := func() string {
				var o struct{ Database struct{ State string } }
				if status, err := cl.do("GET", "/api/v1/teams/ads/overview", nil, &o); err != nil || status != 200 {
					t.Fatalf("the board does not answer: %d, %v", status, err)
				}
				return o.Database.State
			}
			await(t, "the document is seen", func() bool {
				status, err := cl.do("GET", docs+"/before", nil, nil)
				return err == nil && status == 200
			})
			await(t, "the board knows a database that answers", func() bool { return state() == "ok" })

			way.set(mode)
			await(t, "the board says that the database is away", func() bool { return state() == "down" })
			var slowest time.Duration
			for i := range 5 {
				if status, err := serve(); err != nil || status != 200 {
					t.Errorf("a scene answers %d, %v", status, err)
				}
				key := "during" + string(rune('a'+i))
				begin := time.Now()
				status, err := cl.do("POST", docs, map[string]string{"id": key, "title": "go"}, nil)
				if err != nil || status != 503 {
					t.Errorf("a write answers %d, %v", status, err)
				}
				slowest = max(slowest, time.Since(begin))
			}
			if t.Logf("writes were refused after %s at most", slowest); slowest > time.Minute {
				t.Error("that is too long to wait")
			}
			if status, err := cl.do("GET", docs+"/before", nil, nil); err != nil || status != 200 {
				t.Errorf("a document in memory: %d, %v", status, err)
			}
			await(t, "the resource says since when it is stale", func() bool {
				var r struct{ State, Message string }
				status, err := cl.do("GET", "/api/v1/teams/ads/resources/games", nil, &r)
				return err == nil && status == 200 && r.State == "stale" && strings.HasPrefix(r.Message, "the log cannot be read since 20")
			})
			if status, err := cl.do("GET", "/readyz", nil, nil); err != nil || status != 200 {
				t.Errorf("an instance that serves is not ready: %d, %v", status, err)
			}

			way.set("")
			await(t, "writes go on", func() bool {
				status, err := cl.do("POST", docs, map[string]string{"id": "after", "title": "draughts"}, nil)
				return err == nil && status == 200
			})
			await(t, "the document is seen", func() bool {
				status, err := cl.do("GET", docs+"/after", nil, nil)
				return err == nil && status == 200
			})
			await(t, "the board says so", func() bool { return state() == "ok" })
			var events struct{ Items []struct{ Kind string } }
			await(t, "both states are kept as events", func() bool {
				if _, err := cl.do("GET", "/api/v1/teams/ads/events", nil, &events); err != nil {
					return false
				}
				n := 0
				for _, e := range events.Items {
					if e.Kind == "database.down" || e.Kind == "database.ok" {
						n++
					}
				}
				return n >= 2
			})
		})
	}
}

func await(t *testing.T, what string, f func() bool) {
	t.Helper()
	for until := time.Now().Add(2 * time.Minute); !f(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("%s: not within two minutes", what)
		}
	}
}
