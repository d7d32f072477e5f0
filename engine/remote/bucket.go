package remote

import (
	"sync"
	"time"
)

// bucket gives rate tokens a second; what is not used is kept for a tenth of a
// second's worth, one at least.
type bucket struct {
	mu    sync.Mutex
	now   func() time.Time
	rate  float64
	burst float64
	left  float64
	last  time.Time
}

func newBucket(rate float64, now func() time.Time) *bucket {
	burst := max(1, rate/10)
	return &bucket{now: now, rate: rate, burst: burst, left: burst, last: now()}
}

// take a token, if there is one.
func (b *bucket) take() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	b.left = min(b.burst, b.left+now.Sub(b.last).Seconds()*b.rate)
	b.last = now
	if b.left < 1 {
		return false
	}
	b.left--
	return true
}
