package engine

import (
	"fmt"

	"riffle.dev/riffle/engine/trace"
)

// Codes of an Error, words of the doors' vocabulary.
const (
	CodeInvalid     = "invalid"     // the request's values do not fit
	CodeNotFound    = "not_found"   // no such scene or pipeline
	CodeDeadline    = "deadline"    // nothing answered in time
	CodeUnavailable = "unavailable" // a required node failed, and no fallback answered
	CodeInternal    = "internal"    // the engine is at fault
)

// Error is why there is no answer.
type Error struct {
	Code    string
	Message string // lower case, names the thing and both sides
	Field   string // of the request, such as user.region; invalid only
	Want    string // what the field must be; invalid only
	// Outcomes of what ran, for deadline and unavailable.
	Outcomes []Outcome
	TraceID  string
	Record   *trace.Record // nil when nothing ran
	Cause    error
}

// Error says what is wrong.
func (e *Error) Error() string {
	if e.Field != "" {
		return fmt.Sprintf("%s: %s", e.Field, e.Message)
	}
	return e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }
