package limit

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

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
