// Package plain is a node as the reference interpreter sees it: candidates as
// rows, expressions walked one row after the other. An operator's Plain is
// written over it; it is what the columnar kernel of the same operator is
// tested against, and shares no step with that: only formulas that both must
// follow to the last bit (a draw, a cosine) stand in one place.
//
// It imports dag, index and internal/column.
package plain
