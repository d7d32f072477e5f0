package trace

import "sync"

// Ring keeps the newest records up to its size: all telling ones and one in
// every n of the rest. Safe for concurrent use.
type Ring struct {
	mu    sync.Mutex
	slots []*Record
	next  int
	every int
	plain int
}

// NewRing has room for size records; one in every of the plain ones is kept
// (every < 1: none).
func NewRing(size, every int) *Ring {
	return &Ring{slots: make([]*Record, 0, max(1, size)), every: every}
}

// Add offers a record, which must not change any more.
func (r *Ring) Add(rec *Record) {
	telling := rec.Telling()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !telling {
		r.plain++
		if r.every < 1 || (r.plain-1)%r.every != 0 {
			return
		}
	}
	if len(r.slots) < cap(r.slots) {
		r.slots = append(r.slots, rec)
		return
	}
	r.slots[r.next] = rec
	r.next = (r.next + 1) % len(r.slots)
}

// Get a record by its id.
func (r *Ring) Get(id string) (*Record, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, rec := range r.slots {
		if rec.ID == id {
			return rec, true
		}
	}
	return nil, false
}

// List is the newest records first that keep accepts (nil: all), at most n.
func (r *Ring) List(n int, keep func(*Record) bool) []*Record {
	r.mu.Lock()
	defer r.mu.Unlock()
	var out []*Record
	for i := range r.slots {
		at := (r.next - 1 - i + 2*len(r.slots)) % len(r.slots)
		rec := r.slots[at]
		if keep == nil || keep(rec) {
			if len(out) == n {
				break
			}
			out = append(out, rec)
		}
	}
	return out
}
