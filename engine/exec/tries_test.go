package exec

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// answers is a service that answers by a function.
type answers func(ctx context.Context, q *op.Question) (column.Value, error)

func (f answers) Ask(ctx context.Context, q *op.Question) (*op.Reply, error) {
	v, err := f(ctx, q)
	if err != nil {
		return nil, err
	}
	return &op.Reply{Value: v}, nil
}

// asking is a graph of one call of a service with the parameter q.
func asking(t *testing.T) (*build, *dag.Node) {
	b := newBuild(t)
	n := b.form("service", "s", dag.ValueShape)
	n.Type = kInt
	n.Remote = &dag.Remote{Name: "far", Params: []dag.RemoteParam{{Name: "q", Type: kInt}}, Result: kInt}
	n.Args = []dag.Arg{{Name: "q", Kind: sig.Scalar, Expr: param("q")}}
	last := b.node("last", false, gives(1))
	b.graph.Result = dag.Result{Items: last.ID, Record: true, Fields: []dag.ResultField{{Name: "s", Node: n.ID, Type: kInt}}}
	return b, n
}

func refused() error { return &op.RemoteError{Callee: "far", Kind: op.RemoteRefused, Message: "busy"} }

func TestRetry(t *testing.T) {
	for _, c := range []struct {
		name  string
		err   error
		times int64 // it fails so often
		retry int
		want  string // outcome, calls
	}{
		{"none", refused(), 1, 0, "error 1"},
		{"once", refused(), 1, 1, "ok 2"},
		{"not often enough", refused(), 3, 2, "error 3"},
		{"often enough", refused(), 3, 3, "ok 4"},
		{"what it does not take", &op.RemoteError{Kind: op.RemoteInvalid}, 1, 3, "error 1"},
		{"what is down", &op.RemoteError{Kind: op.RemoteOpen}, 1, 3, "error 1"},
		{"its own timeout", &op.RemoteError{Kind: op.RemoteTimeout}, 1, 1, "ok 2"},
		{"an error of another kind", errors.New("x"), 1, 1, "ok 2"},
	} {
		b, n := asking(t)
		n.Retry = c.retry
		var calls atomic.Int64
		remote := answers(func(context.Context, *op.Question) (column.Value, error) {
			if calls.Add(1) <= c.times {
				return nil, c.err
			}
			return int64(1), nil
		})
		res := answer(t, b.plan(), Input{Budget: 10 * time.Second, Remote: remote, Values: map[string]column.Value{"q": int64(7)}})
		s := res.Spans[0]
		if got := fmt.Sprintf("%s %d", s.Outcome, calls.Load()); got != c.want || s.Again != int(calls.Load())-1 {
			t.Errorf("%s: %s, want %s; again %d", c.name, got, c.want, s.Again)
		}
	}
}

func TestRetryEndsWithTheTime(t *testing.T) {
	b, n := asking(t)
	n.Retry, n.Timeout, n.Optional = 1<<30, int64(20*time.Millisecond), true
	var calls atomic.Int64
	remote := answers(func(ctx context.Context, _ *op.Question) (column.Value, error) {
		calls.Add(1)
		time.Sleep(time.Millisecond)
		return nil, refused()
	})
	res := answer(t, b.plan(), Input{Budget: time.Minute, Remote: remote, Values: map[string]column.Value{"q": int64(7)}})
	if !res.OK() || calls.Load() > 25 {
		t.Errorf("ok %v after %d calls, %s", res.OK(), calls.Load(), outcomes(res))
	}
}

func TestAServiceThatHangs(t *testing.T) {
	ended := make(chan error, 100)
	remote := answers(func(ctx context.Context, _ *op.Question) (column.Value, error) {
		<-ctx.Done()
		ended <- ctx.Err()
		return nil, ctx.Err()
	})
	for timeout := 3 * time.Millisecond; timeout < time.Minute; timeout *= 2 {
		b, n := asking(t)
		n.Timeout, n.Optional = int64(timeout), true
		res := answer(t, b.plan(), Input{Budget: 2 * time.Minute, Remote: remote, Values: map[string]column.Value{"q": int64(7)}})
		if s := res.Spans[0]; s.Outcome != trace.Timeout || res.Fields[0] != nil {
			t.Errorf("%s, %v", s.Outcome, res.Fields[0])
		}
		select {
		case err := <-ended:
			if err == nil {
				t.Error("its context did not end")
			}
			return
		case <-time.After(time.Second): // on a busy machine its time was up before it was asked
		}
	}
	t.Error("its context did not end")
}

func TestNobodyAnswersServices(t *testing.T) {
	b, _ := asking(t)
	res := answer(t, b.plan(), Input{Budget: time.Minute, Values: map[string]column.Value{"q": int64(7)}})
	if res.Failed != "s" || res.Spans[0].Cause != "far: nothing here calls services" {
		t.Errorf("failed %q: %s", res.Failed, res.Spans[0].Cause)
	}
}

func TestHedge(t *testing.T) {
	const soon, never = time.Millisecond, time.Hour
	panics := func(context.Context, []*batch.Batch) (*batch.Batch, error) { panic("x") }
	for _, c := range []struct {
		name          string
		delay         time.Duration
		first, second work // the first one waits for the second to begin, where that is soon
		want          string
	}{
		{"the first is fast", never, gives(1), fails, "ok 1"},
		{"the first hangs", soon, hangs, gives(2), "ok 2"},
		{"the second fails", soon, slow(20, gives(1)), fails, "ok 1"},
		{"the first fails late", soon, fails, slow(20, gives(2)), "ok 2"},
		{"both fail", soon, fails, slow(5, fails), "error 0"},
		{"the first fails at once", never, fails, gives(2), "error 0"},
		{"both hang", soon, hangs, hangs, "timeout 0"},
		{"the first panics late", soon, panics, slow(20, gives(2)), "ok 2"},
	} {
		b := newBuild(t)
		var calls atomic.Int64
		begun := make(chan struct{})
		n := b.node("n", true, func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
			if calls.Add(1) > 1 {
				close(begun)
				return c.second(ctx, sets)
			}
			if c.delay == soon {
				<-begun
			}
			return c.first(ctx, sets)
		})
		n.Hedge, n.Optional, n.Timeout = int64(c.delay), true, int64(2*time.Second)
		b.node("last", false, joins, n.ID)
		p := b.plan()
		res := answer(t, p, Input{Budget: time.Minute})
		if got := fmt.Sprintf("%s %d", res.Spans[0].Outcome, count(p, res)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// slow does it after some milliseconds.
func slow(ms int, do work) work {
	return func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
		select {
		case <-time.After(time.Duration(ms) * time.Millisecond):
			return do(ctx, sets)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// The loser of a hedge may come back whenever it likes.
func TestLosersCorruptNothing(t *testing.T) {
	b := newBuild(t)
	var calls atomic.Int64
	n := b.node("n", true, func(_ context.Context, sets []*batch.Batch) (*batch.Batch, error) {
		if calls.Add(1)%2 == 0 {
			time.Sleep(3 * time.Millisecond) // deaf to its context
			return some(1000), nil
		}
		time.Sleep(time.Millisecond)
		return some(5), nil
	})
	n.Hedge = int64(200 * time.Microsecond)
	b.node("last", false, joins, n.ID)
	p, lib := b.plan(), newLibrary(t)
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for range 40 {
				res := &Result{}
				p.Run(context.Background(), Input{Budget: 20 * time.Second, Res: lib}, res, true)
				if c := count(p, res); c != 5 && c != 1000 {
					t.Errorf("%d items", c)
				}
			}
		})
	}
	all.Wait()
}
