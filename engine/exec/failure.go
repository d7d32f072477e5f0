package exec

import (
	"errors"
	"fmt"

	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
)

// panicked is the error of what panicked.
type panicked struct{ with any }

func (p panicked) Error() string { return fmt.Sprintf("panic: %v", p.with) }

// drilled is the error of a drill.
type drilled string

func (d drilled) Error() string { return string(d) }

// failure is the kind of an error.
func failure(err error) trace.Failure {
	var far *op.RemoteError
	switch {
	case err == nil:
		return trace.NoFailure
	case op.TimedOut(err):
		return trace.LateFailure
	case errors.As(err, &far):
		return [...]trace.Failure{op.RemoteTimeout: trace.LateFailure, op.RemoteRefused: trace.Refused, op.RemoteInvalid: trace.Invalid,
			op.RemoteBad: trace.BadAnswer, op.RemoteOpen: trace.CircuitOpen}[far.Kind]
	case errors.As(err, new(drilled)):
		return trace.Drill
	case errors.As(err, new(panicked)):
		return trace.Panic
	case errors.Is(err, ErrSteps), errors.Is(err, ErrDepth):
		return trace.Bound
	}
	return trace.Other
}
