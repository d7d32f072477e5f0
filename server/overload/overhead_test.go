package overload

import (
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
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

const milli = time.Millisecond

// What a request costs outside of its nodes is learnt when little is asked, without
// what the process uses anyway.
func TestOverheadIsLearntAtLittleUse(t *testing.T) {
	b := &bench{}
	for range 300 {
		b.window(0, 0, 0, 0, 30*milli) // at rest
	}
	for range 100 {
		b.window(50, 0, 0, 2*milli, 30*milli+150*milli)
	}
	b.wantEach(t, "at a fifth of a core", milli)
}

// What was used in a window in which many were refused is not the overhead of those
// that were answered, but what refusing costs.
func TestRefusalsAreNobodysOverhead(t *testing.T) {
	b := &bench{}
	for range 60 {
		b.window(100, 0, 0, 2*milli, 300*milli)
	}
	b.wantEach(t, "before", milli)
	for range 60 {
		b.window(100, 4000, 0, 2*milli, 300*milli+400*milli)
	}
	b.wantEach(t, "while 4000 others are refused", milli)
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
	b.wantEach(t, "never alone", milli)
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
