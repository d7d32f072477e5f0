package ast

import "riffle.dev/riffle/dsl/token"

// Import is `import a as b, c from "team/project@12"`.
type Import struct {
	At    token.Range
	Names []ImportName
	From  *StringLit
}

// ImportName is one imported thing; As is nil when it keeps its name.
type ImportName struct{ Name, As *Name }

// Type is `type User { id: keyword }`.
type Type struct {
	At     token.Range
	Doc    string // of the /// lines that touch it, without the slashes
	Name   *Name
	Record *RecordType
}

// Resource is an index library: fields and settings.
type Resource struct {
	At       token.Range
	Doc      string
	Name     *Name
	Fields   *RecordType // nil when absent
	Settings []*Setting
}

// Service is a remote model or call.
type Service struct {
	At        token.Range
	Doc       string
	Name      *Name
	Signature *Signature
	Settings  []*Setting
}

// Function is a declared function, hosted or built from a word table.
type Function struct {
	At        token.Range
	Doc       string
	Name      *Name
	Signature *Signature
	Settings  []*Setting
}

// Pipeline is a recall/rank graph.
type Pipeline struct {
	At        token.Range
	Doc       string
	Name      *Name
	Signature *Signature
	Stmts     []*Stmt // in written order; After blocks are statements without a name
	Return    *Return // nil when the source lacks it
}

// Return is `return value`.
type Return struct {
	At    token.Range
	Value Value
}

// Scene serves a pipeline under a deadline.
type Scene struct {
	At       token.Range
	Doc      string
	Name     *Name
	Settings []*Setting
	Tiers    []*Tier
}

// Tier is `tier loyal when cond { … }`.
type Tier struct {
	At       token.Range
	Name     *Name
	When     *Expr
	Settings []*Setting
}

// Experiment and Test are parsed and formatted; this cut's checker reports
// that they are not yet run.
type Experiment struct {
	At       token.Range
	Doc      string
	Name, On *Name
	By       *Expr
	Settings []*Setting
	Arms     []*ExperimentArm
}

// ExperimentArm is `arm longer 10% { k: 30 }`.
type ExperimentArm struct {
	At       token.Range
	Name     *Name
	Share    *NumberLit
	Settings []*Setting
}

// Test is `test "…" of pipeline { given … request … expect … }`.
type Test struct {
	At      token.Range
	Doc     string
	Title   *StringLit
	Of      *Name
	Entries []*TestEntry
}

// TestEntry is one given, request or expect line. Verb says which; for a
// given, How is "now", "from", "rows", "gives", "fails", "off" or "at".
type TestEntry struct {
	At     token.Range
	Verb   string
	Target []*Name
	How    string
	Value  Value
}

// Setting is `name: constant`, `name { … }`, or `limit: rate by expr`.
type Setting struct {
	At       token.Range
	Doc      string
	Name     *Name
	Value    Value // nil when it is a block
	By       *Expr // only after a rate
	Settings []*Setting
	Block    bool
}

// Signature is `(a: T = default, …) -> T`.
type Signature struct {
	At     token.Range
	Params []*Param
	Result *TypeExpr
}

// Param is a parameter or a field.
type Param struct {
	At      token.Range
	Doc     string
	Name    *Name
	Type    *TypeExpr
	Default Value // nil when absent
}

// TypeExpr is a type as written: a name with arguments, or a record.
type TypeExpr struct {
	At       token.Range
	Name     *Name // nil for a record
	Args     []*TypeArg
	Record   *RecordType
	Nullable bool
}

// TypeArg is `100`, `metric: cosine`, `1..50`, `keyword` inside a type's brackets.
type TypeArg struct {
	At    token.Range
	Label *Name // nil when positional
	Type  *TypeExpr
	Value Value // a constant; nil when Type is set
}

// RecordType is `{ id: key, … }`.
type RecordType struct {
	At     token.Range
	Fields []*Param
}

func (d *Import) Span() token.Range        { return d.At }
func (d *Type) Span() token.Range          { return d.At }
func (d *Resource) Span() token.Range      { return d.At }
func (d *Service) Span() token.Range       { return d.At }
func (d *Function) Span() token.Range      { return d.At }
func (d *Pipeline) Span() token.Range      { return d.At }
func (d *Return) Span() token.Range        { return d.At }
func (d *Scene) Span() token.Range         { return d.At }
func (d *Tier) Span() token.Range          { return d.At }
func (d *Experiment) Span() token.Range    { return d.At }
func (d *ExperimentArm) Span() token.Range { return d.At }
func (d *Test) Span() token.Range          { return d.At }
func (d *TestEntry) Span() token.Range     { return d.At }
func (d *Setting) Span() token.Range       { return d.At }
func (d *Signature) Span() token.Range     { return d.At }
func (d *Param) Span() token.Range         { return d.At }
func (d *TypeExpr) Span() token.Range      { return d.At }
func (d *TypeArg) Span() token.Range       { return d.At }
func (d *RecordType) Span() token.Range    { return d.At }

func (d *Import) DeclName() *Name     { return nil }
func (d *Type) DeclName() *Name       { return d.Name }
func (d *Resource) DeclName() *Name   { return d.Name }
func (d *Service) DeclName() *Name    { return d.Name }
func (d *Function) DeclName() *Name   { return d.Name }
func (d *Pipeline) DeclName() *Name   { return d.Name }
func (d *Scene) DeclName() *Name      { return d.Name }
func (d *Experiment) DeclName() *Name { return d.Name }
func (d *Test) DeclName() *Name       { return nil }

func (*Import) decl()     {}
func (*Type) decl()       {}
func (*Resource) decl()   {}
func (*Service) decl()    {}
func (*Function) decl()   {}
func (*Pipeline) decl()   {}
func (*Scene) decl()      {}
func (*Experiment) decl() {}
func (*Test) decl()       {}
