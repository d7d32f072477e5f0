package limit

import (
	"sync"
	"time"
)

// Bucket gives rate tokens a second; what is not used is kept for a tenth of a
// second's worth, one at least.
type Bucket struct {
	mu    sync.Mutex
	now   func() time.Time
	rate  float64
	burst float64
	left  float64
	last  time.Time
}

// New makes a bucket that is full. now is the clock.
func New(rate float64, now func() time.Time) *Bucket {
	burst := max(1, rate/10)
	return &Bucket{now: now, rate: rate, burst: burst, left: burst, last: now()}
}

// Take a token, if there is one.
func (b *Bucket) Take() bool {
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
