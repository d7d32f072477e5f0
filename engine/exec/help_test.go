package exec

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/batch"
)

// lasts is work that takes as long as the run says.
func lasts(d *time.Duration) work {
	return func(context.Context, []*batch.Batch) (*batch.Batch, error) {
		time.Sleep(*d)
		return some(1), nil
	}
}

func TestHelpComesWhereItIsWorthIt(t *testing.T) {
	const µs = time.Microsecond
	for _, c := range []struct {
		name               string
		heavy              bool
		slots              int           // 0: nobody counts
		earlier, now, took time.Duration // of each of two nodes; of the whole
	}{
		{"cheap ones nobody has measured", false, 0, 0, 900 * µs, 1800 * µs},
		{"cheap ones that take long", false, 0, 900 * µs, 900 * µs, 900 * µs},
		{"no processor is idle", false, 1, 900 * µs, 900 * µs, 1800 * µs},
		{"one is", false, 2, 900 * µs, 900 * µs, 900 * µs},
		{"cheap ones that take less than help", false, 0, 9 * µs, 9 * µs, 18 * µs},
		{"heavy ones nobody has measured", true, 0, 0, 900 * µs, 900 * µs},
		{"heavy ones that take less than help", true, 0, 9 * µs, 9 * µs, 18 * µs},
		{"heavy ones that take longer this time", true, 0, 9 * µs, 900 * µs, 900*µs + patience},
		{"the same where no slot is free for help", true, 1, 9 * µs, 900 * µs, 1800 * µs},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, d := newBuild(t), c.earlier
			first := b.node("first", false, gives(1))
			x, y := b.node("x", c.heavy, lasts(&d), first.ID), b.node("y", c.heavy, lasts(&d), first.ID)
			b.node("join", false, joins, x.ID, y.ID)
			p := b.plan()
			p.procs = 2
			in := Input{Budget: time.Second}
			if c.slots > 0 {
				in.Slots = NewSlots(c.slots)
			}
			for range 3 {
				if c.earlier > 0 {
					answer(t, p, in)
				}
			}
			d = c.now
			in.Res = newLibrary(t)
			start, res := time.Now(), &Result{}
			p.Run(context.Background(), in, res, true)
			if took := time.Since(start); took != c.took || !res.OK() || count(p, res) != 2 {
				t.Errorf("%s: %v with %s, want %v", c.name, took, outcomes(res), c.took)
			}
			synctest.Wait()
			if s := in.Slots; s != nil && s.free.Load() != int64(c.slots) {
				t.Errorf("%s: %d slots are free, want %d", c.name, s.free.Load(), c.slots)
			}
		})
	}
}

func TestCost(t *testing.T) {
	var c cost
	if c.read() != 0 {
		t.Fatal("it was never measured")
	}
	c.note(800)
	c.note(900) // within an eighth and the slack
	if c.read() != 800 {
		t.Errorf("%d, want 800: what says nothing is not written", c.read())
	}
	c.note(time.Second)
	if got := c.read(); got > 2*800+slack {
		t.Errorf("%d after one outlier, want twice as much at most", got)
	}
	for range 200 {
		c.note(time.Second)
	}
	if got := c.read(); got < time.Second*8/10 {
		t.Errorf("%v, want about a second when it stays so", got)
	}
	for range 200 {
		c.note(10 * time.Microsecond)
	}
	if got := c.read(); got > 12*time.Microsecond {
		t.Errorf("%v, want about 10µs again", got)
	}
}

// Tiny nodes share a look at the clock; a slow one among them is measured by
// itself from the next run on.
func TestTinyNodesShareALookAtTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, d := newBuild(t), 400*time.Nanosecond
		last := b.node("n0", false, lasts(&d))
		for i := range 11 {
			last = b.node(fmt.Sprintf("n%d", i+1), false, lasts(&d), last.ID)
		}
		p, res := b.plan(), &Result{}
		in := Input{Budget: time.Second, Res: newLibrary(t)}
		run := func() { p.Run(context.Background(), in, res, false) }
		run() // measured one by one
		d = 3 * time.Microsecond
		run()
		for _, s := range res.Spans[:11] {
			if s.Start != 0 || s.End != 33_000 { // ten take 4 µs; and the one that did not fit
				t.Errorf("%s from %d to %d ns, want 0 to 33000", s.Node, s.Start, s.End)
			}
		}
		run() // once does not say much
		run()
		for i, s := range res.Spans {
			if s.Start != int64(i)*3000 || s.End != int64(i+1)*3000 {
				t.Errorf("%s from %d to %d ns, want 3000 each", s.Node, s.Start, s.End)
			}
		}
	})
}

// Who asks whether to stop lets others work now and then.
func TestAskingGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &run{epoch: time.Now()}
		c := &nodeContext{run: r, until: time.Second}
		for _, step := range []struct {
			wait  time.Duration
			last  bool
			pause time.Duration // when it paused last
		}{{50, false, 0}, {60, false, 110}, {90, false, 110}, {20, false, 220}, {500, true, 220}, {490, true, 220}, {20, true, 1230}, {110, false, 1340}} {
			r.in.Last = step.last
			time.Sleep(step.wait * time.Microsecond)
			if err := c.Err(); err != nil {
				t.Fatal(err)
			}
			if got := time.Duration(c.paused.Load()); got != step.pause*time.Microsecond {
				t.Errorf("at %v: paused at %v, want %v", r.now(), got, step.pause*time.Microsecond)
			}
		}
	})
}

// An alarm that an earlier run has left set rings for nothing; what a run has
// to have done by then it has, and no sooner.
func TestAnAlarmIsNobodysButTheRuns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, hangs := newBuild(t), time.Duration(0)
		n := b.node("n", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-time.After(hangs):
				return batch.None(&batch.Space{}, nil), nil
			}
		})
		n.Optional = true
		p, res := b.plan(), &Result{}
		for _, c := range []struct{ before, hangs, budget, want time.Duration }{
			{0, time.Millisecond, time.Second, time.Millisecond}, // leaves the alarm set for a second
			{500 * time.Millisecond, time.Hour, time.Second, time.Second},
			{0, time.Millisecond, 3 * time.Second, time.Millisecond},
			{0, time.Hour, 100 * time.Millisecond, 100 * time.Millisecond}, // sooner than that one
			{0, 2 * time.Second, 4 * time.Second, 2 * time.Second},
			{time.Minute, time.Hour, time.Second, time.Second},
		} {
			time.Sleep(c.before)
			hangs = c.hangs
			start := time.Now()
			p.Run(context.Background(), Input{Budget: c.budget, Res: newLibrary(t)}, res, false)
			if took := time.Since(start); took != c.want {
				t.Errorf("budget %v: the answer left after %v, want %v", c.budget, took, c.want)
			}
			synctest.Wait()
		}
	})
}
