package live

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// maxReplies bounds the answers that wait for a client: errors and pongs.
const maxReplies = 32

// conn is one socket: a goroutine that reads and one that writes.
type conn struct {
	hub     *Hub
	ws      *websocket.Conn
	request *http.Request // whose credentials are looked at again
	who     atomic.Pointer[app.Principal]
	hidden  atomic.Bool

	done   chan struct{} // closed by end
	once   sync.Once
	code   int
	reason string

	wake chan struct{} // something below changed

	mu      sync.Mutex
	subs    map[string]*sub
	news    map[*sub]struct{} // those whose topic has news
	replies []api.Envelope
}

// sub is one subscription. sent is the writer's, under conn.mu.
type sub struct {
	conn  *conn
	id    string
	topic *topic
	sent  int64
	at    time.Time // of the last message
}

func newConn(h *Hub, ws *websocket.Conn, r *http.Request, who *app.Principal) *conn {
	c := &conn{hub: h, ws: ws, request: r.WithContext(context.WithoutCancel(r.Context())), done: make(chan struct{}),
		wake: make(chan struct{}, 1), subs: map[string]*sub{}, news: map[*sub]struct{}{}}
	c.who.Store(who)
	return c
}

// end the connection with a close code; the first one counts.
func (c *conn) end(code int, reason string) {
	c.once.Do(func() {
		c.code, c.reason = code, reason
		close(c.done)
	})
}

// refuse a connection that never began.
func (c *conn) refuse(code int, reason string) {
	c.sayGoodbye(code, reason)
	_ = c.ws.Close()
}

func (c *conn) sayGoodbye(code int, reason string) {
	// Best effort: the peer may be gone.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, reason), time.Now().Add(time.Second))
}

// offer tells that the topic of s has news.
func (c *conn) offer(s *sub) {
	c.mu.Lock()
	if c.subs[s.id] == s {
		c.news[s] = struct{}{}
	}
	c.mu.Unlock()
	c.stir()
}

func (c *conn) stir() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// reply queues an answer; a client that does not take its answers is too slow.
func (c *conn) reply(e api.Envelope) {
	c.mu.Lock()
	full := len(c.replies) >= maxReplies
	if !full {
		c.replies = append(c.replies, e)
	}
	c.mu.Unlock()
	if full {
		c.end(closeSlow, "answers are not read")
		return
	}
	c.stir()
}

func (c *conn) fail(id, topic string, err error) {
	out := api.LiveError{Code: app.CodeOf(err), Detail: "something went wrong"}
	var e *app.Error
	if errors.As(err, &e) {
		out.Detail, out.Reason, out.Params = e.Message, e.Reason, e.Params
	}
	c.reply(api.Envelope{ID: id, Topic: topic, Type: "error", Payload: out})
}
