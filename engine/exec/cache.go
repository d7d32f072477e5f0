package exec

import (
	"container/list"
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
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

	hits, misses, waits atomic.Int64
}

// NewCache holds about so many bytes.
func NewCache(bytes int64) *Cache {
	return &Cache{most: bytes, entries: map[cacheKey]*list.Element{}, used: list.New()}
}

// CacheCounts are how often a node asked the cache.
type CacheCounts struct {
	Hits    int64 `json:"hits"`
	Misses  int64 `json:"misses"`
	Waits   int64 `json:"waits"` // hits that waited for another request's answer
	Entries int   `json:"entries"`
	Bytes   int64 `json:"bytes"`
}

// Counts since the start.
func (c *Cache) Counts() CacheCounts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return CacheCounts{Hits: c.hits.Load(), Misses: c.misses.Load(), Waits: c.waits.Load(), Entries: len(c.entries), Bytes: c.bytes}
}

type cacheKey struct {
	node *dag.Node
	sum  [sha256.Size]byte
}

// entry is an answer, or one that somebody is getting. Guarded by the cache's
// lock, but for what is set before ready is closed.
type entry struct {
	key   cacheKey
	views []any              // of the data it was made from, see versions
	homes map[string]op.View // by resource: where its items are, of views that belong to the request that got it
	ready chan struct{}      // closed when out is there, or nobody gets it any more
	good  bool
	out   op.Out
	until time.Time
	bytes int64
}

// get an answer, or the duty to get it: then the entry must be given to put
// or drop. now is the clock.
func (c *Cache) get(ctx context.Context, key cacheKey, views []any, now func() time.Time) (out op.Out, homes map[string]op.View, mine *entry, err error) {
	for waited := false; ; waited = true {
		c.mu.Lock()
		if at, ok := c.entries[key]; ok {
			e := at.Value.(*entry)
			if !slices.Equal(e.views, views) || e.good && !now().Before(e.until) {
				c.remove(at)
			} else {
				c.used.MoveToFront(at)
				c.mu.Unlock()
				select {
				case <-e.ready:
				default:
					select {
					case <-e.ready:
						waited = true
					case <-ctx.Done():
						return op.Out{}, nil, nil, ctx.Err()
					}
				}
				if !e.good {
					continue // who was getting it has failed: now it is ours
				}
				c.hits.Add(1)
				if waited {
					c.waits.Add(1)
				}
				return e.out, e.homes, nil, nil
			}
		}
		e := &entry{key: key, views: views, ready: make(chan struct{}), bytes: entryBytes}
		c.add(e)
		c.mu.Unlock()
		c.misses.Add(1)
		return op.Out{}, nil, e, nil
	}
}

// entryBytes is about what an entry takes besides its answer.
const entryBytes = 256

// put an answer that others may have until then.
func (c *Cache) put(e *entry, out op.Out, homes map[string]op.View, until time.Time) {
	bytes := int64(entryBytes + weigh(&out))
	for _, v := range homes {
		if p, ok := v.(op.Passing); ok {
			bytes += int64(p.Bytes())
		}
	}
	c.mu.Lock()
	e.out, e.homes, e.good, e.until = out, homes, true, until
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

// cached gives what the cache has for a node, or gets it for all who wait.
func (r *run) cached(id int32) (op.Out, error) {
	c, n := &r.calls[id], r.plan.nodes[id].Node
	key, err := r.key(id)
	if err != nil {
		return op.Out{}, err
	}
	views, homes, err := r.versions(n)
	if err != nil {
		return op.Out{}, err
	}
	out, from, mine, err := r.in.Cache.get(c.Ctx, key, views, time.Now)
	if err != nil {
		return op.Out{}, err
	}
	if mine == nil {
		r.mu.Lock()
		r.states[id].span.Cached = true
		r.mu.Unlock()
		return op.Moved(out, from, r.view)
	}
	done := false
	defer func() {
		if !done { // it failed, or panicked
			r.in.Cache.drop(mine)
		}
	}()
	if out, err = r.tries(id); err == nil {
		done = true
		r.in.Cache.put(mine, out, homes, time.Now().Add(time.Duration(n.Cache.For)))
	}
	return out, err
}

// versions of the data a node's answer is made from: of its resource; of any
// other node, but for values a service gave, of all that the request may read.
// What a store says has no version: it holds as long as the entry does. homes
// are the views of stores.
func (r *run) versions(n *dag.Node) (versions []any, homes map[string]op.View, err error) {
	names := r.root.plan.Graph.Resources
	switch {
	case n.Resource != "":
		names = []string{n.Resource}
	case n.Shape == dag.ValueShape && (n.Op == "service" || n.Op == "words" || n.Op == "expr"):
		names = nil
	}
	versions = make([]any, 0, len(names))
	for _, name := range names {
		v, err := r.view(name)
		if err != nil {
			return nil, nil, err
		}
		switch v := v.(type) {
		case *index.View:
			versions = append(versions, weak.Make(v))
		case op.Passing:
			versions = append(versions, v.Source())
			if homes == nil {
				homes = map[string]op.View{}
			}
			homes[name] = v
		default:
			versions = append(versions, v)
		}
	}
	return versions, homes, nil
}
