package auth

import (
	"sync"
	"time"
)

// Tries of a login: a burst, then one a while, by login and by address.
const (
	loginBurst   = 10
	loginEvery   = 30 * time.Second
	addressBurst = 50
	addressEvery = 2 * time.Second
	maxBuckets   = 20_000
)

// limiter is token buckets by key. A success gives the login's bucket back.
type limiter struct {
	mu      sync.Mutex
	buckets map[string]bucket
}

type bucket struct {
	left float64
	at   time.Time
}

// take asks for one try and tells how long to wait when there is none.
func (l *limiter) take(key string, burst int, every time.Duration, now time.Time) (wait time.Duration, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.buckets) >= maxBuckets {
		l.sweep(now)
	}
	b, known := l.buckets[key]
	if !known {
		b = bucket{left: float64(burst), at: now}
	}
	b.left = min(float64(burst), b.left+float64(now.Sub(b.at))/float64(every))
	b.at = now
	if ok = b.left >= 1; ok {
		b.left--
	} else {
		wait = time.Duration((1 - b.left) * float64(every))
	}
	if l.buckets == nil {
		l.buckets = map[string]bucket{}
	}
	l.buckets[key] = b
	return wait, ok
}

func (l *limiter) reset(key string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.buckets, key)
}

// sweep drops buckets that are full again; when all are in use, any half of
// them, so that memory is bounded whoever knocks.
func (l *limiter) sweep(now time.Time) {
	for k, b := range l.buckets {
		if now.Sub(b.at) > time.Hour {
			delete(l.buckets, k)
		}
	}
	for k := range l.buckets {
		if len(l.buckets) < maxBuckets/2 {
			return
		}
		delete(l.buckets, k)
	}
}
