package exec

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

// A call that ends because the caller went away was not late, also where it tells
// so before the request's goroutine knows: nothing stands in for it, and it is not
// made again.
func TestCallerGoesAwayFromACall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, n := asking(t)
		n.Optional, n.Retry = true, 2
		ctx, cancel := context.WithCancel(t.Context())
		b.decls["last"].Exec = func(*op.Call) (op.Out, error) { // keeps the request's goroutine busy meanwhile
			synctest.Wait()
			cancel()
			synctest.Wait()
			return op.Out{Set: some(1)}, nil
		}
		calls := 0
		remote := answers(func(ctx context.Context, _ *op.Question) (column.Value, error) {
			calls++
			<-ctx.Done()
			return nil, &op.RemoteError{Callee: "far", Kind: op.RemoteTimeout, Message: "did not answer in time", Cause: ctx.Err()}
		})
		res := &Result{}
		b.plan().Run(ctx, Input{Budget: time.Minute, Res: newLibrary(t), Remote: remote, Values: map[string]column.Value{"q": int64(7)}}, res, false)
		if !errors.Is(res.Gone, context.Canceled) || calls != 1 {
			t.Errorf("gone %v, %d calls", res.Gone, calls)
		}
		if s := res.Spans[0]; s.Cause != trace.NotDone {
			t.Errorf("%+v", s)
		}
	})
}
