package remote

import (
	"sync"
	"time"
)

// endpoints of a callee with what each has to do.
type endpoints struct {
	mu   sync.Mutex
	now  func() time.Time
	all  []endpoint
	next int // where the look begins, so that equal ones take turns
}

type endpoint struct {
	url    string
	busy   int
	broken time.Time // it counts as loaded until then
}

// An endpoint that failed counts as if it had that many calls more for a
// while: one that fails fast would otherwise draw all of them.
const (
	brokenLoad = 4
	brokenFor  = time.Second
)

func newEndpoints(urls []string, now func() time.Time) *endpoints {
	e := &endpoints{now: now}
	for _, u := range urls {
		e.all = append(e.all, endpoint{url: u})
	}
	return e
}

// take the least loaded one. It must be given back.
func (e *endpoints) take() (at int, url string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var now time.Time
	best := -1
	for k := range e.all {
		i := (e.next + k) % len(e.all)
		load := e.all[i].busy
		if !e.all[i].broken.IsZero() {
			if now.IsZero() {
				now = e.now()
			}
			if now.Before(e.all[i].broken) {
				load += brokenLoad
			}
		}
		if best < 0 || load < best {
			at, best = i, load
		}
	}
	e.next = (at + 1) % len(e.all)
	e.all[at].busy++
	return at, e.all[at].url
}

// give it back, saying whether it answered as it should.
func (e *endpoints) give(at int, good bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all[at].busy--
	if good {
		e.all[at].broken = time.Time{}
	} else {
		e.all[at].broken = e.now().Add(brokenFor)
	}
}
