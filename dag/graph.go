package dag

import (
	"math"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Project is a compiled project. Immutable.
type Project struct {
	Hash      string // sha256 of the canonical text, hex
	Resources []*Resource
	Remotes   []*Remote // services and functions that run elsewhere, by name
	Pipelines []*Graph  // by name
	Scenes    []*Scene  // by name

	Experiments []*Experiment // by name
}

// Pipeline by name.
func (p *Project) Pipeline(name string) (*Graph, bool) {
	for _, g := range p.Pipelines {
		if g.Name == name {
			return g, true
		}
	}
	return nil, false
}

// Scene by name.
func (p *Project) Scene(name string) (*Scene, bool) {
	for _, s := range p.Scenes {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}

// Resource by name.
func (p *Project) Resource(name string) (*Resource, bool) {
	for _, r := range p.Resources {
		if r.Name == name {
			return r, true
		}
	}
	return nil, false
}

// Remote by name.
func (p *Project) Remote(name string) (*Remote, bool) {
	for _, r := range p.Remotes {
		if r.Name == name {
			return r, true
		}
	}
	return nil, false
}

// Version is what answers call this project: v and the hash's first 12 digits.
func (p *Project) Version() string { return "v" + p.Hash[:min(12, len(p.Hash))] }

// Graph is one pipeline, called pipelines inlined (a root graph), or what a
// node runs any number of times (a body). Bodies share From and Resources of
// their root, so that sets cross borders as they are.
type Graph struct {
	Name   string
	Params []Param
	Inputs []Input // of a body: what it is given
	Nodes  []*Node // inputs stand before those that read them; ID is the index
	Result Result
	After  []int // nodes that run once the answer has left
	// From are the names of the sources, those in bodies included: bit i of a
	// row's _from is From[i], and Bit of the node.
	From      []string
	Resources []string   // that nodes read, each once: the code of _resource is the index
	Literals  []Literals // sets that stand in the text, by type; their codes follow those of Resources
	Recursive []*Graph   // of a root: the pipelines that recur nodes call, by name
}

// Node by name.
func (g *Graph) Node(name string) (*Node, bool) {
	for _, n := range g.Nodes {
		if n.Name == name {
			return n, true
		}
	}
	return nil, false
}

// Param of a graph.
type Param struct {
	Name    string
	Type    column.Type
	Written sig.Type // as declared, with the bounds of it and its fields
	Default column.Value
	HasDef  bool
	Fields  []Field // of a record: what a request may leave out
}

// Result of a graph: the node whose set is the answer, and the further fields
// of a record.
type Result struct {
	Items   int // node ID
	Record  bool
	Fields  []ResultField
	Columns []Column // shown, in order
	// Late are those of Columns that nothing computed: read from the resource
	// for the final items only.
	Late []Column
}

// ResultField is a field of the record beside items.
type ResultField struct {
	Name string
	Node int
	Type column.Type
}

// Shape is what a node gives.
type Shape uint8

// Shapes.
const (
	SetShape    Shape = iota // an ordered candidate set
	ValueShape               // a scalar, list or record
	SetsShape                // a list of sets, as an each gives
	BundleShape              // sets and values by name: Parts
)

// Node of a graph. The forms that are no operators of the table:
//
//	expr     the value of its Arg
//	empty    no items; of a SetsShape, no sets
//	list     a list of the sets of its Inputs, lists among them spread
//	record   its Parts
//	call     where an inlined pipeline ends: its Inputs[0], or its Parts
//	part     a part, named by its Arg, of the bundle Inputs[0]
//	words    a vector from a word table
//	service  the answer of Remote to its Args
//	if, choose, loop, each, recur: docs/design/0006-control-flow.md
//	input    of a body: what it is given
type Node struct {
	ID      int
	Name    string // statement, statement.operator, call.node
	Op      string // of the table, or one of the forms below
	Desc    *Op    // nil for the forms
	Shape   Shape
	Type    column.Type // of a ValueShape
	Parts   []Part      // of a BundleShape
	Args    []Arg
	Inputs  []int    // sets and bundles read, in order of the arguments
	Reads   []Read   // values read by the expressions of Args, When, Cache and Branches
	Columns []Column // of a SetShape: what is there behind it and must be carried
	// Fetch are columns to read from the resource: of a source for what it
	// finds, of any other node for its first set, before it runs, where the set
	// does not have them yet.
	Fetch    []Column
	fields   []Column // of a source: what its resource gives, before its fallback's are united
	Nils     []Column // columns a transform would add or make, nil when it is off
	Resource string   // of a source
	Store    *Store   // of a source whose resource lives on a team's own store
	Bit      int      // of a source of sets in Graph.From; else -1
	Pos      Pos

	Captures []int    // what a body reads of this graph, node IDs
	Branches []Branch // of if and choose
	Loop     *Loop
	Each     *Each
	Pipeline string  // of call and recur
	Remote   *Remote // of service

	Knobs    []Knob
	Optional bool
	Gain     *Gain
	Timeout  int64        // ns; 0: none of its own
	Hedge    int64        // ns until it is asked a second time; 0: never
	Retry    int          // how often a failed one is tried again
	Cache    *Cache       // nil: none
	When     *column.Expr // nil: always
	Fallback int          // node ID; -1: none
	Lazy     bool         // runs only when a fallback, a branch or what comes after the answer wants it
	Call     int          // the call node whose pipeline it belongs to; -1: the graph's own
	// Of a graph made cheaper (dag/optimize):
	Shares *int         // the node whose answer it takes under its own name, where that has one; nil: none
	Along  *int         // of a lookup: the one that reads its key along with its own; nil: none
	Limit  *column.Expr // of a source: what follows keeps so many at most; nil: all
	Pushed *column.Expr // of a source: what follows drops all for which it is not true; nil: nothing
	Depth  int          // how many nodes follow on the longest way to the answer
}

// Arg by name.
func (n *Node) Arg(name string) *Arg {
	for i := range n.Args {
		if n.Args[i].Name == name {
			return &n.Args[i]
		}
	}
	return nil
}

// Cuts tells whether an argument says how many items are left at most.
func (n *Node) Cuts(arg string) bool {
	if n.Desc == nil {
		return false
	}
	a, ok := n.Desc.Arg(arg)
	return ok && a.Cuts()
}

// Left are the only columns a set has behind a select, switched off or not; nil
// for every other node.
func (n *Node) Left() []string {
	if a := n.Arg("columns"); n.Shape == SetShape && a != nil && a.Kind == sig.Columns {
		return a.Words
	}
	return nil
}

// Arg is one argument given or defaulted; which fields are set depends on Kind.
type Arg struct {
	Name     string
	Kind     sig.ArgKind
	Expr     *column.Expr // Scalar Constant PerItem Order
	Sets     []int        // Set Sets: indices into the node's Inputs
	SetNames []string     // Sets: names that policies call them by
	Words    []string     // Column Columns Word
	Field    string       // Vectors
	Policy   *Policy      // Choice
	Model    *Model       // ItemModel
	Bindings []Binding    // Bindings
	Knob     *Knob
}

// Binding is one name: expression or name: model of `with`, or an argument of a
// model. One of Expr and Model is set.
type Binding struct {
	Name  string
	Expr  *column.Expr
	Model *Model
}

// Policy chosen, with its constants.
type Policy struct {
	Name  string
	Args  []column.Value
	Named map[string]column.Value // per set: weighted(similar: 2)
}

// Read is a value a node's expressions use: parameter name → node. Parameters
// of the pipeline are no Reads.
type Read struct {
	Param string
	Node  int
}

// Column of a set.
type Column struct {
	Name string
	Type column.Type
	Pure bool // a resource's field, unchanged: it may be read when it is needed
}

// Knob is a range an argument may be turned in; the full plan uses Hi.
type Knob struct {
	Arg string `json:"argument"`
	Lo  int64  `json:"low"`
	Hi  int64  `json:"high"`
}

// At is the value of the argument when the knob is turned down: by 0 the high
// end, by 1 the low one.
func (k *Knob) At(down float64) int64 {
	return k.Hi - int64(math.Round(min(max(down, 0), 1)*float64(k.Hi-k.Lo)))
}

// Gain is what a node is worth at the low and the high end of its knobs, and
// for tiers of their own.
type Gain struct {
	Lo, Hi float64 // equal without a second number
	Ranged bool
	Tiers  []TierGain
}

// TierGain is the gain for one tier.
type TierGain struct {
	Tier   string
	Lo, Hi float64
}

// Pos is where a node stands in the text; lines and columns from 1.
type Pos struct {
	File                       string
	Line, Col, EndLine, EndCol int
}
