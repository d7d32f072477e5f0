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

// A look-up of who is known may not hold requests up: it has lookWithin, and
// after one that failed the next comes retryAfter later.
const (
	lookWithin = time.Second
	retryAfter = 2 * time.Second
)

// A full cache forgets all; unknown credentials have one of their own, so that
// guessing does not push out who is known.
const (
	maxRemembered = 50_000
	maxUnknown    = 10_000
)

type cache struct {
	mu      sync.Mutex
	items   map[string]*remembered
	unknown map[string]time.Time
	changes int // counts forget and drop
}

type remembered struct {
	who     *app.Principal
	good    time.Time // of the last look-up that answered
	next    time.Time // when it is looked up again
	must    bool      // by everybody who asks: something of it has changed
	failing bool      // the last look-up did not answer
}

// verdict says what to do about credentials.
type verdict uint8

const (
	lookUp  verdict = iota // nothing is known
	refresh                // known; look again, and go on with it when that fails
	beside                 // known; go on with it, and look again meanwhile
	use                    // known
)

// get tells what is remembered; nil with use for unknown credentials. Of those
// who ask for one that is due, one is told to refresh; while look-ups fail,
// without waiting for it. as is for put.
func (c *cache) get(key string, now time.Time) (who *app.Principal, what verdict, as int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	who, what = c.settle(key, now)
	return who, what, c.changes
}

func (c *cache) settle(key string, now time.Time) (*app.Principal, verdict) {
	if at, ok := c.unknown[key]; ok && now.Sub(at) < Fresh {
		return nil, use
	}
	r := c.items[key]
	switch {
	case r == nil, now.Sub(r.good) > Stale, !r.who.Expires.IsZero() && !now.Before(r.who.Expires):
		return nil, lookUp
	case r.must:
		return r.who, refresh
	case now.Before(r.next):
		return r.who, use
	}
	due := r.next
	r.next = now.Add(lookWithin)
	if r.failing && now.Sub(due) < Fresh {
		return r.who, beside
	}
	return r.who, refresh
}

// put remembers an answer; nil for unknown credentials. as is what get gave
// before the look-up: when something has changed meanwhile the answer may be of
// before it, and holds for nobody else.
func (c *cache) put(key string, who *app.Principal, now time.Time, as int) {
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
		c.items = map[string]*remembered{}
	}
	c.items[key] = &remembered{who: who, good: now, next: now.Add(Fresh), must: as != c.changes}
}

// failed puts the next look-up off.
func (c *cache) failed(key string, now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r := c.items[key]; r != nil {
		r.next, r.must, r.failing = now.Add(retryAfter), false, true
	}
}

// forget makes every entry be looked up again; while the database is away they
// still hold. drop forgets one for good.
func (c *cache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	for _, r := range c.items {
		r.must = true
	}
}

func (c *cache) drop(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	delete(c.items, key)
}
