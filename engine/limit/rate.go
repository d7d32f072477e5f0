package limit

import (
	"math"
	"sync"
	"sync/atomic"
	"time"
)

// Rate is a limit of requests a second. Safe for concurrent use.
type Rate struct {
	held
	mu     sync.Mutex
	b      bucket
	lately lately
}

// NewRate of so many requests a second; 0 or less: no limit.
func NewRate(rate float64) *Rate {
	r := &Rate{b: bucket{level: size(rate)}}
	r.begin(rate)
	return r
}

// held is a written limit, of which this instance holds a part.
type held struct {
	rate    float64 // as written; 0: none
	part    atomic.Uint64
	asked   atomic.Uint64
	refused atomic.Uint64
}

func (h *held) begin(rate float64) {
	h.rate = rate
	h.Hold(1)
}

// Rate a second, as it is written.
func (h *held) Rate() float64 { return h.rate }

// Hold a part of the limit, above 0 and at most 1; at first it is all.
func (h *held) Hold(part float64) {
	if part > 0 && part <= 1 {
		h.part.Store(math.Float64bits(part))
	}
}

// Part that is held.
func (h *held) Part() float64 { return math.Float64frombits(h.part.Load()) }

// Asked is how many places were asked for, those that there were not too.
func (h *held) Asked() uint64 { return h.asked.Load() }

// Refused is how many of them there was no place for.
func (h *held) Refused() uint64 { return h.refused.Load() }

// holds so many a second.
func (h *held) holds() float64 { return h.rate * h.Part() }

// Take one request's place, or say after how long there will be one.
func (r *Rate) Take(now time.Time) (wait time.Duration, ok bool) {
	if r.rate <= 0 {
		return 0, true
	}
	r.asked.Add(1)
	r.mu.Lock()
	defer r.mu.Unlock()
	wait, ok = r.b.take(r.holds(), now)
	if r.lately.add(now, ok); !ok {
		r.refused.Add(1)
	}
	return wait, ok
}

// Lately are the requests a second that had a place, and those that had none, over the
// last ten seconds.
func (r *Rate) Lately(now time.Time) (taken, refused float64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.lately.rates(now)
}

// Give back a part of a place that was taken, 0 to 1.
func (r *Rate) Give(part float64) {
	if r.rate <= 0 || !(part > 0) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.b.give(r.holds(), part)
}

// Left are the places that there are, and after how long there are as many as there
// can be; where there is none, after how long there is one.
func (r *Rate) Left(now time.Time) (places int, after time.Duration) {
	if r.rate <= 0 {
		return 0, 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.b.left(r.holds(), now)
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

// left of a bucket at a moment, which is left as it is.
func (b bucket) left(rate float64, now time.Time) (places int, after time.Duration) {
	b.fill(rate, now)
	lacks := size(rate) - b.level
	if b.level < 1 {
		lacks = 1 - b.level
	}
	return int(b.level), time.Duration(lacks / rate * float64(time.Second))
}
