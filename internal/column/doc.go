// Package column is what engine and index share: column types, null bitmaps,
// columns as struct of arrays, and the wire form of a formula or filter with
// its two evaluators.
//
//	JSON ─Parse─► Value ─Builder─► Column ─┐
//	     ◄Render─       ◄──Row───          ├─► Program.Eval Floats Filter   columns at once
//	     Expr (wire form) ─Compile─────────┘
//	     Expr ────────────EvalRow────────────► Value                        row by row, the oracle
//
// Both evaluators end in the scalar operations of scalar.go and the table of
// functions.go, so that they can differ in how they walk, never in what an
// operator means; a test draws random trees and holds one against the other,
// and the rows against expr-lang's VM where both give a value.
//
// What the operators mean at the edges: whole numbers wrap as Go's do; x / 0
// and x % 0 are null; null in arithmetic, order and functions gives null; ==,
// != and ?? take null; and, or, not know three values; NaN stays NaN and sorts
// last, before null only.
//
// A Program works through 1024 rows at a time and looks at the context between.
// Kernels exist for numbers, comparisons, logic, choice, membership, text
// equality and the commoner functions; what has none (text order and joining,
// records, lists, slices, closures) is computed row by row inside the program.
// Equal parts of an expression are computed once a chunk.
// Closures of one expression see at most 262,144 elements a row; more is an
// error, for nested ones multiply.
//
// It imports the standard library and, to know the processor, x/sys/cpu; it
// knows no language and no index.
// A column is owned by who made it until it is put into a batch; from then on
// it is read-only and may be shared by views.
package column
