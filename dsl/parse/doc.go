// Package parse turns the text of a .riffle file into a tree and a list of
// diagnostics. File never panics and always returns a tree, partial where the
// text is broken.
//
//	bytes -> lex -> tokens -> layout -> balanced tokens -> parser -> ast.File
//	                                                         |
//	                                                         +- island -> expr-lang
//
// Layout pairs brackets, decides which line ends separate, gives up brackets
// that are never closed and bounds the nesting; after it every opening bracket
// has a partner, so the parser and the recovery can step over any of them.
// An island is the run of tokens of one expression; it is bounded (depth 64,
// 8 KB) before expr-lang sees it.
//
// Invariants: a broken statement costs only itself; one mistake gives one
// diagnostic; offsets are bytes of the source and survive into expr's tree.
// The package imports the standard library, dsl/token, dsl/diag, dsl/ast and
// expr-lang's parser, ast, conf, file and builtin.
package parse
