package ast

import (
	exprast "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"riffle.dev/riffle/dsl/token"
)

// Value is what can stand right of `=`, as an argument, or as a constant:
// *Call *List *Record *RangeLit *NumberLit *StringLit *Word *Expr, and the
// statement forms *Block *If *Loop *Each *Choose *After.
//
// In value position a bare name or literal is an *Expr. *NumberLit, *StringLit
// and *Word appear only where the grammar asks for a constant.
type Value interface {
	Node
	value()
}

// Call is `name(args…)`: operator, service, declared function, pipeline,
// policy or type constructor; which one its name and place decide.
//
// A call of the expression layer's closures (any, all, map, sum, count, …) is
// always an *Expr. A call of another built-in function looks like one of an
// operator, and only who knows that the name is a function makes it an expression.
type Call struct {
	At   token.Range
	Name *Name
	Args []*Arg
}

// Arg is `value` or `name: value`.
type Arg struct {
	At    token.Range
	Name  *Name // nil when positional
	Value Value
}

// List is `[a, b]`.
type List struct {
	At    token.Range
	Elems []Value
}

// Record is `{ a: x, "b": y }`.
type Record struct {
	At     token.Range
	Fields []*RecordField
}

// RecordField is one `key: value`.
type RecordField struct {
	At    token.Range
	Key   *Name // of a string key, the unquoted text
	Value Value
}

// RangeLit is `100..300` with constant ends.
type RangeLit struct {
	At     token.Range
	Lo, Hi *NumberLit
}

// NumberLit is a number with or without a unit, possibly negative.
type NumberLit struct {
	At   token.Range
	Text string
	Int  bool    // no fraction and no unit
	Unit string  // "" ms s m h d us KB MB GB % /s /m /h
	Num  float64 // as written, sign included: 80 of 80ms
}

// StringLit is a string constant; Value is unquoted.
type StringLit struct {
	At    token.Range
	Value string
}

// Word is a bare name in constant position, such as english or true.
type Word struct {
	At   token.Range
	Text string
}

// Expr is an expression island: the tokens between From and To handed to
// expr-lang, one blank where blanks, comments or line ends stood, and units
// replaced by names of the same width. Tree is nil when
// the island did not parse (already diagnosed). Functions other than the
// closures are *ast.CallNode, closures *ast.BuiltinNode.
type Expr struct {
	At   token.Range
	Text string                          // what expr was given
	Tree exprast.Node                    // owned by this node; the checker never changes it
	Unit map[string]*NumberLit           // replaced unit tokens, by the identifier that stands for them
	Map  func(file.Location) token.Range // rune offsets of Text to bytes of the file
}

func (n *Call) Span() token.Range        { return n.At }
func (n *Arg) Span() token.Range         { return n.At }
func (n *List) Span() token.Range        { return n.At }
func (n *Record) Span() token.Range      { return n.At }
func (n *RecordField) Span() token.Range { return n.At }
func (n *RangeLit) Span() token.Range    { return n.At }
func (n *NumberLit) Span() token.Range   { return n.At }
func (n *StringLit) Span() token.Range   { return n.At }
func (n *Word) Span() token.Range        { return n.At }
func (n *Expr) Span() token.Range        { return n.At }

func (*Call) value()      {}
func (*List) value()      {}
func (*Record) value()    {}
func (*RangeLit) value()  {}
func (*NumberLit) value() {}
func (*StringLit) value() {}
func (*Word) value()      {}
func (*Expr) value()      {}
