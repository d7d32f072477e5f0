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

// serve lets one after another through a queue that is full, and counts whose
// they are.
func serve(q *Queue, n int, cost time.Duration) {
	for range n {
		q.Leave(cost)
		synctest.Wait()
	}
}

// Who waits is served by weight: scenes, their classes, and tiers within them.
func TestFairByWeight(t *testing.T) {
	for _, c := range []struct {
		name  string
		asks  [3]Ask
		lanes func(q *Queue) [3]*Lane
		want  [3]int // of 210
	}{
		{"scenes", [3]Ask{}, func(q *Queue) [3]*Lane { return [3]*Lane{q.Lane(1, nil), q.Lane(2, nil), q.Lane(4, nil)} }, [3]int{30, 60, 120}},
		{"classes", [3]Ask{{Class: Core}, {Class: Normal}, {Class: Spare}}, func(q *Queue) [3]*Lane {
			return [3]*Lane{q.Lane(1, nil), q.Lane(1, nil), q.Lane(1, nil)}
		}, [3]int{160, 40, 10}},
		{"tiers", [3]Ask{{Tier: 0}, {Tier: 1}, {Tier: 7}}, func(q *Queue) [3]*Lane { // 7 is none
			l := q.Lane(5, []float64{1, 2})
			return [3]*Lane{l, l, l}
		}, [3]int{-1, 140, -1}},
	} {
		synctest.Test(t, func(t *testing.T) {
			q := NewQueue(time.Now)
			q.Set(1, 10*ms)
			one := Ask{Cost: 16 * ms, Until: time.Now().Add(time.Hour)}
			first := q.Lane(1, nil)
			if _, err := first.Enter(context.Background(), &one); err != nil {
				t.Fatal(err)
			}
			lanes := c.lanes(q)
			var in [3]atomic.Int64
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			for i, a := range c.asks {
				a.Cost, a.Until = one.Cost, one.Until
				for range 220 {
					go func() {
						if _, err := lanes[i].Enter(ctx, &a); err == nil {
							in[i].Add(1)
						}
					}()
				}
				synctest.Wait()
			}
			serve(q, 210, one.Cost)
			for i, want := range c.want {
				if got := int(in[i].Load()); want >= 0 && (got < want-2 || got > want+2) {
					t.Errorf("%s: the part of %d is %d, want %d", c.name, i, got, want)
				}
			}
			cancel()
		})
	}
}

// A tier that was away for long has not saved up what it did not use.
func TestWhoWasAwayHasSavedNothing(t *testing.T) {
	now := start
	q := busy(func() time.Time { return now })
	l := q.Lane(1, []float64{1, 1})
	in := [2]int{}
	ask := func(tier, n int) {
		for range n {
			l.offer(Ask{Tier: tier, Cost: 8 * ms, Until: now.Add(time.Hour)}, func(p *place, _ bool, _ Why) { in[p.ask.Tier]++ })
		}
	}
	ask(0, 100)
	for range 50 {
		q.Leave(8 * ms)
	}
	ask(1, 100)
	for range 40 {
		q.Leave(8 * ms)
	}
	if in[1] < 19 || in[1] > 21 {
		t.Errorf("of 40 the one that came later got %d", in[1])
	}
}

// However many important ones come, who waits is served within his deadline.
func TestNobodyStarves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := busy(time.Now)
		loud, quiet := q.Lane(10, nil), q.Lane(1, nil)
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		ask := func() {
			_, _ = loud.Enter(ctx, &Ask{Class: Core, Cost: 8 * ms, Until: time.Now().Add(400 * ms)})
		}
		for range 40 {
			go ask()
		}
		synctest.Wait()
		var c crowd
		c.ask(context.Background(), quiet, "quiet", Ask{Class: Spare, Cost: 8 * ms, Until: time.Now().Add(1500 * ms)})
		for range 180 { // one is done, two more come
			time.Sleep(8 * ms)
			q.Leave(8 * ms)
			go ask()
			go ask()
			synctest.Wait()
		}
		c.want(t, []string{"quiet"}, nil)
		if s := loud.Status(); s.Refused[Hopeless]+s.Refused[Displaced] < 100 {
			t.Errorf("%+v: the loud one is to be refused the rest", s)
		}
	})
}

// Whom little room refuses, less room refuses too: the cohorts that remain are
// nested, whoever came first.
func TestCohortsAreNested(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(1, 2))
		before := map[uint8]bool{}
		for _, left := range []time.Duration{400 * ms, 200 * ms, 100 * ms, 50 * ms} {
			q := busy(time.Now)
			l := q.Lane(1, nil)
			ctx, cancel := context.WithCancel(context.Background())
			in := map[uint8]bool{}
			var mu sync.Mutex
			for _, c := range rng.Perm(Cohorts) {
				go func() {
					if _, err := l.Enter(ctx, &Ask{Cost: 8 * ms, Until: time.Now().Add(left), Cohort: uint8(c)}); err == nil {
						mu.Lock()
						in[uint8(c)] = true
						mu.Unlock()
					}
				}()
				synctest.Wait()
			}
			for l.Status().Waiting > 0 {
				q.Leave(8 * ms)
				synctest.Wait()
			}
			cancel()
			synctest.Wait()
			if want := int((left - 5*ms) / (8 * ms)); len(in) < want-1 || len(in) > want+1 {
				t.Errorf("%d in within %v, want about %d", len(in), left, want)
			}
			for c := range in {
				if len(before) > 0 && !before[c] {
					t.Errorf("cohort %d got in within %v, and not within twice as much", c, left)
				}
				if int(c) >= len(in) {
					t.Errorf("cohort %d of %d got in: there were better ones", c, len(in))
				}
			}
			before = in
		}
	})
}

// A line is bounded: beyond it the worst goes.
func TestALineIsBounded(t *testing.T) {
	now := start
	q := busy(func() time.Time { return now })
	l := q.Lane(1, nil)
	told := 0
	tell := func(*place, bool, Why) { told++ }
	for i := range 2 * MaxWaiting {
		_, r, _ := l.offer(Ask{Cost: ms, Until: now.Add(time.Hour), Cohort: uint8(i % Cohorts)}, tell)
		if i >= MaxWaiting && i%Cohorts == Cohorts-1 && r.why != Full {
			t.Fatalf("request %d: %v, want it refused: it is the worst", i, r)
		}
	}
	if s := l.Status(); s.Waiting != MaxWaiting || told == 0 {
		t.Errorf("%+v, %d displaced", s, told)
	}
	for range MaxWaiting { // those that can't be refused come past
		if _, r, _ := l.offer(Ask{Until: now.Add(time.Hour), Never: true}, tell); !r.in {
			t.Fatal("one that is never refused was not let in")
		}
	}
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
