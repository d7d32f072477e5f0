// Package catalog is what runs on this instance: for each team the compiled
// program of its live version and the libraries (index slices) of its
// resources, which follow the change log.
//
//	live version ──compile──► Program ┐
//	change log ──Follower──► Library ─┴──► Active: what a request reads
//	                           │
//	                       snapshot in the home, so that a start replays little
//
// Invariants: an Active is immutable and swapped atomically, when the
// libraries it needs have caught up; until then, and after a version that
// cannot run, the last good one serves. A changed schema is a new Library
// filled by replay of the whole log. Whatever was acknowledged is applied
// sooner or later; a document that a newer schema refuses is counted, not in
// the way of the others. Nothing here needs the database to go on serving.
//
// What people try out reads the same libraries: a run of a draft or version
// (run.go) and a query, which is written as a pipeline over one resource and
// compiled like any other (query.go). No more than a few are under way at once.
// What an editor asks, graphs and what changes by meaning (graph.go,
// meaning*.go) come from the same compile as what serves.
//
// It implements app.Runtime and app.Compiler. It imports dsl, dag, engine,
// index, fleet/changelog and server/app.
package catalog
