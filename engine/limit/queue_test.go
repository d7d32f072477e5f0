package limit

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

const ms = time.Millisecond

// busy is a queue of one core whose requests stay 5 ms, with all its room taken.
func busy(now func() time.Time) *Queue {
	q := NewQueue(now)
	q.Set(1, 5*ms)
	if _, err := q.Lane(1, nil).Enter(context.Background(), &Ask{Cost: 8 * ms, Until: now().Add(time.Hour)}); err != nil {
		panic(err) // nobody else is there
	}
	return q
}

// crowd asks and notes who got in, in order, and who was refused for what.
type crowd struct {
	mu      sync.Mutex
	in      []string
	refused map[string]string
	wg      sync.WaitGroup
}

func (c *crowd) ask(ctx context.Context, l *Lane, name string, a Ask) {
	c.wg.Go(func() {
		_, err := l.Enter(ctx, &a)
		c.mu.Lock()
		defer c.mu.Unlock()
		var r *Refusal
		switch {
		case err == nil:
			c.in = append(c.in, name)
		case errors.As(err, &r):
			if c.refused == nil {
				c.refused = map[string]string{}
			}
			c.refused[name] = r.Why.String()
		}
	})
	synctest.Wait()
}

func (c *crowd) want(t *testing.T, in []string, refused map[string]string) {
	t.Helper()
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	if d := cmp.Diff(in, c.in); d != "" {
		t.Errorf("who got in, in order:\n%s", d)
	}
	if d := cmp.Diff(refused, c.refused); d != "" {
		t.Errorf("who was refused:\n%s", d)
	}
}

func TestWhoFitsGoesInAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(time.Now)
		l := q.Lane(1, nil)
		a := &Ask{Cost: 5 * ms, Until: time.Now().Add(100 * ms)}
		for range 100 { // nothing is known yet
			if waited, err := l.Enter(context.Background(), a); waited != 0 || err != nil {
				t.Fatal(waited, err)
			}
		}
		for range 100 {
			q.Leave(a.Cost)
		}
		q.Set(1, 10*ms) // room for 16 ms of work
		for range 3 {
			if _, err := l.Enter(context.Background(), a); err != nil {
				t.Fatal(err)
			}
		}
		var c crowd
		c.ask(context.Background(), l, "fourth", *a)
		c.want(t, nil, nil)
		time.Sleep(7 * ms)
		q.Leave(a.Cost)
		c.want(t, []string{"fourth"}, nil)
		s := l.Status()
		if s.Waits.N != 1 || s.Waits.Sum != 7*ms || s.Waits.Quantile(.5) != 10*ms || s.Entered != 104 {
			t.Errorf("%+v", s)
		}
	})
}

// One that costs more than there may be under way goes in alone.
func TestAGiantGoesInAlone(t *testing.T) {
	q := NewQueue(time.Now)
	q.Set(1, 5*ms)
	if _, err := q.Lane(1, nil).Enter(context.Background(), &Ask{Cost: time.Second, Until: time.Now().Add(time.Minute)}); err != nil {
		t.Error(err)
	}
}

func TestWhoCantBeAnsweredInTimeIsRefusedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := busy(time.Now)
		l := q.Lane(1, nil)
		var c crowd
		for i, name := range []string{"a", "b", "c", "d"} { // 10 ms of work each, and 45 ms of time
			c.ask(context.Background(), l, name, Ask{Cost: 10 * ms, Until: time.Now().Add(50 * ms), Cohort: uint8(i)})
		}
		c.ask(context.Background(), l, "e", Ask{Cost: 10 * ms, Until: time.Now().Add(50 * ms), Cohort: 9})
		c.ask(context.Background(), l, "past", Ask{Cost: ms, Until: time.Now()})
		c.ask(context.Background(), l, "always", Ask{Cost: ms, Until: time.Now().Add(50 * ms), Never: true})
		c.want(t, nil, map[string]string{"e": "hopeless", "past": "hopeless"})
		time.Sleep(45 * ms) // the others have 5 ms left, which answering takes
		c.want(t, []string{"always"}, map[string]string{"a": "late", "b": "late", "c": "late", "d": "late", "e": "hopeless", "past": "hopeless"})
	})
}

// Newest first when the oldest is past half of its deadline: in their order all
// would be late.
func TestNewestFirstOnceTheOldestIsOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := busy(time.Now)
		l := q.Lane(1, nil)
		var c crowd
		for _, name := range []string{"a", "b", "c"} {
			c.ask(context.Background(), l, name, Ask{Cost: 8 * ms, Until: time.Now().Add(100 * ms)})
			time.Sleep(ms)
		}
		q.Leave(8 * ms)
		c.want(t, []string{"a"}, nil)
		time.Sleep(60 * ms)
		q.Leave(8 * ms)
		c.want(t, []string{"a", "c"}, nil)
		c.ask(context.Background(), l, "d", Ask{Cost: 8 * ms, Until: time.Now().Add(100 * ms)})
		q.Leave(8 * ms)
		c.want(t, []string{"a", "c", "d"}, nil)
		q.Leave(8 * ms)
		c.want(t, []string{"a", "c", "d", "b"}, nil)
	})
}

func TestWhoGoesAwayLeavesTheLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := busy(time.Now)
		l := q.Lane(1, nil)
		ctx, cancel := context.WithCancel(context.Background())
		var c crowd
		c.ask(ctx, l, "a", Ask{Cost: 8 * ms, Until: time.Now().Add(100 * ms)})
		c.ask(context.Background(), l, "b", Ask{Cost: 8 * ms, Until: time.Now().Add(100 * ms)})
		cancel()
		c.want(t, nil, map[string]string{"a": "gone"})
		q.Leave(8 * ms)
		c.want(t, []string{"b"}, map[string]string{"a": "gone"})
		if s := q.Status(); s.Waiting != 0 || s.Work != 0 {
			t.Errorf("%+v", s)
		}
	})
}

// A caller with little time loses nobody else the place.
func TestTheHastyDisplaceNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := busy(time.Now)
		l := q.Lane(1, nil)
		var c crowd
		c.ask(context.Background(), l, "a", Ask{Cost: 20 * ms, Until: time.Now().Add(100 * ms), Cohort: 100})
		c.ask(context.Background(), l, "hasty", Ask{Cost: ms, Until: time.Now().Add(20 * ms), Cohort: 0, Hasty: true})
		c.want(t, nil, map[string]string{"hasty": "hopeless"})
		c.ask(context.Background(), l, "b", Ask{Cost: 20 * ms, Until: time.Now().Add(20 * ms), Cohort: 0})
		c.want(t, nil, map[string]string{"hasty": "hopeless", "a": "displaced"})
		q.Leave(8 * ms)
		c.want(t, []string{"b"}, map[string]string{"hasty": "hopeless", "a": "displaced"})
	})
}

// Many goroutines: no more is under way than may be, all get an answer, and in
// the end nothing is left.
func TestManyAtOnce(t *testing.T) {
	q := NewQueue(time.Now)
	q.Set(2, 5*ms)
	lanes := []*Lane{q.Lane(1, nil), q.Lane(3, []float64{1, 2}), q.Lane(1, nil)}
	var under, most atomic.Int64
	var wg sync.WaitGroup
	var in, refused [4]atomic.Int64
	for g := range 32 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(g), 1))
			for range 300 {
				i := rng.IntN(len(lanes))
				a := Ask{Class: Class(rng.IntN(4)), Tier: rng.IntN(3) - 1, Cohort: uint8(rng.IntN(256)), Cost: time.Duration(rng.IntN(int(3 * ms))), Until: time.Now().Add(time.Duration(rng.IntN(int(40 * ms))))}
				ctx, cancel := context.WithCancel(context.Background())
				if rng.IntN(8) == 0 {
					time.AfterFunc(time.Duration(rng.IntN(int(2*ms))), cancel)
				}
				if rng.IntN(64) == 0 {
					q.Set(2, 5*ms)
				}
				_, err := lanes[i].Enter(ctx, &a)
				if err != nil {
					refused[i].Add(1)
					cancel()
					continue
				}
				in[i].Add(1)
				now := under.Add(int64(a.Cost))
				for {
					m := most.Load()
					if now <= m || most.CompareAndSwap(m, now) {
						break
					}
				}
				if rng.IntN(4) == 0 {
					time.Sleep(50 * time.Microsecond)
				}
				under.Add(-int64(a.Cost))
				q.Leave(a.Cost)
				cancel()
			}
		})
	}
	wg.Wait()
	if room := int64(over * 2 * float64(leastStay)); most.Load() > room {
		t.Errorf("%v under way, there is room for %v", time.Duration(most.Load()), time.Duration(room))
	}
	if s := q.Status(); s.Waiting != 0 || s.Under != 0 || s.Work != 0 || len(q.active) != 0 {
		t.Errorf("in the end %+v", s)
	}
	for i, l := range lanes {
		s := l.Status()
		n := uint64(0)
		for _, r := range s.Refused {
			n += r
		}
		if int64(s.Entered) != in[i].Load() || int64(n) != refused[i].Load() || s.Waiting != 0 {
			t.Errorf("lane %d: %+v, %d got in and %d were refused", i, s, in[i].Load(), refused[i].Load())
		}
	}
}

func TestAtOnceAllocatesNothing(t *testing.T) {
	q := NewQueue(time.Now)
	q.Set(4, 50*ms)
	l := q.Lane(1, nil)
	a := &Ask{Cost: ms, Until: time.Now().Add(time.Hour)}
	if n := testing.AllocsPerRun(1000, func() {
		if _, err := l.Enter(context.Background(), a); err != nil {
			t.Fatal(err)
		}
		q.Leave(a.Cost)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkEnterAtOnce(b *testing.B) {
	q := NewQueue(time.Now)
	q.Set(4, 50*ms)
	l := q.Lane(1, nil)
	a := &Ask{Cost: ms, Until: time.Now().Add(time.Hour)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Enter(context.Background(), a); err != nil {
			b.Fatal(err)
		}
		q.Leave(a.Cost)
	}
}
