// Package trace holds the record every request leaves: what ran, when, with
// which outcome, by whose clock; why items are where they are; and the place of a
// request in a trace of others (W3C Trace Context).
//
// Times are nanoseconds since the request's start. A Record is immutable once
// handed out, until it is put back into its Pool. It imports the standard library only.
package trace
