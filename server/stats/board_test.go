package stats_test

import (
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/server/stats"
)

var home = stats.Key{Team: "demo", Scene: "home"}

// clock stands still until it is moved.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }
func (c *clock) tick(b *stats.Board, seconds int) {
	for range seconds {
		c.t = c.t.Add(time.Second)
		b.Tick(c.t)
	}
}

func newClock() *clock { return &clock{time.Unix(1_800_000_000, 0).UTC()} }

func observe(s *stats.Scene, n int, d time.Duration, mark degrade.Mark) {
	for range n {
		s.Observe(d, mark)
	}
}

func TestViewOfNow(t *testing.T) {
	c := newClock()
	b := stats.NewBoard(c.now, nil)
	s := b.Scene(home)
	if got := s.View(); got.State != stats.Idle {
		t.Errorf("before any request: %+v", got)
	}
	for _, step := range []struct {
		name      string
		good, bad int // requests in each of
		mark      degrade.Mark
		seconds   int
		state     stats.State
		n         uint64 // in the newest second
	}{
		{"traffic", 200, 0, 0, 1, stats.Normal, 200},
		{"a few are late: no proof", 195, 5, degrade.TimedOut, 20, stats.Normal, 200},
		{"many are late, not for long", 150, 50, degrade.TimedOut, 2, stats.Normal, 200},
		{"clean between", 200, 0, 0, 1, stats.Normal, 200},
		{"many are late", 150, 50, degrade.TimedOut, 2, stats.Normal, 200},
		{"many go on to fail", 150, 50, degrade.Failed, 1, stats.Slow, 200},
		{"neither clean nor bad", 188, 12, degrade.TimedOut, 60, stats.Slow, 200},
		{"clean, not for long", 200, 0, 0, 14, stats.Slow, 200},
		{"bad again", 150, 50, degrade.TimedOut, 1, stats.Slow, 200},
		{"clean, still not for long", 200, 0, 0, 14, stats.Slow, 200},
		{"clean long enough", 200, 0, 0, 1, stats.Normal, 200},
		{"many are degraded", 150, 50, degrade.Degraded, 3, stats.Impaired, 200},
		{"and late", 150, 50, degrade.Degraded | degrade.TimedOut, 3, stats.Slow, 200},
		{"late no more", 150, 50, degrade.Degraded, 14, stats.Slow, 200},
		{"and still degraded", 150, 50, degrade.Degraded, 1, stats.Impaired, 200},
		{"too few to prove anything", 0, 0, 0, 30, stats.Normal, 0},
		{"a quiet minute", 0, 0, 0, 60, stats.Idle, 0},
	} {
		for range step.seconds {
			observe(s, step.good, time.Millisecond, 0)
			observe(s, step.bad, time.Millisecond, step.mark)
			c.tick(b, 1)
		}
		v := s.View()
		if v.State != step.state || v.Second.N != step.n || !v.At.Equal(c.t) {
			t.Errorf("%s: %s, want %s; %d in the second, want %d, at %v", step.name, v.State, step.state, v.Second.N, step.n, v.At)
		}
	}
}

func TestNodes(t *testing.T) {
	c := newClock()
	b := stats.NewBoard(c.now, nil)
	s := b.Scene(home)
	similar, hot := s.Node("similar", "nearest"), s.Node("hot", "top")
	if s.Node("similar", "nearest") != similar {
		t.Error("a node is made twice")
	}
	for i, word := range stats.Outcomes {
		o, ok := stats.OutcomeOf(word)
		if !ok || int(o) != i {
			t.Errorf("OutcomeOf(%q) = %d, %t", word, o, ok)
		}
		similar.Observe(2*time.Millisecond, o)
	}
	similar.Observe(time.Second, 200) // no such outcome: not counted
	c.tick(b, 1)
	v := s.View().Nodes
	if len(v) != 2 || v[0].ID != "similar" || v[0].Op != "nearest" || v[1].ID != "hot" {
		t.Fatalf("nodes = %+v", v)
	}
	if v[0].Outcomes != [7]uint64{1, 1, 1, 1, 1, 1, 1} {
		t.Errorf("outcomes = %v", v[0].Outcomes)
	}
	// Skipped and degraded did not run, so five of seven have a time.
	if r := v[0].Recent; r.N != 5 || r.Timeouts != 1 || r.Errors != 1 || r.Degraded != 1 {
		t.Errorf("recent = %+v", r)
	}
	if v[1].Recent.N != 0 || s.View().Off() != 1 {
		t.Errorf("hot = %+v, off %d", v[1], s.View().Off())
	}
	hot.Observe(0, 0)
	c.tick(b, 8)
	if got := s.View().Nodes[0].Outcomes[0]; got != 1 {
		t.Errorf("after nine more seconds %d ok are kept, want 1", got)
	}
	c.tick(b, 2)
	if got := s.View().Nodes[0].Outcomes[0]; got != 0 {
		t.Errorf("after eleven seconds %d ok are kept, want 0", got)
	}
	s.Keep(map[string]bool{"hot": true})
	c.tick(b, 1)
	if v := s.View().Nodes; len(v) != 1 || v[0].ID != "hot" {
		t.Errorf("after a new version: %+v", v)
	}
}

func TestObserveDoesNotAllocate(t *testing.T) {
	b := stats.NewBoard(newClock().now, nil)
	s := b.Scene(home)
	n := s.Node("hot", "top")
	if got := testing.AllocsPerRun(100, func() {
		s.Observe(time.Millisecond, degrade.TimedOut)
		n.Observe(time.Millisecond, 0)
	}); got != 0 {
		t.Errorf("observing allocates %g times", got)
	}
}

func TestTeamsAreApart(t *testing.T) {
	b := stats.NewBoard(newClock().now, nil)
	b.Scene(stats.Key{Team: "b", Scene: "x"})
	b.Scene(stats.Key{Team: "a", Scene: "y"})
	b.Scene(stats.Key{Team: "a", Scene: "x"})
	if got := b.Scenes("a"); len(got) != 2 || got[0].Key.Scene != "x" || got[1].Key.Scene != "y" {
		t.Errorf("scenes of a = %v", got)
	}
	if got := b.Scenes(""); len(got) != 3 {
		t.Errorf("%d scenes in all, want 3", len(got))
	}
	if _, ok := b.Find(stats.Key{Team: "b", Scene: "y"}); ok {
		t.Error("a scene nobody made was found")
	}
}

func TestTickedTellsOfEachSecond(t *testing.T) {
	c := newClock()
	b := stats.NewBoard(c.now, nil)
	was, before := b.Ticked(), b.Ticks()
	c.tick(b, 1)
	select {
	case <-was:
	default:
		t.Error("the channel is open after a tick")
	}
	select {
	case <-b.Ticked():
		t.Error("the next second is told already")
	default:
	}
	if b.Ticks() != before+1 {
		t.Errorf("%d ticks, want %d", b.Ticks(), before+1)
	}
}
