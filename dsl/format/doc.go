// Package format writes Riffle source in its one canonical form.
//
//	ast.File -> nest (brackets, elements, comments) -> rows (alignment) -> layout (open or flat) -> text
//
// It works from the tokens of a file, never from expr-lang's tree, so nothing
// that was written is lost: strings, numbers, brackets and every comment. A
// comment in the middle of an element moves above it.
//
// Invariants: format(format(x)) == format(x); parse(format(x)) equals parse(x)
// but for positions. A file with syntax errors is not formatted.
// It imports the standard library, dsl/token, dsl/diag, dsl/ast and dsl/parse.
package format
