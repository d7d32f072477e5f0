// Package ast is the syntax tree of a Riffle file. Nodes are plain data; they
// keep every token range and every comment, so that format(parse(x)) loses
// nothing and an edit of the graph can be a minimal edit of the text.
//
// It imports the standard library, dsl/token and expr-lang's ast (the tree of
// an expression island). A tree is immutable once the parser returned it.
package ast
