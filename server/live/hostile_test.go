package live_test

import (
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/live"
)

func TestTooLongAMessage(t *testing.T) {
	w := newWorld(t, live.Options{})
	c := w.login(t, "anna")
	c.say(`{"op":"ping","id":"` + strings.Repeat("x", 5000) + `"}`)
	if code := c.closed(); code != websocket.CloseMessageTooBig {
		t.Errorf("closed with %d, want %d", code, websocket.CloseMessageTooBig)
	}
}

func TestFlood(t *testing.T) {
	w := newWorld(t, live.Options{Messages: 1, Burst: 20})
	c := w.login(t, "anna")
	for range 30 {
		if c.ws.WriteMessage(websocket.TextMessage, []byte(`{"op":"unsub","id":"9"}`)) != nil {
			break
		}
	}
	if code := c.closed(); code != websocket.ClosePolicyViolation {
		t.Errorf("closed with %d, want %d", code, websocket.ClosePolicyViolation)
	}
}

// wide has a payload of size bytes and news at every turn.
type wide struct {
	text  string
	snaps *atomic.Int64
	turns int
}

func (f *wide) Snap() any  { f.snaps.Add(1); return f.text }
func (f *wide) Delta() any { f.turns++; return fmt.Sprint(f.turns, f.text) }

type wideFeeds struct {
	size  int
	snaps atomic.Int64
}

func (f *wideFeeds) Open(string, string) (live.Feed, error) {
	return &wide{text: strings.Repeat("x", f.size), snaps: &f.snaps}, nil
}

// slowDial has a bounded receive buffer, so that not reading is felt at once.
func slowDial(t *testing.T, w *world) *client {
	t.Helper()
	d := websocket.Dialer{NetDial: func(network, addr string) (net.Conn, error) {
		conn, err := net.Dial(network, addr)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(64 << 10)
		}
		return conn, err
	}}
	ws, _, err := d.Dial("ws"+strings.TrimPrefix(w.server.URL, "http"), map[string][]string{"Authorization": {"Bearer anna"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ws.Close() })
	return &client{t, ws}
}

// A client that stops reading is let go; while it hangs it holds no frames.
func TestBlockedReader(t *testing.T) {
	feeds := &wideFeeds{size: 1 << 20}
	w := newWorldOf(t, feeds, live.Options{Turn: time.Millisecond, WriteWait: 400 * time.Millisecond})
	c := slowDial(t, w)
	c.say(`{"op":"sub","id":"1","topic":"overview","team":"demo"}`)
	c.hear()
	before, turnsBefore := held(), time.Now()
	for w.hub.Viewers() > 0 {
		if time.Since(turnsBefore) > 2*time.Minute {
			t.Fatal("a reader that reads nothing is still there")
		}
		time.Sleep(20 * time.Millisecond)
		// Hundreds of turns of 1 MB pass; a few may be alive at any moment.
		if grown := held() - before; grown > 30<<20 {
			t.Fatalf("the heap has grown by %d MB for one blocked reader", grown>>20)
		}
	}
}

// held is how many bytes of the heap are in use at least, without what was made
// since the collection began: on a busy machine that may be any number of turns.
func held() int64 {
	var begin, end runtime.MemStats
	runtime.ReadMemStats(&begin)
	runtime.GC()
	runtime.ReadMemStats(&end)
	return int64(end.HeapAlloc) - int64(end.TotalAlloc-begin.TotalAlloc)
}

// One that reads on, but too late, hears why it is let go.
func TestSlowReaderIsTold(t *testing.T) {
	w := newWorldOf(t, &wideFeeds{size: 8 << 20}, live.Options{SlowAfter: 50 * time.Millisecond, WriteWait: 30 * time.Second})
	c := slowDial(t, w)
	c.say(`{"op":"sub","id":"1","topic":"overview","team":"demo"}`)
	if _, r, err := c.ws.NextReader(); err != nil {
		t.Fatal(err)
	} else if _, err := r.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(300 * time.Millisecond) // the writer hangs in the first message
	if code := c.closed(); code != 4408 {
		t.Errorf("closed with %d, want 4408", code)
	}
}

// A hidden tab gets few messages, and what it missed as one snapshot.
func TestHidden(t *testing.T) {
	w := newWorldOf(t, &wideFeeds{size: 10}, live.Options{Turn: 2 * time.Millisecond, Hidden: 150 * time.Millisecond})
	c := w.login(t, "anna")
	begin := time.Now()
	c.say(`{"op":"hidden","hidden":true}`)
	c.say(`{"op":"sub","id":"1","topic":"overview","team":"demo"}`)
	first := c.hear()
	for range 2 {
		m := c.hear()
		// On a busy machine there may have been one turn only.
		if m.Seq <= first.Seq || m.Type != "snap" && m.Seq != first.Seq+1 {
			t.Errorf("heard %s %d after %d, want a later snapshot", m.Type, m.Seq, first.Seq)
		}
		first = m
	}
	if took := time.Since(begin); took < 290*time.Millisecond {
		t.Errorf("two messages after %v, want 300 ms", took)
	}
	c.say(`{"op":"hidden","hidden":false}`)
	last := c.hear()
	for range 20 {
		m := c.hear()
		if m.Type == "delta" && m.Seq != last.Seq+1 {
			t.Errorf("delta %d after %d", m.Seq, last.Seq)
		}
		last = m
	}
}

// Payloads are made once, whoever reads them.
func TestManyViewers(t *testing.T) {
	const viewers = 200
	feeds := &wideFeeds{size: 2000}
	w := newWorldOf(t, feeds, live.Options{Turn: 100 * time.Millisecond})
	var wg sync.WaitGroup
	var heard atomic.Int64
	for range viewers {
		c := w.login(t, "anna")
		c.say(`{"op":"sub","id":"1","topic":"overview","team":"demo"}`)
		wg.Go(func() {
			last := int64(0)
			for range 6 {
				m := c.hear()
				if m.Seq <= last || m.Type == "delta" && m.Seq != last+1 {
					t.Errorf("heard %s %d after %d", m.Type, m.Seq, last)
				}
				last = m.Seq
				heard.Add(1)
			}
		})
	}
	wg.Wait()
	if heard.Load() != viewers*6 {
		t.Errorf("%d messages, want %d", heard.Load(), viewers*6)
	}
	// A snapshot a turn at most, however many joined within it.
	if n := feeds.snaps.Load(); n > viewers/2 {
		t.Errorf("%d snapshots were made for %d viewers", n, viewers)
	}
}
