// Package script runs functions that are files of a project, written in
// Starlark: a small Python without files, network, clock and chance, so that
// the same arguments give the same answer.
//
//	file ──parse──► tree ──guard──► program ──init once──► frozen globals
//	question ─► one call (of a model: one for each item) ─► typed answer
//
// A call is bounded whatever stands in the file: in steps, in what it makes,
// in time. Starlark counts its own steps; what one step may do without end
// (repeating a list, joining texts, comparing nested lists, long integers) is
// replaced in the tree by calls of guards, which look at sizes first and count
// what they make as steps (guard.go, method.go). There is no load, no print and
// no recursion.
//
// A Host implements op.Remote for the functions it was made of. It imports
// engine/op and internal/column, and go.starlark.net. Safe for any number of
// goroutines.
package script
