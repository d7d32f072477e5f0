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
// Arms of `if` and `choose` stand in the graph and run when they are taken;
// bodies of `loop`, `each` and of pipelines that call themselves are graphs of
// their own (docs/design/0006-control-flow.md). A called pipeline is inlined; a
// timeout on its call bounds each of its nodes, not their sum; what it does
// `after` its answer only the pipeline that was asked does.
//
// What runs is made of these graphs by the rules of dag/optimize.
//
// Not done: services that give items of no resource, lists of lists of sets,
// variables and parameters that are records with sets. Build says E0901 for what
// it can't do. Fields derived by anything but a word table are fields that
// documents bring.
package dag
