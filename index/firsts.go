package index

import (
	"slices"
	"sync"
)

// firsts of a view are answers merged from what its segments keep (leaders.go), for
// who asks the same of it again. A view never changes, so neither do they.
type firsts struct {
	mu    sync.RWMutex
	kept  map[string]Hits
	bytes int
}

// A view keeps so much of them, and no single one that takes a share of that.
const (
	firstsBytes = 256 << 10
	firstsShare = 8
)

// get a copy of what is kept under a key.
func (f *firsts) get(key []byte) (Hits, bool) {
	f.mu.RLock()
	h, ok := f.kept[string(key)]
	f.mu.RUnlock()
	if !ok {
		return Hits{}, false
	}
	return h.clone(), true
}

// put a copy under a key, in place of all others where there is no room.
func (f *firsts) put(key []byte, h Hits) {
	size := 64 + len(key) + 16*h.Len()
	if size > firstsBytes/firstsShare {
		return
	}
	h = h.clone()
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ok := f.kept[string(key)]; ok {
		return // by another, meanwhile
	}
	if f.kept == nil || f.bytes+size > firstsBytes {
		f.kept, f.bytes = map[string]Hits{}, 0
	}
	f.kept[string(key)] = h
	f.bytes += size
}

func (h Hits) clone() Hits { return Hits{Docs: slices.Clone(h.Docs), Scores: slices.Clone(h.Scores)} }
