package auth

import (
	"sync"
	"time"

	"riffle.dev/riffle/server/app"
)

// How long a principal is remembered.
const (
	Fresh = 10 * time.Second // and looked up again
	Stale = 15 * time.Minute // while the database is away
)

// A full cache forgets all; unknown credentials have one of their own, so that
// guessing does not push out who is known.
const (
	maxRemembered = 50_000
	maxUnknown    = 10_000
)

type cache struct {
	mu      sync.Mutex
	items   map[string]remembered
	unknown map[string]time.Time
}

type remembered struct {
	who *app.Principal
	at  time.Time
}

// get tells what is remembered and whether it is fresh; nil is remembered for
// unknown credentials.
func (c *cache) get(key string, now time.Time) (who *app.Principal, known, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.unknown[key]; ok && now.Sub(at) < Fresh {
		return nil, true, true
	}
	r, ok := c.items[key]
	if !ok || now.Sub(r.at) > Stale || r.who != nil && !r.who.Expires.IsZero() && !now.Before(r.who.Expires) {
		return nil, false, false
	}
	return r.who, true, now.Sub(r.at) < Fresh
}

func (c *cache) put(key string, who *app.Principal, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if who == nil {
		if c.unknown == nil || len(c.unknown) >= maxUnknown {
			c.unknown = map[string]time.Time{}
		}
		c.unknown[key] = now
		delete(c.items, key)
		return
	}
	if c.items == nil || len(c.items) >= maxRemembered {
		c.items = map[string]remembered{}
	}
	c.items[key] = remembered{who, now}
}

// forget makes every entry be looked up again; while the database is away they
// still hold. drop forgets one for good.
func (c *cache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for k, r := range c.items {
		r.at = r.at.Add(-Fresh)
		c.items[k] = r
	}
}

func (c *cache) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.items, key)
}
