package ast

import "riffle.dev/riffle/dsl/token"

// File is one parsed source file. Src and Tokens are the whole text (comments
// and newlines included), so that a formatter can work from tokens.
type File struct {
	Name   string
	Src    []byte
	Lines  *token.Lines
	Tokens []token.Token
	Decls  []Decl // in written order; broken ones are left out or are partial
}

// Node has a place in its file.
type Node interface{ Span() token.Range }

// Decl is a declaration: *Import *Type *Resource *Service *Function *Pipeline
// *Scene *Experiment *Test.
type Decl interface {
	Node
	DeclName() *Name // nil for imports and tests
	decl()
}

// Name is an identifier where it is given or used.
type Name struct {
	Text string
	At   token.Range
}

// Span is where the name stands.
func (n *Name) Span() token.Range { return n.At }
