package gateway

import (
	"sync"
	"time"
)

// limit is a scene's written requests a second, as a token bucket that holds a
// quarter of a second's worth, one at least.
type limit struct {
	rate float64 // 0: none

	mu    sync.Mutex
	level float64
	at    time.Time
}

func newLimit(rate float64) *limit { return &limit{rate: rate, level: max(rate/4, 1)} }

// take one request's place, or say after how long there will be one.
func (l *limit) take(now time.Time) (wait time.Duration, ok bool) {
	if l.rate <= 0 {
		return 0, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.at.IsZero() {
		l.level = min(max(l.rate/4, 1), l.level+l.rate*now.Sub(l.at).Seconds())
	}
	l.at = now
	if l.level < 1 {
		return time.Duration((1 - l.level) / l.rate * float64(time.Second)), false
	}
	l.level--
	return 0, true
}
