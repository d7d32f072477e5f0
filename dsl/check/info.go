package check

import (
	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// Info is what is known of a project. Immutable once returned.
type Info struct {
	Files     []*ast.File
	Types     map[string]sig.Type // declared record types
	Resources map[string]*Resource
	Functions map[string]*Function
	Services  map[string]*Service
	Pipelines map[string]*Pipeline
	Scenes    map[string]*Scene

	Experiments map[string]*Experiment
	Tests       []*Test            // in order of file and place
	Imports     map[string]*Import // by the name here

	Values map[ast.Value]sig.Type // type of every checked value, nested ones included
	Calls  map[*ast.Call]*Call    // what each call means
	Exprs  map[*ast.Expr]*Expr    // facts of each island
	FileOf map[ast.Decl]*ast.File // where a declaration stands
	Flow                          // if, loop, each, choose and blocks, of all pipelines

	// Islands holds, for a value that is no island itself but stands for a
	// scalar (a call of a built-in function, a list of scalars, a constant), the
	// island that means the same. Its facts are in Exprs like any other's.
	Islands map[ast.Value]*ast.Expr
}

// ExprOf is the island of a scalar value: the value itself, or the one made for it.
func (i *Info) ExprOf(v ast.Value) (*ast.Expr, bool) {
	if e, ok := v.(*ast.Expr); ok {
		return e, true
	}
	e, ok := i.Islands[v]
	return e, ok
}

// Resource as declared.
type Resource struct {
	Decl   *ast.Resource
	Name   string
	Fields []ResourceField
	Items  sig.Type // the set its sources give
	Slots  int      // of the change log; 16 when not said
	Shape
	Store  *Store  // of a resource on a team's own store; nil of one the engine holds
	Import *Import // of a resource of another project; nil of an own one
}

// ResourceField is one field of a resource.
type ResourceField struct {
	Name     string
	Kind     string    // key text keyword vector, or value for plain types
	Type     sig.Type  // as read in a pipeline
	Analyzer string    // of a text: english, chinese, plain
	Weight   float64   // of a text, 1 by default
	Metric   string    // of a vector: cosine, dot, l2
	Default  ast.Value // a constant; nil when there is none or it is derived
	Derive   *Derive
	Decl     *ast.Param
}

// Derive is a field whose default calls a declared function or service.
type Derive struct {
	Function *Function // one of Function and Service is set
	Service  *Service
	Call     *ast.Call
	Arg      *ast.Expr // the first argument, over the fields of the document; all stand in Info.Calls[Call]
}

// Function is a declared function. Exactly one of Words, File and Endpoints
// (of url, just one) is given.
type Function struct {
	Decl   *ast.Function
	Name   string
	Params []Param // in written order, without item
	Item   *Param  // the parameter called item, a record; nil when it has none
	Result sig.Type
	Import *Import // of a function of another project; nil of an own one
	Words  string  // the word table, such as vectors/glove100
	File   string  // of the project, ending in .star or .py
	Remote         // by url: Endpoints has it
}

// Param of a pipeline or function.
type Param struct {
	Name    string
	Type    sig.Type // with Bounds
	Default ast.Value
	Decl    *ast.Param
}

// Pipeline with its statements in an order in which every name is known.
type Pipeline struct {
	Decl   *ast.Pipeline
	Name   string
	Params []Param
	Order  []*ast.Stmt        // of the body itself, not of blocks: dependency order, written order between independent ones
	Wanted map[*ast.Stmt]bool // on the way to the answer, or read by what runs behind it
	After  []*ast.Call        // run once the answer left, in written order
	// Recursive pipelines call themselves, directly or through others; they say
	// their columns.
	Recursive bool
	Result    sig.Type // Items, or a Record with a field items

	Types map[*ast.Stmt]sig.Type // of a statement as others see it: modifiers applied; those in blocks too
	Deps  map[*ast.Stmt][]string // names of the statements it reads, fallbacks included, in order of first use

	measure measure
}

// Scene as declared, units applied.
type Scene struct {
	Decl     *ast.Scene
	Name     string
	Pipeline string
	Fallback string // a pipeline; "" for none
	Deadline int64  // ns; 0 when not said
	Reserve  int64  // ns
	Slow     int64  // ns
	Class    string // core normal spare
	Weight   float64
	Limit    float64   // requests a second; 0: none
	LimitBy  *ast.Expr // the limit holds for each value of it; nil: for all together
	Count    string    // what limits count: requests (the default), or the cost of their plans, a full one being 1
	Shed     string    // what answers requests no plan can afford: refuse (the default), fallback, never
	Degrade  *Degrade  // nil when not said
	Tiers    []Tier

	noFallback bool // fallback: none is said
}

// Tier of a scene, in written order.
type Tier struct {
	Name   string
	When   *ast.Expr
	Weight float64
	Keep   float64 // 0..1; 0 when not said
	Depth  string  // when it is degraded: at_once, first, last; "" in written order
	Shed   string  // when it is shed: never, fallback, first, last; "" in written order

	Limit   float64   // its requests a second; 0: none but the scene's
	LimitBy *ast.Expr // as the scene's
}

// Call is a resolved call. Exactly one of Op, Function, Service, Pipeline,
// Policy is set. A call that is a model has no Call: see Bound.Model.
type Call struct {
	Op       *sig.Func
	Function *Function
	Service  *Service
	Pipeline *Pipeline
	Policy   *sig.Policy
	Args     []Bound // in the order written; positional ones have their Arg found
	Result   sig.Type
	Node     string // its name in traces: the statement's, or statement.operator for a nested call; "" of a policy
}

// Bound is an argument with the parameter it fills.
type Bound struct {
	Name  string   // of the parameter; of a binding, the new column
	Arg   *sig.Arg // nil for parameters of functions and pipelines
	Value ast.Value
	// For names decided by place:
	Resource *Resource // Resource and Vectors arguments
	Field    string    // Vectors: the field; Column: the column
	Names    []string  // Columns
	Model    *Model    // of a model argument, or of a binding whose value is a model
}

// Expr holds the facts of one island.
type Expr struct {
	Type  sig.Type
	root  exprast.Node // of the island, whose type it is
	types byNode[sig.Type]
	refs  byNode[Ref] // each identifier and member that names something
}

// TypeOf is the type of a node of the island; Invalid of one that has none.
func (e *Expr) TypeOf(n exprast.Node) sig.Type {
	if n == e.root {
		return e.Type
	}
	t, _ := e.types.get(n)
	return t
}

// RefOf is what an identifier or a member names.
func (e *Expr) RefOf(n exprast.Node) (Ref, bool) { return e.refs.get(n) }

// RefKind says what a name in an expression is.
type RefKind uint8

// Reference kinds.
const (
	RefParam    RefKind = iota // a parameter of the pipeline
	RefNode                    // a statement of the pipeline, or a variable of a loop or an each
	RefColumn                  // a column of the rows at hand (bare, or item.x)
	RefField                   // a field of the record left of the dot
	RefUnit                    // a number with a unit; Value is its constant
	RefFunction                // a built-in function
	RefElement                 // # of a closure; Name is "", or acc or index for #acc and #index
	RefAnswer                  // in expect: items ids outcome tier … or a field of the answer
)

// Ref is the meaning of a name.
type Ref struct {
	Kind  RefKind
	Name  string
	Value any // RefUnit: float64 (percent), int64 (duration ns, bytes)
}
