// Package engine answers requests: it takes a compiled project, a scene or
// pipeline, the values of a request and the views of the resources, and gives
// items with version, plan, level, coverage and the outcome of every node.
//
//	dag.Project ──Compile──► Program ──Serve──► Answer + trace.Record
//	                              │
//	         op (what a node does) · exec (when it runs) · batch (on what)
//	         remote (who answers for services and functions by URL)
//
// A Program calls services through what With gives it; without, such nodes
// fail. What a pipeline does after its answer runs on two workers behind a
// bounded queue; Wait waits for it, Counts tells of it.
//
// It imports dag, index and internal/*. Time, randomness and ids are inputs
// (Options). A Program is immutable and may serve from any number of
// goroutines. An answer leaves by the scene's deadline, whatever a node does.
package engine
