package degrade

import (
	"sync"
	"testing"
	"time"
)

func at(s int) time.Time { return time.Unix(int64(s), 0).UTC() }

func TestReadersHaveTheirOwnWindows(t *testing.T) {
	var m Meter
	m.Add(time.Millisecond, TimedOut) // before the readers: not theirs
	second, ten := NewReader(&m, at(0)), NewReader(&m, at(0))
	m.Add(10*time.Millisecond, 0)
	m.Add(20*time.Millisecond, Failed)
	if w := second.Close(at(1)); w.N != 2 || w.Errors != 1 || w.Timeouts != 0 || w.OK() != 1 || w.Sum != 30*time.Millisecond {
		t.Errorf("first second = %+v", w)
	}
	m.Add(time.Millisecond, TimedOut|Degraded)
	if w := second.Close(at(2)); w.N != 1 || w.Timeouts != 1 || w.Degraded != 1 || w.Rate() != 1 {
		t.Errorf("second second = %+v", w)
	}
	if w := second.Close(at(3)); w.N != 0 || w.P99 != 0 {
		t.Errorf("quiet second = %+v", w)
	}
	w := ten.Close(at(10))
	if w.N != 3 || w.Step != 10*time.Second || w.Rate() != .3 {
		t.Errorf("ten seconds = %+v", w)
	}
	if lo, hi := w.TimeoutShare(); lo >= 1.0/3 || hi <= 1.0/3 {
		t.Errorf("timeouts in [%g, %g], want 1/3 within", lo, hi)
	}
}

// While windows close, no observation is lost and none is counted twice.
func TestNothingIsLostBetweenWindows(t *testing.T) {
	const writers, each = 4, 20_000
	var m Meter
	r := NewReader(&m, at(0))
	var wg sync.WaitGroup
	for range writers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range each {
				mark := Mark(0)
				if i%4 == 0 {
					mark = TimedOut
				}
				m.Add(time.Duration(i)*time.Microsecond, mark)
			}
		}()
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	var n, timeouts uint64
	add := func(w Window) {
		if w.Timeouts > w.N {
			t.Errorf("window has %d timeouts of %d", w.Timeouts, w.N)
		}
		n, timeouts = n+w.N, timeouts+w.Timeouts
	}
	for i := 1; ; i++ {
		add(r.Close(at(i)))
		select {
		case <-done:
			add(r.Close(at(i + 1)))
			if n != writers*each {
				t.Errorf("windows hold %d observations, want %d", n, writers*each)
			}
			if timeouts > writers*each/4 || timeouts == 0 {
				t.Errorf("windows hold %d timeouts, want at most %d", timeouts, writers*each/4)
			}
			return
		default:
		}
	}
}

func TestAddDoesNotAllocate(t *testing.T) {
	var m Meter
	if n := testing.AllocsPerRun(100, func() { m.Add(3*time.Millisecond, TimedOut) }); n != 0 {
		t.Errorf("Add allocates %g times", n)
	}
}

func TestRingKeepsGaps(t *testing.T) {
	starts := func(ws []Window) (out []int64) {
		for _, w := range ws {
			out = append(out, w.Start.Unix())
		}
		return out
	}
	for _, c := range []struct {
		name string
		put  []int
		from int
		want []int64
	}{
		{"empty", nil, 0, nil},
		{"in order", []int{10, 11, 12}, 0, []int64{10, 11, 12}},
		{"a gap", []int{10, 13}, 0, []int64{10, 13}},
		{"full", []int{10, 11, 12, 13, 14, 15}, 0, []int64{12, 13, 14, 15}},
		{"a long gap forgets all", []int{10, 11, 12, 13, 99}, 0, []int64{99}},
		{"a gap over the seam", []int{10, 11, 12, 13, 16}, 0, []int64{13, 16}},
		{"late", []int{12, 11}, 0, []int64{11, 12}},
		{"too late", []int{20, 16}, 0, []int64{20}},
		{"from", []int{10, 11, 12}, 11, []int64{11, 12}},
		{"from the future", []int{10}, 11, nil},
	} {
		r := NewRing(4, time.Second)
		for _, s := range c.put {
			r.Put(Window{Start: at(s).Add(300 * time.Millisecond)})
		}
		got := starts(r.Since(at(c.from)))
		if len(got) != len(c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

func TestTotalsAreCumulative(t *testing.T) {
	var m Meter
	for _, d := range []time.Duration{time.Millisecond, 3 * time.Millisecond, 3 * time.Millisecond, time.Second} {
		m.Add(d, 0)
	}
	m.Add(time.Minute, TimedOut|Failed)
	got := m.Totals([]time.Duration{2 * time.Millisecond, 5 * time.Millisecond, 2 * time.Second})
	want := []uint64{1, 3, 4}
	for i := range want {
		if got.Below[i] != want[i] {
			t.Errorf("below %v, want %v", got.Below, want)
			break
		}
	}
	if got.N != 5 || got.Timeouts != 1 || got.Errors != 1 || got.Sum != 61007*time.Millisecond {
		t.Errorf("totals = %+v", got)
	}
}
