// Package column is what engine and index share: column types, null bitmaps,
// columns as struct of arrays, and the wire form of a formula or filter with
// its two evaluators (columnar kernels, and row by row, slow and obvious).
//
// It imports the standard library only, knows no language and no index.
// A column is owned by who made it until it is put into a batch; from then on
// it is read-only and may be shared by views.
package column
