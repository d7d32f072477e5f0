// Package body reads what others answer over HTTP: of a length that is bounded,
// into memory that is used again, and in steps between which others come to work.
// An answer of a million rows must make neither garbage nor everybody late.
//
// It imports the standard library alone.
package body
