// Package check gives names and types to parsed files: one pass over a whole
// project, all findings at once. It is given the catalogue of operators and
// knows none by name.
//
//	declare ─ imports ─ types ─ resources ─ functions, services ─ derived fields ─ signatures
//	    ─ pipelines ─ scenes (promises) ─ experiments, tests ─ gains by tier ─ what is never used
//	          │
//	      statement ─ call ─ input, argument, model ─ typer: our pass over expr's tree
//
// Info is the result, in the manner of go/types: maps from syntax to facts, so
// that compile, completion and hover ask the same source. Info is filled as far
// as possible for broken projects; compile only runs when the list has no error.
//
// Invariants: neither trees nor catalogue are changed, so one project may be
// checked by many at once; nothing panics on what the parser gives; a name that
// is wrong is reported once, and what depends on it has the type Invalid, which
// fits everything silently; time and the number of findings are bounded.
//
// Blocks, loops and eaches are regions within the body of a pipeline, with one
// namespace; Flow is what is known of them.
//
// A statement is typed when it is first read, so order does not matter; meeting
// one that is still being typed is a cycle. Columns are known before names are
// looked up, so a column never makes an edge.
//
// Checked and not run in this version: functions of a .py file (W0901), settings
// that wait for the fleet (H0901), an each that gives records
// with sets (E0901). dsl/IMPL.md has the reasons for the rest.
//
// It imports the standard library, dsl/{token,diag,ast,sig} and expr-lang's ast
// and file.
package check
