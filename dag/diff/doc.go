// Package diff compares two compiled projects by meaning: what changes for
// those who ask and for the documents, per declaration and per node of the
// graph, in words and with what may hurt. Layout, comments and the order of
// things do not count.
//
//	dag.Project (was) ─┐
//	                   ├─ Projects ─► []Change ─► riffle plan, the console
//	dag.Project (is)  ─┘
//
// It is pure: no server, no clock. It imports dag, dsl/sig and internal/column.
package diff
