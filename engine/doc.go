// Package engine answers requests: it takes a compiled project, a scene or
// pipeline, the values of a request and the views of the resources, and gives
// items with version, plan, level, coverage and the outcome of every node.
//
//	dag.Project ──Compile──► Program ──Serve──► Answer + trace.Record
//	                              │
//	         op (what a node does) · exec (when it runs) · batch (on what)
//
// It imports dag, index and internal/*. Time, randomness and ids are inputs
// (Options). A Program is immutable and may serve from any number of
// goroutines. An answer leaves by the scene's deadline, whatever a node does.
package engine
