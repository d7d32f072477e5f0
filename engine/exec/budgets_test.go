package exec

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/limit"
)

// Of an outage a tenth is added to the calls, however often each may be tried.
func TestRetriesHaveABudget(t *testing.T) {
	b, n := asking(t)
	n.Retry, n.Optional = 3, true
	var calls atomic.Int64
	remote := answers(func(context.Context, *op.Question) (column.Value, error) {
		calls.Add(1)
		return nil, refused()
	})
	p, lib, budgets := b.plan(), newLibrary(t), &Budgets{}
	const requests = 200
	without := 0
	for range requests {
		res := &Result{}
		p.Run(context.Background(), Input{Budget: time.Minute, Res: lib, Remote: remote, Budgets: budgets, Values: map[string]column.Value{"q": int64(7)}}, res, false)
		if s := res.Spans[0]; strings.HasSuffix(s.Cause, "far: busy; no retry: budget used up") && s.Failure == "refused" {
			without++
		} else if s.Again != 3 {
			t.Fatalf("%+v", s)
		}
	}
	if most := int64(requests + requests/10 + limit.Most); calls.Load() > most || calls.Load() < most-1 {
		t.Errorf("%d calls, want %d", calls.Load(), most)
	}
	got := budgets.Counts()
	if len(got) != 1 || got[0].Target != "service far" || got[0].Done != requests || got[0].Again != calls.Load()-requests || got[0].Refused != int64(without) || without == 0 {
		t.Errorf("%+v; %d without", got, without)
	}
}

func TestHedgesHaveTheSameBudget(t *testing.T) {
	b := newBuild(t)
	budgets := &Budgets{}
	asked := func() int64 { c := budgets.of("node g.n").Counts(); return c.Again + c.Refused }
	var calls, before atomic.Int64
	n := b.node("n", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		if calls.Add(1); before.Load() == asked() { // the first one waits for what becomes of the second
			for before.Load() == asked() && ctx.Err() == nil {
				time.Sleep(20 * time.Microsecond)
			}
		}
		return nil, refused()
	})
	n.Hedge, n.Optional = 1, true
	b.node("last", false, joins, n.ID)
	p, lib := b.plan(), newLibrary(t)
	without := int64(0)
	for range 40 {
		before.Store(asked())
		res := &Result{}
		p.Run(context.Background(), Input{Budget: time.Minute, Res: lib, Budgets: budgets}, res, false)
		switch s := res.Spans[0]; {
		case s.Cause == "far: busy; no hedge: budget used up" && s.Again == 0:
			without++
		case s.Cause != "far: busy" || s.Again != 1:
			t.Fatalf("%+v", s)
		}
	}
	got := budgets.Counts()
	if want := (limit.BudgetCounts{Done: 40, Again: 13, Refused: 27}); len(got) != 1 || got[0].BudgetCounts != want || without != 27 || calls.Load() != 53 {
		t.Errorf("%+v, want %+v; %d without, %d calls", got, want, without, calls.Load())
	}
}
