package circuit

import (
	"context"
	"errors"
	"time"
)

// Ended is the verdict on a call without an answer in time. ctx is what the call
// was bound by, caller what its caller was: one that had all the time its callee
// asks for has failed by the callee's fault. A context that ends when its time is
// up may still say that it was cancelled, for its owner saw that first.
func Ended(ctx, caller context.Context) Verdict {
	end, ok := ctx.Deadline()
	if !errors.Is(ctx.Err(), context.DeadlineExceeded) && (!ok || time.Until(end) > 0) {
		return GivenUp
	}
	if whole, has := caller.Deadline(); ok && (!has || end.Before(whole)) {
		return Bad
	}
	return Late
}
