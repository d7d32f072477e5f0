package exec

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/batch"
)

// A last run answers while others have all slots: what reads an index is done by
// the request's goroutine where that was brief or was never measured, by helpers
// with slots where it was not, and elsewhere where it waits for somebody.
func TestALastRunWaitsForNoSlot(t *testing.T) {
	const µs, ms = time.Microsecond, time.Millisecond
	for _, c := range []struct {
		name    string
		last    bool
		free    bool          // a slot is, for each of the two sources
		waits   bool          // they ask somebody
		earlier time.Duration // 0: nobody has measured them
		now     time.Duration
		want    time.Duration // when it left
		ok      bool
	}{
		{"not the last", false, false, false, 0, 20 * µs, 15 * ms, false},
		{"never measured", true, false, false, 0, 20 * µs, 40 * µs, true},
		{"brief", true, false, false, 300 * µs, 20 * µs, 40 * µs, true},
		{"brief, and long this time", true, false, false, 300 * µs, 6 * ms, 12 * ms, true},
		{"brief, and too long this time", true, false, false, 300 * µs, 10 * ms, 16 * ms, false},
		{"long", true, true, false, 2 * ms, 10 * ms, 10 * ms, true},
		{"long, and no slot is free", true, false, false, 2 * ms, 10 * ms, 15 * ms, false},
		{"who is asked takes long", true, false, true, 0, 10 * ms, 10 * ms, true},
		{"who is asked takes too long", true, false, true, 0, time.Hour, 15 * ms, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, d := newBuild(t), c.earlier
			asks := func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
				for end := time.Now().Add(d); time.Now().Before(end); time.Sleep(10 * µs) {
					if err := ctx.Err(); err != nil {
						return nil, err
					}
				}
				return some(1), nil
			}
			x, y := b.node("x", true, asks), b.node("y", true, asks)
			b.decls["x"].Waits, b.decls["y"].Waits = c.waits, c.waits
			b.node("page", false, joins, x.ID, y.ID)
			for _, n := range []int{x.ID, y.ID} {
				b.graph.Nodes[n].Depth = 0 // its end is the run's
			}
			p, s := b.plan(), NewSlots(2)
			if c.earlier > 0 {
				answer(t, p, Input{Budget: time.Second})
			}
			d = c.now
			if !c.free {
				s.try()
				s.try()
			}
			before := s.Counts()
			start := time.Now()
			res := answer(t, p, Input{Budget: 15 * ms, Slots: s, Lane: "home", Last: c.last})
			if took := time.Since(start); res.OK() != c.ok || took.Round(200*µs) != c.want.Round(200*µs) {
				t.Errorf("%s: %s after %v, want %v after %v", c.name, outcomes(res), took, c.ok, c.want)
			}
			time.Sleep(100 * µs)
			synctest.Wait()
			if s.Counts() != before {
				t.Errorf("%s: slots %+v, before %+v", c.name, s.Counts(), before)
			}
		})
	}
}

// What a last run works without a slot its lane pays for where others wait.
func TestALastRunIsCharged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, d := newBuild(t), 500*time.Microsecond
		b.node("top", true, lasts(&d))
		s := NewSlots(1)
		s.try()
		granted := false
		s.queue(&waiter{grant: func() { granted = true }}, "other")
		if res := answer(t, b.plan(), Input{Budget: 15 * time.Millisecond, Slots: s, Lane: "home", Weight: 2, Last: true}); !res.OK() {
			t.Fatal(outcomes(res))
		}
		if got := s.lanes["home"].used; got != d/2 || granted {
			t.Errorf("the lane used %v, want %v by its weight; the other was granted a turn: %v", got, d/2, granted)
		}
	})
}

// What reads an index and could not begin by its end is done by the request's
// goroutine where it was brief in earlier runs; a time written at it is kept to.
func TestWhatIsBriefIsReclaimed(t *testing.T) {
	const µs, ms = time.Microsecond, time.Millisecond
	for _, c := range []struct {
		name    string
		earlier time.Duration // 0: nobody has measured it
		timeout time.Duration
		soft    time.Duration // the join's
		want    string
		left    time.Duration
	}{
		{"light", 20 * µs, 0, 0, "a ok, join ok", 60*ms + 40*µs},
		{"brief: the join waits for its turn too", 500 * µs, 0, 0, "a ok, join ok", 64*ms + 40*µs},
		{"long", 2 * ms, 0, 0, "a timeout, join empty", 64 * ms},
		{"never measured", 0, 0, 0, "a timeout, join empty", 64 * ms},
		{"with a time of its own", 20 * µs, 3 * ms, 0, "a timeout, join empty", 3 * ms},
		{"for a join that does not wait", 20 * µs, 0, 5 * ms, "a timeout, join empty", 5 * ms},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, d := newBuild(t), max(c.earlier, 20*µs)
			a := b.node("a", true, lasts(&d))
			a.Optional, a.Timeout = true, int64(c.timeout)
			join := b.node("join", false, func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
				time.Sleep(d)
				return joins(ctx, sets)
			}, a.ID)
			p, s := b.plan(), NewSlots(1)
			if c.earlier > 0 {
				answer(t, p, Input{Budget: time.Second})
			}
			d = 20 * µs
			in := Input{Budget: 64 * ms, Slots: s}
			if c.soft > 0 {
				in.Soft = p.Soft(map[int]time.Duration{join.ID: c.soft})
			}
			s.try()
			start := time.Now()
			res := answer(t, p, in)
			if took := time.Since(start); outcomes(res) != c.want || took.Round(ms/2) != c.left.Round(ms/2) {
				t.Errorf("%s: %s after %v, want %s after %v", c.name, outcomes(res), took, c.want, c.left)
			}
			synctest.Wait()
			if got := s.Counts(); got != (SlotCounts{}) {
				t.Errorf("%s: slots %+v, want none free and nobody waiting", c.name, got)
			}
		})
	}
}
