// Package benchcases are the engine's speed rows, each with what it is measured
// against, for `go test -bench` and for the command that writes the page of
// benchmarks. Both sides of a row do the same work in the same process.
package benchcases
