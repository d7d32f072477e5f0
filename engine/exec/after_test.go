package exec

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
)

// behind adds a node that runs once the answer has left.
func (b *build) behind(name string, do work, inputs ...int) *dag.Node {
	keep := b.graph.Result.Items
	n := b.node(name, true, do, inputs...)
	n.Lazy = true
	b.graph.Result.Items = keep
	b.graph.After = append(b.graph.After, n.ID)
	return n
}

func TestAfterTheAnswer(t *testing.T) {
	for _, c := range []struct {
		name      string
		do        work
		good, bad int
	}{{"it works", joins, 1, 0}, {"it fails", fails, 0, 1}, {"it hangs", hangs, 0, 1}} {
		b := newBuild(t)
		page := b.node("page", true, gives(3))
		more := b.node("more", true, gives(4)) // only what comes after wants it
		more.Lazy = true
		b.graph.Result.Items = page.ID
		seen := 0
		b.behind("tell", func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
			seen = sets[0].Len() + sets[1].Len()
			return c.do(ctx, sets)
		}, page.ID, more.ID)
		res := answer(t, b.plan(), Input{Budget: time.Second})
		if got := outcomes(res); got != "page ok" || seen != 0 || res.After == nil {
			t.Fatalf("%s: %s, saw %d before it began", c.name, got, seen)
		}
		good, bad := res.After.Do(context.Background(), time.Second)
		if good != c.good || bad != c.bad || seen != 7 {
			t.Errorf("%s: %d good, %d bad, saw %d items", c.name, good, bad, seen)
		}
	}
}

// A node that was given up before the answer left stays so, whatever it does
// while the rest runs.
func TestAfterTheAnswerStragglersCorruptNothing(t *testing.T) {
	b := newBuild(t)
	late := b.node("late", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		<-ctx.Done()
		time.Sleep(time.Millisecond)
		return some(1000), nil
	})
	late.Optional, late.Timeout = true, int64(time.Millisecond)
	page := b.node("page", false, joins, late.ID, b.node("hot", true, gives(2)).ID)
	b.graph.Result.Items = page.ID
	var wrong, told atomic.Int64
	b.behind("tell", func(_ context.Context, sets []*batch.Batch) (*batch.Batch, error) {
		told.Add(1)
		if sets[0].Len() != 2 || sets[1].Len() != 0 {
			wrong.Add(1)
		}
		time.Sleep(time.Millisecond)
		return sets[0], nil
	}, page.ID, late.ID)
	p, lib := b.plan(), newLibrary(t)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			for k := range 30 {
				res := &Result{}
				p.Run(context.Background(), Input{Budget: 20 * time.Second, Res: lib}, res, false)
				if (i+k)%5 == 0 {
					res.After.Drop()
				} else if good, bad := res.After.Do(context.Background(), 20*time.Second); good != 1 || bad != 0 {
					t.Errorf("%d good, %d bad", good, bad)
				}
			}
		})
	}
	all.Wait()
	if wrong.Load() > 0 || told.Load() == 0 {
		t.Errorf("%d of %d saw something else than the answer", wrong.Load(), told.Load())
	}
}

// What all arms of a choose wait for still runs when the choose is given up and
// the answer leaves; who reads it afterwards has nothing to read, whatever it
// gives in the end.
func TestAfterTheAnswerWhatWasGivenUpStaysFailed(t *testing.T) {
	b := newBuild(t)
	end := make(chan struct{})
	defer close(end)
	deep := b.node("deep", true, func(context.Context, []*batch.Batch) (*batch.Batch, error) {
		<-end
		return some(5), nil
	})
	best, next := b.node("best", false, joins, deep.ID), b.node("next", false, joins, deep.ID)
	hot := b.node("hot", true, gives(2))
	hot.Lazy = true
	c := b.branches("choose", "c", dag.Branch{Name: "best", Result: best.ID}, dag.Branch{Name: "next", Result: next.ID})
	c.Timeout, c.Fallback = int64(time.Millisecond), hot.ID
	told := 0
	b.behind("tell", func(_ context.Context, sets []*batch.Batch) (*batch.Batch, error) {
		told++
		return sets[0], nil
	}, deep.ID)
	res := answer(t, b.plan(), Input{Budget: 20 * time.Second})
	if res.After == nil {
		t.Fatal(outcomes(res))
	}
	if good, bad := res.After.Do(context.Background(), 50*time.Millisecond); good != 0 || bad != 1 || told != 0 {
		t.Errorf("%d good, %d bad, told %d times", good, bad, told)
	}
}

func TestAfterAnAnswerThatFailedNothingComes(t *testing.T) {
	b := newBuild(t)
	page := b.node("page", true, fails)
	b.behind("tell", joins, page.ID)
	if res := answer(t, b.plan(), Input{Budget: time.Second}); res.After != nil {
		t.Error("something comes after no answer")
	}
}
