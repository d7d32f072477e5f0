package live

import (
	"encoding/json"
	"time"

	"github.com/gorilla/websocket"
)

// write sends what is due until the connection ends.
func (c *conn) write() {
	ping := time.NewTicker(c.hub.opt.Ping)
	recheck := time.NewTicker(c.hub.opt.Recheck)
	later := time.NewTimer(time.Hour) // the next message to a hidden tab
	expiry := time.NewTimer(c.untilExpiry())
	defer func() {
		ping.Stop()
		recheck.Stop()
		later.Stop()
		expiry.Stop()
		c.sayGoodbye(c.code, c.reason)
		_ = c.ws.Close() // ends read
	}()
	for {
		select {
		case <-c.done:
			return
		case <-c.wake:
		case <-later.C:
		case <-ping.C:
			if err := c.ws.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second)); err != nil {
				c.end(closeSlow, "pings are not read")
			}
		case <-recheck.C:
			c.recheck()
		case <-expiry.C:
			c.recheck()
			left := c.untilExpiry()
			if left <= 0 {
				c.end(closeLogin, "the session has ended")
			}
			expiry.Reset(left)
		}
		wait, err := c.flush()
		if err != nil {
			c.end(closeSlow, "messages are not read")
			return
		}
		if wait > 0 {
			later.Reset(wait)
		}
	}
}

// flush writes replies and news, and tells after how long something held back
// for a hidden tab is due.
func (c *conn) flush() (wait time.Duration, err error) {
	for {
		c.mu.Lock()
		replies := c.replies
		c.replies = nil
		c.mu.Unlock()
		if len(replies) == 0 {
			break
		}
		for _, e := range replies {
			text, err := json.Marshal(e)
			if err != nil {
				return 0, err
			}
			m, err := websocket.NewPreparedMessage(websocket.TextMessage, text)
			if err != nil {
				return 0, err
			}
			if err := c.send(m); err != nil {
				return 0, err
			}
		}
	}
	now := c.hub.now()
	for range c.hub.opt.Subs {
		s, sent, hold := c.nextNews(now)
		if s == nil || c.ended() {
			return hold, nil
		}
		m, seq, err := s.topic.message(s.id, sent)
		if err != nil {
			c.hub.log.Error("a live snapshot could not be encoded", "topic", s.topic.key.name, "error", err)
			continue
		}
		if m == nil {
			continue
		}
		// Noted before it is sent: a resync that answers this message is later.
		c.mu.Lock()
		s.sent, s.at = seq, now
		c.mu.Unlock()
		if err := c.send(m); err != nil {
			return 0, err
		}
	}
	c.stir() // news came faster than it went: pings and the end have their turn
	return 0, nil
}

func (c *conn) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

// nextNews takes one subscription that has news and is due.
func (c *conn) nextNews(now time.Time) (s *sub, sent int64, hold time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	hidden := c.hidden.Load()
	for s := range c.news {
		if hidden && s.sent != 0 {
			if left := c.hub.opt.Hidden - now.Sub(s.at); left > 0 {
				if hold == 0 || left < hold {
					hold = left
				}
				continue
			}
		}
		delete(c.news, s)
		return s, s.sent, 0
	}
	return nil, 0, hold
}

// send one message. A client that takes too long for it is let go: with 4408
// when the write ended after all, else without a word, as none can be said.
func (c *conn) send(m *websocket.PreparedMessage) error {
	begin := time.Now()
	if err := c.ws.SetWriteDeadline(begin.Add(c.hub.opt.WriteWait)); err != nil {
		return err
	}
	if err := c.ws.WritePreparedMessage(m); err != nil {
		return err
	}
	if time.Since(begin) > c.hub.opt.SlowAfter {
		c.end(closeSlow, "messages are read too slowly")
	}
	return nil
}
