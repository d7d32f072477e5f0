package exec

import (
	"bytes"
	"context"
	"maps"
	"runtime/debug"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/batch"
)

// doers notes which nodes the request's goroutine ran: the one that drives the
// run.
type doers struct {
	mu    sync.Mutex
	owner map[string]bool
}

func (d *doers) does(name string, took *time.Duration) work {
	return func(context.Context, []*batch.Batch) (*batch.Batch, error) {
		d.mu.Lock()
		d.owner[name] = bytes.Contains(debug.Stack(), []byte("(*run).drive("))
		d.mu.Unlock()
		time.Sleep(*took)
		return some(1), nil
	}
}

func TestTheOwnerDoesLightNodesItself(t *testing.T) {
	const µs, ms = time.Microsecond, time.Millisecond
	for _, c := range []struct {
		name    string
		heavy   []string
		earlier time.Duration // of each; 0: never measured
		budget  time.Duration
		timeout time.Duration
		waits   bool
		slots   int
		own     int // of them, the owner's
	}{
		{"one nobody has measured", []string{"x"}, 0, time.Second, 0, false, 2, 0},
		{"a light one", []string{"x"}, 60 * µs, time.Second, 0, false, 2, 1},
		{"a light one, and no slot", []string{"x"}, 60 * µs, time.Second, 0, false, 0, 1},
		{"one that is not light", []string{"x"}, 200 * µs, time.Second, 0, false, 2, 0},
		{"one that waits for others", []string{"x"}, 60 * µs, time.Second, 0, true, 2, 0},
		{"one with a time of its own", []string{"x"}, 60 * µs, time.Second, 100 * ms, false, 2, 0},
		{"little time is left", []string{"x"}, 60 * µs, ms, 0, false, 2, 0},
		{"two, and help", []string{"x", "y"}, 60 * µs, time.Second, 0, false, 2, 1},
		{"two, and no slot for help", []string{"x", "y"}, 60 * µs, time.Second, 0, false, 1, 2},
		{"two that one helper has", []string{"x", "y"}, 9 * µs, time.Second, 0, false, 2, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			b, d, took := newBuild(t), doers{owner: map[string]bool{}}, c.earlier
			first := b.node("first", false, gives(1))
			var ids []int
			for _, name := range c.heavy {
				n := b.node(name, true, d.does(name, &took), first.ID)
				n.Timeout = int64(c.timeout)
				b.decls[name].Waits = c.waits
				ids = append(ids, n.ID)
			}
			b.node("join", false, joins, ids...)
			p := b.plan()
			p.procs = 2
			in := Input{Budget: c.budget}
			if c.slots > 0 {
				in.Slots = NewSlots(c.slots)
			}
			for range 3 {
				if c.earlier > 0 {
					answer(t, p, in)
				}
			}
			res, own := answer(t, p, in), 0
			for _, is := range d.owner {
				if is {
					own++
				}
			}
			if own != c.own || len(d.owner) != len(c.heavy) || !res.OK() {
				t.Errorf("%s: %v with %s, want %d of the owner's", c.name, d.owner, outcomes(res), c.own)
			}
			synctest.Wait()
			if s := in.Slots; s != nil && s.free.Load() != int64(c.slots) {
				t.Errorf("%s: %d slots are free, want %d", c.name, s.free.Load(), c.slots)
			}
		})
	}
}

// The last helper leaves what is cheap to the request's goroutine, and its slot.
func TestWhatFollowsTheLastHelperIsTheOwners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, waits := range []bool{false, true} {
			b, d, took, none := newBuild(t), doers{owner: map[string]bool{}}, time.Millisecond, time.Duration(0)
			x := b.node("x", true, d.does("x", &took))
			b.decls["x"].Waits = waits
			b.node("join", false, d.does("join", &none), x.ID)
			s := NewSlots(1)
			res := answer(t, b.plan(), Input{Budget: time.Second, Slots: s})
			if want := (map[string]bool{"x": false, "join": true}); !res.OK() || !maps.Equal(d.owner, want) {
				t.Errorf("waits %v: %v with %s, want %v", waits, d.owner, outcomes(res), want)
			}
			synctest.Wait()
			if s.free.Load() != 1 || s.waiting.Load() != 0 {
				t.Errorf("waits %v: %d slots are free and %d wait, want 1, 0", waits, s.free.Load(), s.waiting.Load())
			}
		}
	})
}
