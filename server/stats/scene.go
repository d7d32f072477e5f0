package stats

import (
	"sync"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// recentWindows is how many seconds the values of now may reach back, and
// recentWant how many requests they want before they reach back further.
const (
	recentWindows = 10
	recentWant    = 40
	nodeWindows   = 5
	idleAfter     = 60 // seconds without a request
	ringSeconds   = 900
)

// Key of a scene.
type Key struct{ Team, Scene string }

// Scene counts the requests of one scene. Observe and Node are safe for
// concurrent use.
type Scene struct {
	Key   Key
	meter degrade.Meter
	fails [nFailures]atomic.Uint64 // of nodes, by trace.Failures

	mu    sync.RWMutex
	nodes map[string]*Node
	order []*Node
	arms  []*Arm
	ring  *degrade.Ring // of seconds, under mu

	view atomic.Pointer[View]

	// Owned by Board.Tick.
	seconds, tens, minutes *degrade.Reader
	recent                 *degrade.Sliding
	quiet                  int // seconds since the last request, cut at idleAfter
	judge                  judge
	rest                   rest
}

func newScene(key Key, now time.Time) *Scene {
	s := &Scene{Key: key, nodes: map[string]*Node{}, ring: degrade.NewRing(ringSeconds, time.Second),
		recent: degrade.NewSliding(recentWindows), quiet: idleAfter}
	s.seconds = degrade.NewReader(&s.meter, now)
	s.tens = degrade.NewReader(&s.meter, now)
	s.minutes = degrade.NewReader(&s.meter, now)
	s.view.Store(&View{Key: key, At: now, State: Idle})
	return s
}

// Observe one answer that took d.
func (s *Scene) Observe(d time.Duration, mark degrade.Mark) { s.meter.Add(d, mark) }

// Node by the id it has in the plan, made when it is new. Keep the pointer:
// the look-up takes a lock.
func (s *Scene) Node(id, op string) *Node {
	s.mu.RLock()
	n := s.nodes[id]
	s.mu.RUnlock()
	if n != nil {
		return n
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if n = s.nodes[id]; n == nil {
		n = &Node{ID: id, Op: op, recent: degrade.NewSliding(nodeWindows)}
		n.reader = degrade.NewReader(&n.meter, s.view.Load().At)
		s.nodes[id] = n
		s.order = append(s.order, n)
	}
	return n
}

// Keep forgets the nodes that are not among ids: those of a former version.
func (s *Scene) Keep(ids map[string]bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.order[:0:0]
	for _, n := range s.order {
		if ids[n.ID] {
			kept = append(kept, n)
		} else {
			delete(s.nodes, n.ID)
		}
	}
	s.order = kept
}

// View is the newest values; never nil, immutable.
func (s *Scene) View() *View { return s.view.Load() }

// Since returns the seconds kept in memory from a moment on.
func (s *Scene) Since(from time.Time) []degrade.Window {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.ring.Since(from)
}

func (s *Scene) list() []*Node {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.order[:len(s.order):len(s.order)]
}
