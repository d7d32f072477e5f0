package overload

import (
	"math"
	"testing"
	"time"
)

const micro = time.Microsecond

func (b *bench) wantScale(t *testing.T, when string, want float64) {
	t.Helper()
	if got := b.h.usage().Scale; math.Abs(got-want) > .05 {
		t.Errorf("%s: %.2f of the clock's time is CPU, want about %.2f", when, got, want)
	}
}

// A request costs .3 ms outside of its nodes, and four fifths of what they take by
// the clock is CPU: full plans take 4 ms, the cheapest half a one.
func TestCheapPlansTellWhatARequestCostsBesideItsNodes(t *testing.T) {
	b := &bench{}
	full := func() { b.window(60, 0, 0, 4*milli, 60*(300*micro+3200*micro)) }
	cheap := func() { b.window(600, 0, 0, 500*micro, 600*(300*micro+400*micro)) }
	for range 50 {
		full()
	}
	if got := b.h.usage().Each; got != 150*micro {
		t.Errorf("a request costs %v outside of its nodes while nothing is known, want 150µs", got)
	}
	b.wantScale(t, "while nothing is known", 3.35/4)
	cheap()
	full()
	b.wantEach(t, "once there were cheap plans", 300*micro)
	b.wantScale(t, "once there were cheap plans", .8)
	for range 300 {
		full()
	}
	b.wantEach(t, "a while after", 300*micro)
	for range mixOld {
		full()
	}
	b.wantScale(t, "when that is long ago", 3.35/4)
}

// Windows that are hardly unlike make no line, and no window a senseless one.
func TestNoLineOfWhatIsAlike(t *testing.T) {
	b := &bench{}
	for i := range 100 {
		b.window(100, 0, 0, time.Duration(1000+100*(i%2))*micro, time.Duration(100*(1200-100*(i%2)))*micro)
	}
	if u := b.h.usage(); u.Each < 50*micro || u.Each > 300*micro || u.Scale < .8 || u.Scale > 1 {
		t.Errorf("%v outside of nodes, %.2f of the clock is CPU", u.Each, u.Scale)
	}
	for range 20 { // less to do, and yet more used
		b.window(100, 0, 0, 300*micro, 400*milli)
	}
	if u := b.h.usage(); u.Scale < slopeLeast || u.Each < 0 || u.Each > overheadMost {
		t.Errorf("%v outside of nodes, %.2f of the clock is CPU", u.Each, u.Scale)
	}
}

// What was used beyond the nodes' times is taken as used for what they do, as long as
// nothing else was seen: collecting, and caches that are cold. Of more than that may be
// the rest is what a request costs besides.
func TestWhatIsUsedBesideTheNodesIsTheirs(t *testing.T) {
	for _, c := range []struct {
		used  time.Duration
		each  time.Duration
		scale float64
	}{{2750 * micro, 150 * micro, 1.3}, {4 * milli, milli, slopeMost}, {300 * micro, 75 * micro, .1125}} {
		b := &bench{}
		for range 60 {
			b.window(100, 0, 0, 2*milli, 100*c.used)
		}
		b.wantEach(t, c.used.String(), c.each)
		b.wantScale(t, c.used.String(), c.scale)
	}
}

// In a window in which many are late what was used is not what was asked for.
func TestWhoIsCutShortTeachesNothing(t *testing.T) {
	b := &bench{}
	for range 60 {
		b.window(100, 0, 0, 2*milli, 300*milli)
	}
	was := b.h.usage()
	for range 60 {
		b.h.cut.Add(300)
		b.window(600, 0, 0, 2*milli, 950*milli)
	}
	if got := b.h.usage(); got != was {
		t.Errorf("%+v where half are late, %+v before", got, was)
	}
}
