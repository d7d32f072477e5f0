package stats

import (
	"context"
	"slices"
	"sort"
	"sync"
	"time"
)

// Board holds the scenes. Safe for concurrent use, except Tick and Run.
type Board struct {
	now    func() time.Time
	writer *Writer // nil: no series beyond memory

	mu     sync.RWMutex
	scenes map[Key]*Scene
	ticked chan struct{} // closed at each tick, then replaced
	ticks  uint64
}

// NewBoard reads the time from now and hands finished windows to w, which may
// be nil.
func NewBoard(now func() time.Time, w *Writer) *Board {
	return &Board{now: now, writer: w, scenes: map[Key]*Scene{}, ticked: make(chan struct{})}
}

// Scene by its key, made when it is new. Their number is bounded by that of
// the published scenes: ask for no others.
func (b *Board) Scene(key Key) *Scene {
	b.mu.RLock()
	s := b.scenes[key]
	b.mu.RUnlock()
	if s != nil {
		return s
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s = b.scenes[key]; s == nil {
		s = newScene(key, b.now())
		b.scenes[key] = s
	}
	return s
}

// Find a scene without making it.
func (b *Board) Find(key Key) (*Scene, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	s, ok := b.scenes[key]
	return s, ok
}

// Scenes of a team by name; of all teams when team is "".
func (b *Board) Scenes(team string) []*Scene {
	b.mu.RLock()
	defer b.mu.RUnlock()
	var out []*Scene
	for key, s := range b.scenes {
		if team == "" || key.Team == team {
			out = append(out, s)
		}
	}
	sort.Slice(out, func(i, j int) bool {
		a, b := out[i].Key, out[j].Key
		if a.Team != b.Team {
			return a.Team < b.Team
		}
		return a.Scene < b.Scene
	})
	return out
}

// Now is the board's clock.
func (b *Board) Now() time.Time { return b.now() }

// Ticks is the number of seconds closed so far: whoever shows values of now
// compares it to see whether they changed.
func (b *Board) Ticks() uint64 {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.ticks
}

// Ticked is closed when the next second has been closed.
func (b *Board) Ticked() <-chan struct{} {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.ticked
}

// Tick closes the window of every scene and node at now. The caller is one
// goroutine.
func (b *Board) Tick(now time.Time) {
	var rows []Row
	for _, s := range b.Scenes("") {
		rows = s.tick(now, rows)
	}
	if b.writer != nil {
		b.writer.Add(rows)
	}
	b.mu.Lock()
	b.ticks++
	close(b.ticked)
	b.ticked = make(chan struct{})
	b.mu.Unlock()
}

// tick closes the windows that end at now and adds what is to be stored to rows.
func (s *Scene) tick(now time.Time, rows []Row) []Row {
	w := s.recent.Close(s.seconds, now)
	if w.N > 0 {
		s.quiet = 0
	} else if s.quiet < idleAfter {
		s.quiet++
	}
	v := &View{Key: s.Key, At: now, Second: w, Recent: s.recent.Recent(recentWant)}
	v.State = s.judge.state(now, v.Recent, s.quiet)
	nodes := s.list()
	v.Nodes = slices.Grow(v.Nodes, len(nodes))
	for _, n := range nodes {
		v.Nodes = append(v.Nodes, n.close(now))
	}
	// A window belongs to the second in which most of it lies.
	w.Start = now.Add(-500 * time.Millisecond)
	s.mu.Lock()
	s.ring.Put(w)
	s.mu.Unlock()
	s.view.Store(v)

	return s.rowsAt(now, rowOf(s.Key, Second, w.Start, w), rows)
}

// Leave hands over what idle scenes have not written of the minute that goes on. The
// caller is the one of Tick.
func (b *Board) Leave() {
	if b.writer == nil {
		return
	}
	var rows []Row
	for _, s := range b.Scenes("") {
		rows = s.woken(rows)
	}
	b.writer.Add(rows)
}

// Run ticks at every full second until ctx ends.
func (b *Board) Run(ctx context.Context) {
	timer := time.NewTimer(untilNextSecond(b.now()))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			b.Leave()
			return
		case <-timer.C:
			b.Tick(b.now())
			timer.Reset(untilNextSecond(b.now()))
		}
	}
}

// untilNextSecond never is so short that one second would be closed twice.
func untilNextSecond(now time.Time) time.Duration {
	wait := now.Truncate(time.Second).Add(time.Second).Sub(now)
	if wait < 100*time.Millisecond {
		wait += time.Second
	}
	return wait
}
