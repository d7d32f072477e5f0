// Package why tells of one answer why an item stands where it does, and why
// another does not: pure functions over what the nodes of a run gave.
//
//	exec.Kept ──Items──► by item: the sources that brought it, its place and score
//	    │                behind each node, what moved it, the columns that were read
//	    └──────Of──────► by question: the node that dropped the item, and how it stood there
//
//	trace.Record ──Unanswered──► of a request without an answer: the node that held it up
//
// The nodes are those that are written: a request that is explained runs the
// graph as it is, no rule of the planner having changed it, or a filter inside a
// source could not be told from one behind it.
//
// Of goes from the answer back along what each node was given, to where the item
// still was. What a cut or a source left out is asked once more without the cut
// (again.go), with the same inputs, so that its place can be told; a model or a
// service is never called again.
//
// Bounds: MaxItems explained, MaxQuestions asked, MaxDrops told of each, texts
// and columns clipped. Bodies: the runs that exec keeps, exec.MaxKept.
//
// It imports dag, engine/{batch,exec,op,plain,trace}, index and internal/column.
package why
