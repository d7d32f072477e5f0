package exec

import (
	"container/list"
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
)

// Cache keeps what nodes gave, for all requests of a process. It holds at most
// so many bytes, those used last. An entry holds for one node of one compiled
// project, one key, and the views it was made from.
type Cache struct {
	most int64

	mu      sync.Mutex
	entries map[cacheKey]*list.Element // of *entry
	used    *list.List                 // the last one first
	bytes   int64
	renews  int           // answers that are got anew behind the ones that use the old
	idle    chan struct{} // closed when renews is 0; nil unless somebody waits

	hits, misses, waits, stale, renewed, unrenewed atomic.Int64
}

// NewCache holds about so many bytes.
func NewCache(bytes int64) *Cache {
	return &Cache{most: bytes, entries: map[cacheKey]*list.Element{}, used: list.New()}
}

// CacheCounts are how often a node asked the cache.
type CacheCounts struct {
	Hits    int64 `json:"hits"`
	Misses  int64 `json:"misses"`
	Waits   int64 `json:"waits"`   // hits that waited for another request's answer
	Stale   int64 `json:"stale"`   // hits that were older than they should be
	Renewed int64 `json:"renewed"` // answers that were got behind such hits
	Failed  int64 `json:"failed"`  // those that were not to be had
	Entries int   `json:"entries"`
	Bytes   int64 `json:"bytes"`
}

// Counts since the start.
func (c *Cache) Counts() CacheCounts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return CacheCounts{Hits: c.hits.Load(), Misses: c.misses.Load(), Waits: c.waits.Load(),
		Stale: c.stale.Load(), Renewed: c.renewed.Load(), Failed: c.unrenewed.Load(), Entries: len(c.entries), Bytes: c.bytes}
}

type cacheKey struct {
	node *dag.Node
	sum  [sha256.Size]byte
}

// entry is an answer, or one that somebody is getting. Guarded by the cache's
// lock, but for what is set before ready is closed. From until to end it is
// stale: used, while one request gets a new one behind its own answer.
type entry struct {
	key   cacheKey
	views []any              // of the data it was made from, see versions
	homes map[string]op.View // by resource: where its items are, of views that belong to the request that got it
	ready chan struct{}      // closed when out is there, or nobody gets it any more
	good  bool
	out   op.Out
	until time.Time
	end   time.Time
	bytes int64

	renewing bool
	rest     time.Time // not got anew before: it was tried in vain
}

// Bounds of what is stale.
const (
	// MostStale is how long a stale answer is used at most; it is not used longer
	// than it was good for either.
	MostStale = time.Minute
	// mostRenews is how many answers are got anew at once; what is more waits for
	// a later request.
	mostRenews = 64
	// mostRest is how long nobody tries to get an answer anew at most, where that
	// failed; it is a tenth of what the answer was good for.
	mostRest = time.Second
)

// hit is an answer of the cache.
type hit struct {
	out   op.Out
	homes map[string]op.View
	stale bool
	renew *entry // to be got anew, by replace or leave; nil: no
}

// get an answer, or the duty to get it: then the entry must be given to put
// or drop. now is the clock.
func (c *Cache) get(ctx context.Context, key cacheKey, views []any, now func() time.Time) (got hit, mine *entry, err error) {
	for waited := false; ; waited = true {
		c.mu.Lock()
		if at, ok := c.entries[key]; ok {
			e := at.Value.(*entry)
			t := now()
			if !slices.Equal(e.views, views) || e.good && !t.Before(e.end) {
				c.remove(at)
			} else {
				c.used.MoveToFront(at)
				got = hit{stale: e.good && !t.Before(e.until)}
				if got.stale && !e.renewing && !t.Before(e.rest) && c.renews < mostRenews {
					e.renewing, got.renew = true, e
					c.renews++
				}
				c.mu.Unlock()
				select {
				case <-e.ready:
				default:
					select {
					case <-e.ready:
						waited = true
					case <-ctx.Done():
						return hit{}, nil, ctx.Err()
					}
				}
				if !e.good {
					continue // who was getting it has failed: now it is ours
				}
				c.hits.Add(1)
				if waited {
					c.waits.Add(1)
				}
				if got.stale {
					c.stale.Add(1)
				}
				got.out, got.homes = e.out, e.homes
				return got, nil, nil
			}
		}
		e := &entry{key: key, views: views, ready: make(chan struct{}), bytes: entryBytes}
		c.add(e)
		c.mu.Unlock()
		c.misses.Add(1)
		return hit{}, e, nil
	}
}

// entryBytes is about what an entry takes besides its answer.
const entryBytes = 256

// put an answer that others may have until then, and stale until the end.
func (c *Cache) put(e *entry, out op.Out, homes map[string]op.View, until, end time.Time) {
	bytes := weighAll(&out, homes)
	c.mu.Lock()
	e.out, e.homes, e.good, e.until, e.end = out, homes, true, until, end
	close(e.ready)
	at, ok := c.entries[e.key]
	switch {
	case !ok || at.Value != e: // pushed out meanwhile
	case bytes > c.most/8:
		c.remove(at)
	default:
		c.bytes += bytes - e.bytes
		e.bytes = bytes
		c.trim()
	}
	c.mu.Unlock()
}

// replace a stale answer by a new one.
func (c *Cache) replace(old *entry, out op.Out, homes map[string]op.View, until, end time.Time) {
	e := &entry{key: old.key, views: old.views, homes: homes, ready: old.ready, good: true, out: out, until: until, end: end, bytes: weighAll(&out, homes)}
	c.renewed.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.renewalEnds(old)
	at, ok := c.entries[e.key]
	switch {
	case !ok || at.Value != old: // pushed out meanwhile, or of older data
	case e.bytes > c.most/8:
		c.remove(at)
	default:
		at.Value = e
		c.bytes += e.bytes - old.bytes
		c.trim()
	}
}

// leave a stale answer, for there is no newer one: it is not tried
// again before then.
func (c *Cache) leave(old *entry, rest time.Time) {
	c.unrenewed.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	old.rest = rest
	c.renewalEnds(old)
}

func (c *Cache) renewalEnds(old *entry) {
	old.renewing = false
	if c.renews--; c.renews == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// Wait until nothing is got behind stale answers.
func (c *Cache) Wait(ctx context.Context) error {
	c.mu.Lock()
	if c.renews == 0 {
		c.mu.Unlock()
		return nil
	}
	if c.idle == nil {
		c.idle = make(chan struct{})
	}
	idle := c.idle
	c.mu.Unlock()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// weighAll is about what an entry takes.
func weighAll(out *op.Out, homes map[string]op.View) int64 {
	bytes := int64(entryBytes + weigh(out))
	for _, v := range homes {
		if p, ok := v.(op.Passing); ok {
			bytes += int64(p.Bytes())
		}
	}
	return bytes
}

// drop an entry whose answer did not come.
func (c *Cache) drop(e *entry) {
	c.mu.Lock()
	if at, ok := c.entries[e.key]; ok && at.Value == e {
		c.remove(at)
	}
	close(e.ready)
	c.mu.Unlock()
}

func (c *Cache) add(e *entry) {
	c.entries[e.key] = c.used.PushFront(e)
	c.bytes += e.bytes
	c.trim()
}

// trim pushes out what was not used for longest; at most a few at a time, for
// each addition can do as much.
func (c *Cache) trim() {
	for c.bytes > c.most && c.used.Len() > 1 {
		c.remove(c.used.Back())
	}
}

func (c *Cache) remove(at *list.Element) {
	e := at.Value.(*entry)
	delete(c.entries, e.key)
	c.used.Remove(at)
	c.bytes -= e.bytes
}
