// Package dag turns a checked project into graphs: nodes with operator,
// arguments lowered to column.Expr, typed columns in and out, positions and
// what may be degraded. Build is the one compile path; check, save, dry run and
// serve call it and differ in what they do with the result.
//
//	check.Info ──expand──► nodes ──prune──► Graph ──► Project (immutable)
//
// It imports dsl and internal/column. Nodes are data: nothing here runs.
//
// What the answer shows: all columns of the set that is returned, in the order
// of the resource's fields, but no vectors, unless `select` stands between.
//
// A field that nothing changed is read where it is first needed, for the items
// that are left there, and the answer's fields at the end; only what was
// computed travels with the candidates (docs/design/0003-columns.md).
//
// Of this cut: statements are calls and expressions. A called pipeline is
// inlined; a timeout on its call bounds each of its nodes, not their sum; one
// that returns a record can't be called. Defaults of fields work in records,
// not in lists of records. Not done yet: sharing equal sub-graphs, pushing a
// `filter` or `take` statement into a source, variants, plans.
package dag
