package app

import (
	"errors"
	"time"

	"riffle.dev/riffle/dsl/diag"
	"riffle.dev/riffle/engine/trace"
)

// Code of an error, one meaning each.
type Code string

// The codes of the doors.
const (
	Invalid         Code = "invalid"
	TooLarge        Code = "too_large"
	Unauthenticated Code = "unauthenticated"
	Forbidden       Code = "forbidden"
	CSRF            Code = "csrf"
	NotFound        Code = "not_found"
	Stale           Code = "stale"
	IfMatchRequired Code = "if_match_required"
	Conflict        Code = "conflict"
	DoesNotCompile  Code = "does_not_compile"
	RateLimited     Code = "rate_limited"
	Unavailable     Code = "unavailable"
	Deadline        Code = "deadline"
	Internal        Code = "internal"
)

// Error is what a rule refuses with. Message is shown to people: lower case,
// no full stop, naming the thing and the fix.
type Error struct {
	Code        Code
	Message     string
	Reason      Reason            // of the sentence Message is; empty for what another layer said
	Params      map[string]any    // what fills the sentence's holes: strings and numbers
	Location    string            // where in the request, such as body.login
	Current     *File             // Stale: what the draft holds now
	Diagnostics diag.List         // DoesNotCompile
	Unanswered  *trace.Unanswered // Deadline, Unavailable of a request that asked to be explained
	RetryAfter  time.Duration     // Unavailable, RateLimited
	Cause       error             // logged, never shown
}

// Error is the message.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// At names the place of the request that is wrong.
func (e *Error) At(location string) *Error { e.Location = location; return e }

// After says when it is worth another try.
func (e *Error) After(d time.Duration) *Error { e.RetryAfter = d; return e }

// Because keeps the cause for the log.
func (e *Error) Because(cause error) *Error { e.Cause = cause; return e }

// With hands over what the compiler found.
func (e *Error) With(list diag.List) *Error { e.Diagnostics = list; return e }

// Missing is the not_found of a thing; of a foreign team's thing too.
func Missing(what, name string) *Error {
	return Fail(NotFound, "missing", `{what} "{name}" does not exist or is not yours to see`, what, name)
}

// Down is the unavailable of a database that cannot be reached.
func Down(cause error) *Error {
	return Fail(Unavailable, "database_away", "the database cannot be reached; what is served goes on, writes have to wait").
		After(2 * time.Second).Because(cause)
}

// CodeOf is the code of err, Internal where it is not one of ours.
func CodeOf(err error) Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Code
	}
	return Internal
}
