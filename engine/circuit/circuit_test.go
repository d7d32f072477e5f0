package circuit

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// clock that a test sets.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock() *clock { return &clock{t: time.Unix(1_000_000, 0)} }

func (c *clock) now() time.Time { c.mu.Lock(); defer c.mu.Unlock(); return c.t }

func (c *clock) add(d time.Duration) { c.mu.Lock(); c.t = c.t.Add(d); c.mu.Unlock() }

// call that takes so long; it tells whether it was let through.
func call(c *Circuit, at *clock, took time.Duration, v Verdict) bool {
	p, err := c.Enter()
	if err != nil {
		return false
	}
	at.add(took)
	c.Leave(p, v)
	return true
}

// Each line is a history: +12 good calls, -3 bad ones, x late, g given up, ?
// that say nothing, ~5s waited; then the state.
func TestStates(t *testing.T) {
	for _, c := range []struct{ name, history, want string }{
		{"without data", "", "closed"},
		{"too few to know", "-9", "closed"},
		{"few, all bad", "-10", "open"},
		{"half of many", "+500 -500", "closed"},
		{"more than half, not proven", "+9 -11", "closed"},
		{"proven", "+9 -30", "open"},
		{"good ones are forgotten", "+300 ~11s -10", "open"},
		{"bad ones are forgotten", "-9 ~11s -9", "closed"},
		{"what says nothing", "?500", "closed"},
		{"late, and nobody ever answered", "x10", "open"},
		{"given up, and nobody ever answered", "g50", "closed"},
		{"the wait is over", "-10 ~1s", "open"}, // until somebody asks
		{"the try is good", "-10 ~1s +1", "closed"},
		{"all is forgotten by then", "-10 ~1s +1 -9", "closed"},
		{"the try is bad", "-10 ~1s -1", "open"},
		{"before the second try", "-10 ~1s -1 ~1s +1", "open"},
		{"the second try", "-10 ~1s -1 ~2s +1", "closed"},
		{"a try that says nothing", "-10 ~1s ?1", "half_open"},
		{"and the next", "-10 ~1s ?3 +1", "closed"},
		{"asked while it is open", "-10 +1", "open"},
	} {
		at := newClock()
		k := New(at.now)
		for step := range strings.FieldsSeq(c.history) {
			if d, ok := strings.CutPrefix(step, "~"); ok {
				wait, err := time.ParseDuration(d)
				if err != nil {
					t.Fatal(err)
				}
				at.add(wait)
				continue
			}
			n := 0
			if _, err := fmt.Sscan(step[1:], &n); err != nil {
				t.Fatal(err)
			}
			for range n {
				call(k, at, 0, map[byte]Verdict{'+': Good, '-': Bad, 'x': Late, 'g': GivenUp, '?': Unknown}[step[0]])
			}
		}
		if got := k.Status().State; string(got) != c.want {
			t.Errorf("%s: %s: %s, want %s", c.name, c.history, got, c.want)
		}
	}
}

// Who waits less than twice what an answer takes proves nothing.
func TestWhoWaitsTooShort(t *testing.T) {
	for _, v := range []Verdict{Late, GivenUp} {
		at := newClock()
		k := New(at.now)
		for range 50 {
			call(k, at, 20*time.Millisecond, Good)
		}
		for range 300 {
			call(k, at, 39*time.Millisecond, v)
		}
		if s := k.Status(); s.State != Closed {
			t.Errorf("%v: open after calls that waited too short", v)
		}
		for range 500 {
			call(k, at, 41*time.Millisecond, v)
		}
		if s := k.Status(); s.State != Open {
			t.Errorf("%v: closed after calls that waited long", v)
		}
	}
}

func TestWaitsGrow(t *testing.T) {
	at := newClock()
	k := New(at.now)
	for range 10 {
		call(k, at, 0, Bad)
	}
	since := at.now()
	for _, want := range []time.Duration{1, 2, 4, 8, 10, 10} {
		s := k.Status()
		if got := s.Until.Sub(at.now()); got != want*time.Second || !s.Since.Equal(since) || s.Opened != 1 {
			t.Fatalf("waits %v, want %v s; %+v", got, int(want), s)
		}
		at.add(s.Until.Sub(at.now()) - 1)
		if call(k, at, 0, Good) {
			t.Fatal("let through before its time")
		}
		at.add(1)
		if !call(k, at, 0, Bad) {
			t.Fatal("nobody may try")
		}
	}
	if s := k.Status(); s.Refused != 6 {
		t.Errorf("refused %d", s.Refused)
	}
	at.add(MostWait)
	call(k, at, 0, Good)
	if s := k.Status(); s.State != Closed || !s.Since.IsZero() {
		t.Errorf("%+v", s)
	}
}

// One call tries; the others are told so, and what was begun before the opening
// says nothing after it.
func TestOneTry(t *testing.T) {
	at := newClock()
	k := New(at.now)
	var old []Pass
	for range 50 {
		p, err := k.Enter()
		if err != nil {
			t.Fatal(err)
		}
		old = append(old, p)
	}
	for _, p := range old[:10] {
		k.Leave(p, Bad)
	}
	if _, err := k.Enter(); err == nil || !strings.Contains(err.Error(), "it is tried again at 1970-01-12T13:46:41.000Z") {
		t.Errorf("while it is open: %v", err)
	}
	at.add(Wait)
	p, err := k.Enter()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Enter(); err == nil || !strings.Contains(err.Error(), "open since 1970-01-12T13:46:40.000Z, it is being tried again now") {
		t.Errorf("a second try: %v", err)
	}
	for _, o := range old[10:30] {
		k.Leave(o, Good)
	}
	if s := k.Status(); s.State != HalfOpen {
		t.Errorf("%+v", s)
	}
	k.Leave(p, Good)
	for _, o := range old[30:] {
		k.Leave(o, Bad)
	}
	if s := k.Status(); s.State != Closed {
		t.Errorf("what was begun before it opened opens it again: %+v", s)
	}
}

// Whatever happens: closed, all are let through; before its time nobody is; one
// tries at most; and at last it is tried and closes.
func TestAnyHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := newClock()
		k := New(at.now)
		var under []Pass
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				was := k.Status()
				p, err := k.Enter()
				if err == nil {
					under = append(under, p)
				}
				if free := was.State == Closed; free != (err == nil) && (was.State == Open && at.now().Before(was.Until) || free) {
					t.Fatalf("%+v: %v", was, err)
				}
			case 1:
				if len(under) > 0 {
					i := rapid.IntRange(0, len(under)-1).Draw(t, "which")
					k.Leave(under[i], Verdict(rapid.IntRange(0, int(Unknown)).Draw(t, "verdict")))
					under = append(under[:i], under[i+1:]...)
				}
			default:
				at.add(time.Duration(rapid.Int64Range(0, int64(3*time.Second)).Draw(t, "wait")))
			}
			tries := 0
			for _, p := range under {
				if p.try && p.epoch == k.epoch {
					tries++
				}
			}
			if tries > 1 || (tries == 1) != k.trying {
				t.Fatalf("%d tries, trying %v", tries, k.trying)
			}
		}
		for _, p := range under {
			k.Leave(p, Unknown)
		}
		at.add(MostWait)
		if p, err := k.Enter(); err != nil {
			t.Fatal("nobody may try any more")
		} else if k.Leave(p, Good); k.Status().State != Closed {
			t.Fatal("a good try does not close it")
		}
	})
}

func TestManyAtOnce(t *testing.T) {
	at := newClock()
	k := New(at.now)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 500 {
				if j%50 == 0 {
					at.add(100 * time.Millisecond)
				}
				call(k, at, 0, Verdict((i+j)%2))
			}
		})
	}
	all.Wait()
	at.add(MostWait)
	if !call(k, at, 0, Good) {
		t.Error("nobody may try")
	}
}
