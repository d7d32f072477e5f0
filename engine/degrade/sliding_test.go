package degrade

import (
	"testing"
	"time"
)

func TestRecentTakesAsFewWindowsAsItNeeds(t *testing.T) {
	var m Meter
	r := NewReader(&m, at(0))
	s := NewSliding(3)
	if w := s.Recent(1); w.N != 0 || w.Step != 0 {
		t.Errorf("before the first window: %+v", w)
	}
	second := func(to int, n int, d time.Duration, mark Mark) {
		for range n {
			m.Add(d, mark)
		}
		s.Close(r, at(to))
	}
	second(1, 50, time.Millisecond, TimedOut)
	second(2, 10, 4*time.Millisecond, 0)
	second(3, 5, 16*time.Millisecond, 0)
	for _, c := range []struct {
		want     uint64
		n, late  uint64
		step     time.Duration
		p50, p99 time.Duration
	}{
		{5, 5, 0, time.Second, 16 * time.Millisecond, 16 * time.Millisecond},
		{6, 15, 0, 2 * time.Second, 4 * time.Millisecond, 16 * time.Millisecond},
		{1000, 65, 50, 3 * time.Second, time.Millisecond, 16 * time.Millisecond},
	} {
		w := s.Recent(c.want)
		if w.N != c.n || w.Timeouts != c.late || w.Step != c.step || !near(w.P50, c.p50) || !near(w.P99, c.p99) {
			t.Errorf("Recent(%d) = %+v, want n %d, %d late, %v, %v, %v", c.want, w, c.n, c.late, c.step, c.p50, c.p99)
		}
	}
	second(4, 0, 0, 0) // the oldest window falls out
	if w := s.Recent(1000); w.N != 15 || w.Timeouts != 0 || w.Start != at(1) {
		t.Errorf("after another second: %+v", w)
	}
}

func near(got, want time.Duration) bool {
	d := float64(got-want) / float64(want)
	return d <= MaxError && d >= -MaxError
}
