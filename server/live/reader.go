package live

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"riffle.dev/riffle/server/api"
	"riffle.dev/riffle/server/app"
)

// read takes the client's messages until the connection ends, and clears up.
func (c *conn) read() {
	defer func() {
		c.end(websocket.CloseNormalClosure, "")
		c.mu.Lock()
		subs := c.subs
		c.subs, c.news = map[string]*sub{}, map[*sub]struct{}{}
		c.mu.Unlock()
		for _, s := range subs {
			c.hub.leave(s)
		}
		c.hub.remove(c)
	}()
	alive := func() { _ = c.ws.SetReadDeadline(time.Now().Add(3 * c.hub.opt.Ping)) } // fails only when closed
	alive()
	c.ws.SetPongHandler(func(string) error { alive(); return nil })
	allowance := bucket{level: c.hub.opt.Burst, size: c.hub.opt.Burst, rate: c.hub.opt.Messages, at: time.Now()}
	for {
		kind, text, err := c.ws.ReadMessage()
		if err != nil {
			return
		}
		alive()
		if !allowance.take(time.Now()) {
			c.end(closePolicy, "too many messages")
			return
		}
		if kind != websocket.TextMessage {
			c.fail("", "", app.Fail(app.Invalid, "live_binary", "a message is JSON text, this one is binary"))
			continue
		}
		c.handle(text)
	}
}

// handle one message of the client.
func (c *conn) handle(text []byte) {
	var m api.LiveRequest
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil || d.More() {
		c.fail("", "", app.Fail(app.Invalid, "live_message", "the message is not one JSON object of the protocol"))
		return
	}
	switch m.Op {
	case "sub", "resync", "unsub":
		if m.ID == "" || len(m.ID) > 64 {
			c.fail("", m.Topic, app.Fail(app.Invalid, "live_id", "id has {n} bytes, want 1 to 64", len(m.ID)))
			return
		}
	}
	switch m.Op {
	case "sub":
		c.subscribe(m)
	case "unsub":
		c.unsubscribe(m.ID)
	case "resync":
		c.resync(m.ID)
	case "hidden":
		c.hidden.Store(m.Hidden)
		c.stir()
	case "ping":
		c.reply(api.Envelope{ID: m.ID, Type: "pong"})
	case "pong":
	default:
		c.fail(m.ID, m.Topic, app.Fail(app.Invalid, "live_op", "unknown op; want sub, unsub, resync, hidden, ping or pong"))
	}
}

func (c *conn) subscribe(m api.LiveRequest) {
	if len(m.Topic) > 200 || len(m.Team) > 40 {
		c.fail(m.ID, "", app.Fail(app.Invalid, "live_topic_long", "topic or team is too long"))
		return
	}
	if _, ok := c.who.Load().RoleIn(m.Team); !ok {
		c.fail(m.ID, m.Topic, app.Missing("team", m.Team))
		return
	}
	key := topicKey{m.Team, strings.TrimSpace(m.Topic)}
	c.mu.Lock()
	old, many := c.subs[m.ID], len(c.subs)
	c.mu.Unlock()
	switch {
	case old != nil && old.topic.key == key:
		c.resync(m.ID)
		return
	case old != nil:
		c.unsubscribe(m.ID)
	case many >= c.hub.opt.Subs:
		c.fail(m.ID, m.Topic, app.Fail(app.Invalid, "live_subscriptions", "a socket takes {max} subscriptions; leave one first", c.hub.opt.Subs))
		return
	}
	s := &sub{conn: c, id: m.ID, sent: max(m.Since, 0)}
	if err := c.hub.join(s, key); err != nil {
		c.fail(m.ID, m.Topic, err)
		return
	}
	c.mu.Lock()
	c.subs[m.ID] = s
	c.mu.Unlock()
	c.offer(s)
}

func (c *conn) unsubscribe(id string) {
	c.mu.Lock()
	s := c.subs[id]
	delete(c.subs, id)
	delete(c.news, s)
	c.mu.Unlock()
	if s != nil {
		c.hub.leave(s)
	}
}

// resync forgets what was sent, so that a snapshot comes next.
func (c *conn) resync(id string) {
	c.mu.Lock()
	s := c.subs[id]
	if s != nil {
		s.sent = 0
	}
	c.mu.Unlock()
	if s == nil {
		c.fail(id, "", app.Fail(app.NotFound, "live_no_subscription", "there is no subscription of this id"))
		return
	}
	c.offer(s)
}

// bucket is a token bucket.
type bucket struct {
	level, size, rate float64
	at                time.Time
}

func (b *bucket) take(now time.Time) bool {
	b.level = min(b.size, b.level+b.rate*now.Sub(b.at).Seconds())
	b.at = now
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}
