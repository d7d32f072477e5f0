package exec

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// kept is a graph of one call of a service whose answers are kept so long, and
// who asks it.
func kept(t *testing.T, long time.Duration, remote answers) (cache *Cache, n *dag.Node, ask func() *Result) {
	b, n := asking(t)
	n.Cache = &dag.Cache{For: int64(long)}
	cache, lib := NewCache(1<<20), newLibrary(t)
	var p *Plan
	return cache, n, func() *Result {
		if p == nil {
			p = b.plan()
		}
		res := &Result{}
		p.Run(context.Background(), Input{Budget: time.Minute, Res: lib, Remote: remote, Cache: cache, Values: map[string]column.Value{"q": int64(1)}}, res, false)
		return res
	}
}

// said is what a request got: the value, and where it is from.
func said(res *Result) any {
	s := res.Spans[0]
	switch {
	case !res.OK():
		return string(s.Outcome)
	case s.Stale && s.Cached:
		return []any{res.Fields[0], "stale"}
	case s.Cached:
		return []any{res.Fields[0], "cached"}
	}
	return []any{res.Fields[0]}
}

func wantSaid(t *testing.T, when string, res *Result, want ...any) {
	t.Helper()
	got, ok := said(res).([]any)
	if !ok {
		got = []any{said(res)}
	}
	if len(got) != len(want) || got[0] != want[0] || len(got) > 1 && got[1] != want[1] {
		t.Errorf("%s: %v, want %v", when, got, want)
	}
}

func TestStaleIsUsedWhileANewOneIsGot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		cache, _, ask := kept(t, 10*time.Second, answers(func(context.Context, *op.Question) (column.Value, error) {
			n := calls.Add(1)
			time.Sleep(time.Second)
			return n, nil
		}))
		wantSaid(t, "the first", ask(), int64(1))
		time.Sleep(10*time.Second - 1)
		wantSaid(t, "still good", ask(), int64(1), "cached")
		time.Sleep(time.Nanosecond)
		for range 5 {
			begin := time.Now()
			wantSaid(t, "while a new one is got", ask(), int64(1), "stale")
			if took := time.Since(begin); took != 0 {
				t.Errorf("it waited %v", took)
			}
		}
		time.Sleep(2 * time.Second)
		wantSaid(t, "the new one", ask(), int64(2), "cached")
		time.Sleep(18*time.Second - 1) // it came at 22 s
		wantSaid(t, "just before its end", ask(), int64(2), "stale")
		if err := cache.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Second)
		wantSaid(t, "behind the end", ask(), int64(4))
		if c := cache.Counts(); calls.Load() != 4 || c.Stale != 6 || c.Renewed != 2 || c.Failed != 0 || c.Misses != 2 {
			t.Errorf("%d calls, %+v", calls.Load(), c)
		}
	})
}

func TestStaleOfWhatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		cache, _, ask := kept(t, 5*time.Second, answers(func(context.Context, *op.Question) (column.Value, error) {
			if calls.Add(1) > 1 {
				return nil, errors.New("down")
			}
			return int64(7), nil
		}))
		wantSaid(t, "the first", ask(), int64(7))
		time.Sleep(5 * time.Second)
		for range 49 { // each tenth of a second, for 4.9 s
			wantSaid(t, "while it is down", ask(), int64(7), "stale")
			synctest.Wait()
			time.Sleep(100 * time.Millisecond)
		}
		if n := calls.Load(); n != 11 { // at once, then every half second
			t.Errorf("%d calls", n)
		}
		time.Sleep(100 * time.Millisecond)
		wantSaid(t, "behind the end", ask(), "error")
		if c := cache.Counts(); c.Failed != 10 || c.Entries != 0 {
			t.Errorf("%+v", c)
		}
	})
}

// What hangs is given up when the time of the node is over, though nobody waits.
func TestARenewalThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		ended := make(chan time.Time, 1)
		cache, n, ask := kept(t, time.Hour, answers(func(ctx context.Context, _ *op.Question) (column.Value, error) {
			if calls.Add(1) > 1 {
				<-ctx.Done()
				ended <- time.Now()
				return nil, ctx.Err()
			}
			return int64(7), nil
		}))
		n.Timeout = int64(3 * time.Second)
		ask()
		time.Sleep(time.Hour)
		begin := time.Now()
		wantSaid(t, "at once", ask(), int64(7), "stale")
		if err := cache.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		if took := (<-ended).Sub(begin); took != 3*time.Second {
			t.Errorf("it was waited for %v", took)
		}
		time.Sleep(MostStale)
		wantSaid(t, "behind the bound", ask(), "timeout")
	})
}

func TestOnlySoManyAreRenewed(t *testing.T) {
	now := time.Unix(1000, 0)
	cache, clock := NewCache(1<<20), func() time.Time { return now }
	renewing := 0
	for i := range 2 * mostRenews {
		key := cacheKey{}
		key.sum[0], key.sum[1] = byte(i), 1
		_, mine, _ := cache.get(context.Background(), key, nil, clock)
		cache.put(mine, op.Out{Value: int64(i)}, nil, now.Add(-1), now.Add(time.Hour))
		got, _, err := cache.get(context.Background(), key, nil, clock)
		if err != nil || !got.stale || got.out.Value != int64(i) {
			t.Fatalf("%+v, %v", got, err)
		}
		if got.renew != nil {
			renewing++
		}
	}
	if renewing != mostRenews {
		t.Errorf("%d at once", renewing)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := cache.Wait(ctx); err == nil {
		t.Error("it does not wait")
	}
}

// Data that has changed makes no stale answer, and a new answer that comes then
// is of no use.
func TestStaleHoldsForOneViewOfTheData(t *testing.T) {
	now := time.Unix(1000, 0)
	cache, clock := NewCache(1<<20), func() time.Time { return now }
	_, mine, _ := cache.get(context.Background(), cacheKey{}, []any{1}, clock)
	cache.put(mine, op.Out{Value: "old"}, nil, now, now.Add(time.Hour))
	got, _, _ := cache.get(context.Background(), cacheKey{}, []any{1}, clock)
	if !got.stale || got.renew == nil {
		t.Fatalf("%+v", got)
	}
	_, mine, _ = cache.get(context.Background(), cacheKey{}, []any{2}, clock)
	if mine == nil {
		t.Fatal("an answer from other data is used")
	}
	cache.put(mine, op.Out{Value: "new"}, nil, now.Add(time.Hour), now.Add(time.Hour))
	cache.replace(got.renew, op.Out{Value: "late"}, nil, now.Add(time.Hour), now.Add(time.Hour))
	if got, _, _ = cache.get(context.Background(), cacheKey{}, []any{2}, clock); got.out.Value != "new" {
		t.Errorf("%v", got.out.Value)
	}
	if c := cache.Counts(); c.Entries != 1 || c.Bytes != cache.entries[cacheKey{}].Value.(*entry).bytes {
		t.Errorf("%+v", c)
	}
}

// Every kind of failure, by what makes it.
func TestFailures(t *testing.T) {
	seen := map[trace.Failure]bool{trace.LateFailure: true, trace.Needs: true} // of no error alone
	for _, c := range []struct {
		err  error
		want trace.Failure
	}{
		{nil, trace.NoFailure},
		{context.DeadlineExceeded, trace.LateFailure},
		{lateInside{"x"}, trace.LateFailure},
		{&op.RemoteError{Kind: op.RemoteTimeout}, trace.LateFailure},
		{refused(), trace.Refused},
		{&op.RemoteError{Kind: op.RemoteInvalid}, trace.Invalid},
		{&op.RemoteError{Kind: op.RemoteBad}, trace.BadAnswer},
		{&op.RemoteError{Kind: op.RemoteOpen}, trace.CircuitOpen},
		{drilled("drill"), trace.Drill},
		{panicked{"x"}, trace.Panic},
		{ErrSteps, trace.Bound},
		{ErrDepth, trace.Bound},
		{errors.New("x"), trace.Other},
	} {
		if got := failure(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
		seen[c.want] = true
	}
	for _, f := range trace.Failures() {
		if !seen[f] {
			t.Errorf("nothing makes %s", f)
		}
	}
}
