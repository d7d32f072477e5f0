package remote

import (
	"context"
	"errors"

	"riffle.dev/riffle/engine/circuit"
	"riffle.dev/riffle/engine/op"
)

// verdict is what the end of a call says of the callee. ctx is what it was bound
// by, caller what its caller was.
func verdict(ctx, caller context.Context, err error) circuit.Verdict {
	var far *op.RemoteError
	switch {
	case err == nil:
		return circuit.Good
	case errors.As(err, new(*held)), errors.As(err, &far) && far.Kind == op.RemoteInvalid:
		return circuit.Unknown
	case !op.TimedOut(err):
		return circuit.Bad
	}
	return circuit.Ended(ctx, caller)
}

// held is a call that did not leave: over the callee's own limits.
type held struct{ cause error }

func (h *held) Error() string { return "held back" }
func (h *held) Unwrap() error { return h.cause }
