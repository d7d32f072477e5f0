package exec

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/trace"
)

// An optional transform whose time is over before anybody came to run it passes
// on what it was given.
func TestLateInTheQueue(t *testing.T) {
	b := newBuild(t)
	begun := make(chan struct{})
	first := b.node("first", false, gives(5))
	b.node("busy", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}, first.ID)
	gate := b.node("gate", true, func(context.Context, []*batch.Batch) (*batch.Batch, error) {
		<-begun
		return some(1), nil
	})
	b.decls["gate"].Waits = true
	n := b.node("n", true, gives(1), first.ID, gate.ID)
	b.decls["n"].Source = false
	n.Optional, n.Timeout = true, int64(20*time.Millisecond)
	p := b.plan()
	res := answer(t, p, Input{Budget: time.Minute, Slots: NewSlots(1)})
	if s := res.Spans[3]; s.Node != "n" || s.Outcome != trace.Timeout || s.In != 6 || count(p, res) != 5 {
		t.Errorf("%+v, %d items; %s", s, count(p, res), outcomes(res))
	}
}
