// Package tally sums bytes times weights for many rows at once: what a scan of
// all rows adds up before it looks closely at a few. It imports golang.org/x/sys
// only.
//
// Assembly and Go give the same to the last bit. Rows come in blocks of Block;
// who has fewer adds empty ones.
package tally
