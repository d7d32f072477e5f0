// Package batch holds candidates as columns: who an item is, its score, the
// sources that brought it, and the columns something reads.
//
// A Batch is immutable once a node has returned it; operators make new ones
// that share what did not change. Row i of every slice and column is the same
// item. It imports internal/column only.
package batch
