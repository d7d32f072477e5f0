package catalog

import (
	"context"
	"errors"
	"sync"
)

// errSuperseded ends the load of a version that is not the live one any more.
var errSuperseded = errors.New("another version is live meanwhile")

// wanted is the number of a team's live version as last heard, so that a load
// of another one ends instead of going live late: who rolls back while the bad
// version still loads must never see it serve.
type wanted struct {
	mu     sync.Mutex
	number int64
	off    context.CancelCauseFunc // of the load under way; nil: none
}

// set notes the live version and breaks off the load of another one.
func (w *wanted) set(number int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.number == number {
		return
	}
	w.number = number
	if w.off != nil {
		w.off(errSuperseded)
	}
}

// begin a load; end it by calling done.
func (w *wanted) begin(ctx context.Context, number int64) (_ context.Context, done func(), err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.number != number {
		return nil, nil, errSuperseded
	}
	ctx, off := context.WithCancelCause(ctx)
	w.off = off
	return ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.off = nil
		off(nil)
	}, nil
}

// swap runs f, unless another version became the live one.
func (w *wanted) swap(number int64, f func()) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.number != number {
		return errSuperseded
	}
	f()
	return nil
}
