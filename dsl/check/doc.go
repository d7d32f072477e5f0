// Package check gives names and types to parsed files: one pass over a whole
// project, all findings at once. It is given the catalogue of operators and
// knows none by name.
//
// Info is the result, in the manner of go/types: maps from syntax to facts, so
// that compile, completion and hover ask the same source. Info is filled as far
// as possible for broken projects; compile only runs when the list has no error.
package check
