package ast

import "riffle.dev/riffle/dsl/token"

// Stmt is `name = value modifiers`. Name is nil for `after { … }`, whose value
// is an *After.
type Stmt struct {
	At    token.Range
	Doc   string
	Name  *Name
	Value Value
	Mods  []*Modifier
}

// Modifier is one of token.Modifiers with its operand.
type Modifier struct {
	At    token.Range
	Word  string      // optional gain when timeout hedge retry cache fallback
	Value Value       // *NumberLit or *RangeLit (gain, timeout, hedge, retry, cache), *Expr (when), any value (fallback); nil for optional
	By    Value       // cache … by value
	Tiers []*TierGain // gain 0.4 { newcomers: 0.2 }
}

// TierGain is the gain for one tier.
type TierGain struct {
	At    token.Range
	Tier  *Name
	Value Value // *NumberLit or *RangeLit
}

// Block is `{ statements… value }`.
type Block struct {
	At    token.Range
	Stmts []*Stmt
	Value Value
	Mods  []*Modifier
}

// If is `if cond { … } else { … }`; Else is a *Block or another *If.
type If struct {
	At   token.Range
	Cond *Expr
	Then *Block
	Else Value
}

// Loop is `loop binds while cond max n { … next binds }`.
type Loop struct {
	At    token.Range
	Init  []*Bind
	While *Expr
	Max   *NumberLit
	Stmts []*Stmt
	Next  []*Bind
}

// Bind is `name = value` of a loop or next.
type Bind struct {
	At    token.Range
	Name  *Name
	Value Value
}

// Each is `each q in values max 5 parallel 4 { … }`.
type Each struct {
	At            token.Range
	Name          *Name
	In            Value
	Max, Parallel *NumberLit
	Body          *Block
}

// Choose is `choose { arm: value gain 1.0 … }`, best first.
type Choose struct {
	At   token.Range
	Arms []*Arm
}

// Arm of a choose.
type Arm struct {
	At    token.Range
	Name  *Name
	Value Value
	Mods  []*Modifier
}

// After is `after { calls… }`, run behind the answer.
type After struct {
	At    token.Range
	Calls []*Call
}

func (n *Stmt) Span() token.Range     { return n.At }
func (n *Modifier) Span() token.Range { return n.At }
func (n *TierGain) Span() token.Range { return n.At }
func (n *Block) Span() token.Range    { return n.At }
func (n *If) Span() token.Range       { return n.At }
func (n *Loop) Span() token.Range     { return n.At }
func (n *Bind) Span() token.Range     { return n.At }
func (n *Each) Span() token.Range     { return n.At }
func (n *Choose) Span() token.Range   { return n.At }
func (n *Arm) Span() token.Range      { return n.At }
func (n *After) Span() token.Range    { return n.At }

func (*Block) value()  {}
func (*If) value()     {}
func (*Loop) value()   {}
func (*Each) value()   {}
func (*Choose) value() {}
func (*After) value()  {}
