package limit

import (
	"sync"
	"time"
)

// Rate is a limit of requests a second. Safe for concurrent use.
type Rate struct {
	rate float64 // 0: none

	mu sync.Mutex
	b  bucket
}

// NewRate of so many requests a second; 0 or less: no limit.
func NewRate(rate float64) *Rate { return &Rate{rate: rate, b: bucket{level: size(rate)}} }

// Rate a second.
func (r *Rate) Rate() float64 { return r.rate }

// Take one request's place, or say after how long there will be one.
func (r *Rate) Take(now time.Time) (wait time.Duration, ok bool) {
	if r.rate <= 0 {
		return 0, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.take(r.rate, now)
}

// Give back a part of a place that was taken, 0 to 1.
func (r *Rate) Give(part float64) {
	if r.rate <= 0 || !(part > 0) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.b.give(r.rate, part)
}

// bucket of tokens. at is zero before the first request.
type bucket struct {
	level float64
	at    time.Time
}

// size is how many a bucket holds.
func size(rate float64) float64 { return max(rate/4, 1) }

func (b *bucket) take(rate float64, now time.Time) (wait time.Duration, ok bool) {
	b.fill(rate, now)
	if b.level < 1 {
		return time.Duration((1 - b.level) / rate * float64(time.Second)), false
	}
	b.level--
	return 0, true
}

// give back a part of one, as long as there is room.
func (b *bucket) give(rate, part float64) { b.level = min(size(rate), b.level+min(part, 1)) }

// fill by what has flown in since. A clock that went back lets nothing in.
func (b *bucket) fill(rate float64, now time.Time) {
	if !b.at.IsZero() {
		b.level = min(size(rate), b.level+rate*max(now.Sub(b.at).Seconds(), 0))
	}
	b.at = now
}
