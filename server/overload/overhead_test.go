package overload

import (
	"context"
	"errors"
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// bench is a process of one core that serves requests for whole windows.
type bench struct {
	h    overhead
	busy time.Duration
}

// window in which so many are answered and refused. Nodes take so long each, by the
// clock; the process uses so much in all.
func (b *bench) window(answered, refused int, others int64, nodes, used time.Duration) {
	for range answered {
		if b.h.end(others) {
			b.h.add(nodes)
		}
	}
	b.h.refused.Add(int64(refused))
	b.busy += used
	for range overheadTicks {
		b.h.tick(degrade.Load{Cores: 1, Busy: b.busy})
	}
}

func (b *bench) wantEach(t *testing.T, when string, want time.Duration) {
	t.Helper()
	if got := b.h.usage().Each; got < want*95/100 || got > want*105/100 {
		t.Errorf("%s: a request costs %v outside of its nodes, want about %v", when, got, want)
	}
}

// wantWhole is what a request is thought to use whose nodes take so long.
func (b *bench) wantWhole(t *testing.T, when string, nodes, want time.Duration) {
	t.Helper()
	u := b.h.usage()
	if got := u.Each + time.Duration(u.Scale*float64(nodes)); got < want*95/100 || got > want*105/100 {
		t.Errorf("%s: a request is thought to use %v, want about %v", when, got, want)
	}
}

const milli = time.Millisecond

// What a request costs is learnt when little is asked, without
// what the process uses anyway.
func TestOverheadIsLearntAtLittleUse(t *testing.T) {
	b := &bench{}
	for range 300 {
		b.window(0, 0, 0, 0, 30*milli) // at rest
	}
	for range 100 {
		b.window(50, 0, 0, 2*milli, 30*milli+150*milli)
	}
	b.wantWhole(t, "at a fifth of a core", 2*milli, 3*milli)
}

// What was used in a window in which many were refused is not the overhead of those
// that were answered, but what refusing costs.
func TestRefusalsAreNobodysOverhead(t *testing.T) {
	b := &bench{}
	for range 60 {
		b.window(100, 0, 0, 2*milli, 300*milli)
	}
	b.wantWhole(t, "before", 2*milli, 3*milli)
	for range 60 {
		b.window(100, 4000, 0, 2*milli, 300*milli+400*milli)
	}
	b.wantWhole(t, "while 4000 others are refused", 2*milli, 3*milli)
	if got := b.h.refusal(); got < 95*time.Microsecond || got > 105*time.Microsecond {
		t.Errorf("a refusal costs %v, want about 100µs", got)
	}
}

// In a flood nodes seem to take what they wait: that changes nothing, for as long as
// there were times before in which a request was alone.
func TestAFloodTeachesNothing(t *testing.T) {
	b := &bench{}
	for range 60 {
		b.window(100, 0, 0, 2*milli, 300*milli)
	}
	was := b.h.usage()
	for range neverCalm - 1 {
		b.window(300, 0, 20, 40*milli, 1000*milli)
	}
	if got := b.h.usage(); got != was {
		t.Errorf("%+v after a flood, %+v before", got, was)
	}
	if b.h.end(20) {
		t.Error("a request with 20 others beside it is believed")
	}
	if !b.h.end(0) {
		t.Error("one with nobody beside it is not")
	}
}

// Where requests are never alone their times are all there is.
func TestWhereNobodyIsEverAlone(t *testing.T) {
	b := &bench{}
	for range neverCalm + 5 {
		b.window(100, 0, 20, 2*milli, 300*milli)
	}
	if !b.h.end(20) {
		t.Fatal("nothing is ever learnt")
	}
	b.wantWhole(t, "never alone", 2*milli, 3*milli)
	b.window(100, 0, 0, 2*milli, 300*milli)
	b.window(100, 0, 20, 2*milli, 300*milli)
	if b.h.end(20) {
		t.Error("one in a crowd is believed although others are alone again")
	}
}

// Others count that were there at the begin, or came before the end.
func TestCrowd(t *testing.T) {
	var c crowd
	alone := c.enter()
	if n := c.leave(alone); n != 0 {
		t.Errorf("%d others beside the only one", n)
	}
	first := c.enter()
	second := c.enter()
	if n := c.leave(first); n != 1 {
		t.Errorf("%d others, want the one that came", n)
	}
	if n := c.leave(second); n != 1 {
		t.Errorf("%d others, want the one that was there", n)
	}
	third := c.enter()
	c.leave(c.enter())
	c.leave(c.enter())
	if n := c.leave(third); n != 2 {
		t.Errorf("%d others, want the two that came and went", n)
	}
}

// Who went away is neither a request nor one that was cut short, and one that was
// served to somebody in a hurry is a request like others: both leave what is learnt
// of the rest as it is.
func TestWhoWentAwayIsNotCutShort(t *testing.T) {
	for name, c := range map[string]struct {
		mark          degrade.Mark
		record        bool
		requests, cut int64
	}{
		"answered":            {0, true, 1, 0},
		"answered in a hurry": {0, false, 1, 0},
		"went away":           {degrade.Gone, false, 0, 0},
		"late":                {degrade.TimedOut | degrade.Failed, true, 1, 1},
		"panicked":            {degrade.Failed, false, 0, 1},
	} {
		w := newWorld(t, nil)
		a := w.o.Scene(w.program, 1, "demo", "home").Begin()
		values := map[string]column.Value{"user": map[string]column.Value{"id": "u", "days": int64(3)}}
		if _, _, err := a.Admit(context.Background(), -1, values, "id"); err != nil {
			t.Fatal(err)
		}
		var r *trace.Record
		if c.record {
			r = record("full")
		}
		a.End(r, time.Millisecond, c.mark)
		h := &w.o.overhead
		if h.requests.Load() != c.requests || h.cut.Load() != c.cut {
			t.Errorf("%s: %d requests and %d cut short, want %d and %d", name, h.requests.Load(), h.cut.Load(), c.requests, c.cut)
		}
	}
}

// Who gives up waiting before the machine was not refused by it.
func TestWhoGaveUpWasNotRefused(t *testing.T) {
	w := newWorld(t, nil)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w.o.queue.Set(.05, time.Millisecond) // there is room for one
	values := map[string]column.Value{"user": map[string]column.Value{"id": "u", "days": int64(3)}}
	if _, _, err := w.o.Scene(w.program, 1, "demo", "home").Begin().Admit(context.Background(), -1, values, "id"); err != nil {
		t.Fatal(err) // one is always let in
	}
	waits := false
	for range 5 {
		a := w.o.Scene(w.program, 1, "demo", "home").Begin()
		_, _, err := a.Admit(ctx, -1, values, "id")
		waits = waits || errors.Is(err, context.Canceled)
	}
	if !waits {
		t.Fatal("nobody had to wait: the test looks at nothing")
	}
	if n := w.o.overhead.refused.Load(); n != 0 {
		t.Errorf("%d refused, want none: they went away", n)
	}
}
