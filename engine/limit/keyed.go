package limit

import (
	"sync"
	"time"
)

// MaxKeys that a Keyed remembers, MaxKey bytes of each.
const (
	MaxKeys = 10_000
	MaxKey  = 256
)

// Keyed is a limit of requests a second for each key. Safe for concurrent use.
type Keyed struct {
	held
	mu     sync.Mutex
	keys   map[string]*bucket
	lately lately // of all keys
}

// NewKeyed of so many requests a second a key; 0 or less: no limit.
func NewKeyed(rate float64) *Keyed {
	k := &Keyed{keys: map[string]*bucket{}}
	k.begin(rate)
	return k
}

// Take one request's place of a key, or say after how long there will be one. Of
// a long key the beginning counts.
func (k *Keyed) Take(key string, now time.Time) (wait time.Duration, ok bool) {
	if k.rate <= 0 {
		return 0, true
	}
	if len(key) > MaxKey {
		key = key[:MaxKey]
	}
	k.asked.Add(1)
	rate := k.holds()
	k.mu.Lock()
	defer k.mu.Unlock()
	b := k.keys[key]
	if b == nil {
		if len(k.keys) >= MaxKeys {
			k.forget(now)
		}
		b = &bucket{level: size(rate)}
		k.keys[key] = b
	}
	wait, ok = b.take(rate, now)
	if k.lately.add(now, ok); !ok {
		k.refused.Add(1)
	}
	return wait, ok
}

// Lately is Rate.Lately of all keys together.
func (k *Keyed) Lately(now time.Time) (taken, refused float64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.lately.rates(now)
}

// Give back a part of a key's place that was taken, 0 to 1.
func (k *Keyed) Give(key string, part float64) {
	if k.rate <= 0 || !(part > 0) {
		return
	}
	if len(key) > MaxKey {
		key = key[:MaxKey]
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if b := k.keys[key]; b != nil {
		b.give(k.holds(), part)
	}
}

// Left of a key, as Rate.Left is; a key that nobody remembers has all.
func (k *Keyed) Left(key string, now time.Time) (places int, after time.Duration) {
	if k.rate <= 0 {
		return 0, 0
	}
	if len(key) > MaxKey {
		key = key[:MaxKey]
	}
	rate := k.holds()
	k.mu.Lock()
	defer k.mu.Unlock()
	if b := k.keys[key]; b != nil {
		return b.left(rate, now)
	}
	return int(size(rate)), 0
}

// looked at are so many keys, in no order, when room is needed.
const looked = 64

// forget keys whose buckets are full again, of a few; where there are none, the
// one that asked the longest ago.
func (k *Keyed) forget(now time.Time) {
	oldest, at, n, gone := "", now, 0, false
	rate := k.holds()
	for key, b := range k.keys {
		if n++; n > looked {
			break
		}
		if b.level+rate*now.Sub(b.at).Seconds() >= size(rate) {
			delete(k.keys, key)
			gone = true
		} else if !b.at.After(at) {
			oldest, at = key, b.at
		}
	}
	if !gone {
		delete(k.keys, oldest)
	}
}

// Keys that are remembered.
func (k *Keyed) Keys() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.keys)
}
