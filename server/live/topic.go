package live

import (
	"encoding/json"
	"sync"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/api"
)

type topicKey struct{ team, name string }

// topic is one feed and who reads it. Its messages are prepared once a seq and
// subscription id; clients name their subscriptions alike, so that is mostly
// once a seq.
type topic struct {
	key topicKey

	mu    sync.Mutex
	feed  Feed
	seq   int64
	delta json.RawMessage // that led to seq; nil before the first
	snap  json.RawMessage // at seq; nil until somebody wants it
	ready map[readyKey]*websocket.PreparedMessage
	subs  map[*sub]struct{}
}

type readyKey struct {
	id   string
	snap bool
}

// maxReady bounds the prepared messages kept of one seq.
const maxReady = 64

// turn looks at the feed and tells whether there is news.
func (t *topic) turn() (bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	d := t.feed.Delta()
	if d == nil {
		return false, nil
	}
	t.seq++
	t.delta, t.snap = nil, nil
	clear(t.ready)
	text, err := json.Marshal(d)
	t.delta = text // nil after an error: everybody gets a snapshot
	for s := range t.subs {
		s.conn.offer(s)
	}
	return true, err
}

// message for a reader that has seen seq after: nil when it is up to date, the
// delta when it has seen all but the last, else a snapshot.
func (t *topic) message(id string, after int64) (*websocket.PreparedMessage, int64, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if after == t.seq {
		return nil, t.seq, nil
	}
	want := readyKey{id: id, snap: after != t.seq-1 || t.delta == nil}
	if m := t.ready[want]; m != nil {
		return m, t.seq, nil
	}
	kind, payload := "delta", t.delta
	if want.snap {
		if t.snap == nil {
			text, err := json.Marshal(t.feed.Snap())
			if err != nil {
				return nil, 0, err
			}
			t.snap = text
		}
		kind, payload = "snap", t.snap
	}
	text, err := json.Marshal(api.Envelope{ID: id, Seq: t.seq, Topic: t.key.name, Type: kind, Payload: payload})
	if err != nil {
		return nil, 0, err
	}
	m, err := websocket.NewPreparedMessage(websocket.TextMessage, text)
	if err != nil {
		return nil, 0, err
	}
	if len(t.ready) < maxReady {
		t.ready[want] = m
	}
	return m, t.seq, nil
}
