// Package token holds the lexical vocabulary of the Riffle language: kinds,
// tokens, byte positions and the table that turns them into lines and columns.
//
// It imports the standard library only. Positions are byte offsets into the
// source of one file; lines and columns count from 1, columns count characters
// (Unicode code points), as diagnostics print them.
package token
