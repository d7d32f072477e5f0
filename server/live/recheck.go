package live

import (
	"time"

	"riffle.dev/riffle/server/app"
)

// forever stands for credentials without an end.
const forever = time.Duration(1) << 60

// untilExpiry is how long the credentials are good.
func (c *conn) untilExpiry() time.Duration {
	who := c.who.Load()
	if who.Expires.IsZero() {
		return forever
	}
	return max(who.Expires.Sub(c.hub.now()), 0)
}

// recheck looks at the credentials again: a session that was ended and a team
// that was left end what they allowed. Without a database what was known holds.
func (c *conn) recheck() {
	who, err := c.hub.auth.Of(c.request)
	if err != nil && app.CodeOf(err) != app.Unauthenticated {
		return
	}
	if err != nil || who == nil {
		c.end(closeLogin, "the session has ended")
		return
	}
	c.who.Store(who)
	c.mu.Lock()
	var lost []*sub
	for _, s := range c.subs {
		if _, ok := who.RoleIn(s.topic.key.team); !ok {
			lost = append(lost, s)
		}
	}
	c.mu.Unlock()
	for _, s := range lost {
		c.unsubscribe(s.id)
		c.fail(s.id, s.topic.key.name, app.Missing("team", s.topic.key.team))
	}
}
