package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/app"
)

// Hub keeps the topics that somebody reads. Safe for concurrent use.
type Hub struct {
	feeds Feeds
	auth  Sessions
	log   *slog.Logger
	now   func() time.Time
	opt   Options

	poked chan struct{}

	mu     sync.Mutex
	topics map[topicKey]*topic
	conns  map[*conn]struct{}
	closed bool
	gone   sync.WaitGroup
}

// NewHub shows what feeds open to whom auth lets in.
func NewHub(feeds Feeds, auth Sessions, log *slog.Logger, now func() time.Time, opt Options) *Hub {
	return &Hub{feeds: feeds, auth: auth, log: log, now: now, opt: opt.withDefaults(),
		poked: make(chan struct{}, 1), topics: map[topicKey]*topic{}, conns: map[*conn]struct{}{}}
}

// Poke makes the Hub look at its feeds at once, because a state changed.
func (h *Hub) Poke() {
	select {
	case h.poked <- struct{}{}:
	default:
	}
}

// Run looks at the feeds, at every turn and poke, until ctx ends; then every
// socket is closed with 1001.
func (h *Hub) Run(ctx context.Context) {
	ticker := time.NewTicker(h.opt.Turn)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			h.close()
			return
		case <-ticker.C:
		case <-h.poked:
		}
		for _, t := range h.list() {
			if _, err := t.turn(); err != nil {
				h.log.Error("a live message could not be encoded", "topic", t.key.name, "team", t.key.team, "error", err)
			}
		}
	}
}

func (h *Hub) list() []*topic {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := make([]*topic, 0, len(h.topics))
	for _, t := range h.topics {
		out = append(out, t)
	}
	return out
}

// join a reader to a topic, which is opened when nobody read it.
func (h *Hub) join(s *sub, key topicKey) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := h.topics[key]
	if t == nil {
		feed, err := h.feeds.Open(key.team, key.name)
		if err != nil {
			return err
		}
		// Milliseconds grow faster than turns do: a topic that is opened again
		// never repeats a seq, and `since` cannot be mistaken.
		t = &topic{key: key, feed: feed, seq: h.now().UnixMilli(), ready: map[readyKey]*websocket.PreparedMessage{}, subs: map[*sub]struct{}{}}
		h.topics[key] = t
	}
	t.mu.Lock()
	t.subs[s] = struct{}{}
	t.mu.Unlock()
	s.topic = t
	return nil
}

// leave a topic, which is closed when nobody reads it any more.
func (h *Hub) leave(s *sub) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t := s.topic
	t.mu.Lock()
	delete(t.subs, s)
	last := len(t.subs) == 0
	t.mu.Unlock()
	if last && h.topics[t.key] == t {
		delete(h.topics, t.key)
	}
}

func (h *Hub) add(c *conn) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || len(h.conns) >= h.opt.Conns {
		return app.Fail(app.Unavailable, "live_full", "no more live sockets are taken; try again")
	}
	h.conns[c] = struct{}{}
	h.gone.Add(1)
	return nil
}

func (h *Hub) remove(c *conn) {
	h.mu.Lock()
	delete(h.conns, c)
	h.mu.Unlock()
	h.gone.Done()
}

// close every socket and wait until they are gone.
func (h *Hub) close() {
	h.mu.Lock()
	h.closed = true
	for c := range h.conns {
		c.end(closeGoingAway, "the server stops")
	}
	h.mu.Unlock()
	h.gone.Wait()
}

// Viewers is the number of open sockets.
func (h *Hub) Viewers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.conns)
}
