// Package trace holds the record every request leaves: what ran, when, with
// which outcome; and a bounded ring that keeps the telling ones.
//
// Times are nanoseconds since the request's start. A Record is immutable once
// handed out. It imports the standard library only.
package trace
