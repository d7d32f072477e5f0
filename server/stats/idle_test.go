package stats_test

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/server/stats"
)

// An idle scene writes a row a minute, and its series are as if it had written one a
// second; what was not watched stays a gap.
func TestIdleScenesWriteARowAMinute(t *testing.T) {
	ctx := context.Background()
	c := newClock() // at the begin of a minute
	m := &memory{}
	w := stats.NewWriter(m, silent, stats.WriterOptions{})
	b := stats.NewBoard(c.now, w)
	s := b.Scene(home)
	flush := func() {
		t.Helper()
		if err := w.Flush(ctx); err != nil {
			t.Fatal(err)
		}
	}
	count := func() (n int) {
		t.Helper()
		windows := b.Series(ctx, home, time.Hour).Windows
		for i := range windows {
			if i > 0 && windows[i].Start.Equal(windows[i-1].Start) {
				t.Errorf("%v is there twice", windows[i].Start)
			}
		}
		return len(windows)
	}
	s.Observe(time.Millisecond, 0)
	c.tick(b, 180)
	flush()
	m.rows = m.rows[:len(m.rows):len(m.rows)]
	before := len(m.rows)
	c.tick(b, 1200)
	flush()
	if n := len(m.rows) - before; n != 20 {
		t.Errorf("%d rows of 20 idle minutes", n)
	}
	if n := count(); n != 1380 {
		t.Errorf("%d seconds of 1380", n)
	}
	if tens := b.Series(ctx, home, 24*time.Hour); tens.Step != stats.Ten || len(tens.Windows) != 138 {
		t.Errorf("%d windows of %d s", len(tens.Windows), tens.Step)
	}

	c.tick(b, 25) // asked again within a minute: what was left out of it is written
	s.Observe(time.Millisecond, 0)
	c.tick(b, 5)
	flush()
	if n := count(); n != 1410 {
		t.Errorf("%d seconds of 1410 after it was asked again", n)
	}
	if tens := b.Series(ctx, home, 24*time.Hour); len(tens.Windows) != 141 || tens.Windows[140].N != 1 {
		t.Errorf("%d windows of ten seconds", len(tens.Windows))
	}

	c.tick(b, 150)                  // idle again, to the begin of a minute
	c.t = c.t.Add(90 * time.Second) // nobody watched
	c.tick(b, 120)
	flush()
	if n := count(); n < 1410+150+115 || n > 1410+150+120 {
		t.Errorf("%d seconds, want those that were watched: 1680", n)
	}
	restarted := stats.NewBoard(c.now, stats.NewWriter(m, silent, stats.WriterOptions{}))
	if err := restarted.Load(ctx); err != nil {
		t.Fatal(err)
	}
	got := restarted.Series(ctx, home, 10*time.Minute)
	for _, x := range got.Windows {
		if asleep := c.t.Add(-200 * time.Second); x.Start.After(asleep) && x.Start.Before(asleep.Add(70*time.Second)) {
			t.Errorf("nobody watched at %v, yet it has a window", x.Start)
		}
	}
}
