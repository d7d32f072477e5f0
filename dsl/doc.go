// Package dsl is the Riffle language. The folders, each importing only those
// left of it:
//
//	token -> diag -> ast -> parse -> format
//	                     -> sig -> check
//
//	source -> parse.File -> *ast.File + diag.List -> check -> graph builder
//	                                              -> format.File -> source
//
// SPEC.md is the normative grammar. The packages import the standard library
// (no os, no net) and expr-lang's parser, ast, conf, file, builtin, checker and
// types. Nothing here reads a clock, a random number or a file: the same bytes
// give the same tree, diagnostics and text.
package dsl
