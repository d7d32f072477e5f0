package op

import (
	"context"
	"fmt"
	"slices"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/plain"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Resources gives what sources read. An error makes the nodes that asked fail;
// neither call may block.
type Resources interface {
	// View of a resource, one moment of it.
	View(name string) (View, error)
	// Words is a word table of the project, such as vectors/glove100.
	Words(name string) (*index.WordTable, error)
}

// Prepared is a node made ready to run: its declaration and the programs of
// its expressions. Immutable, shared by requests.
type Prepared struct {
	Node     *dag.Node
	Decl     *Decl               // nil for the forms that are no operators
	Code     int                 // of the resource, for sources; else -1
	Bit      int                 // of the source in _from; else -1
	fetch    []string            // names of Node.Fetch
	bundle   []dag.Part          // of a part node: the parts it is one of
	programs []*column.Program   // by argument; nil where there is none
	bindings [][]*column.Program // by argument
	Pipeline string              // of the graph
	written  *batch.Batch        // of a source whose items stand in the text
	direct   bool                // Run is its operator, and nothing besides
	sieve    *sieve              // of a filter that need not fetch; else nil
}

// Prepare compiles the expressions of a node of a graph; space is what codes
// mean in its root.
func Prepare(g *dag.Graph, n *dag.Node, decl *Decl, space *batch.Space) (*Prepared, error) {
	p := &Prepared{Node: n, Decl: decl, Code: slices.Index(space.Resources, n.Resource), Bit: n.Bit, Pipeline: g.Name,
		programs: make([]*column.Program, len(n.Args)), bindings: make([][]*column.Program, len(n.Args))}
	if n.Op == "part" && len(n.Inputs) > 0 {
		p.bundle = g.Nodes[n.Inputs[0]].Parts
	}
	for _, col := range n.Fetch {
		p.fetch = append(p.fetch, col.Name)
	}
	for i := range n.Args {
		a := &n.Args[i]
		for _, b := range a.Bindings {
			if b.Model != nil {
				p.bindings[i] = append(p.bindings[i], nil)
				continue
			}
			prog, err := column.Compile(b.Expr, nil)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", n.Name, b.Name, err)
			}
			p.bindings[i] = append(p.bindings[i], prog)
		}
		if a.Expr == nil || a.Kind != sig.PerItem && a.Kind != sig.Order {
			continue
		}
		prog, err := column.Compile(a.Expr, nil)
		if err != nil {
			return nil, fmt.Errorf("%s, %s: %w", n.Name, a.Name, err)
		}
		if p.programs[i] = prog; a.Name == "cond" {
			p.sieve = newSieve(n, prog)
		}
	}
	p.direct = decl != nil && decl.Spare == nil && len(n.Fetch) == 0 && len(n.Columns) == 0 && n.Shape == dag.SetShape
	return p, p.literal(g, space)
}

// Call is one node in one request.
type Call struct {
	*Prepared
	Ctx    context.Context
	Sets   []*batch.Batch // by Node.Inputs; nil where that is no set
	First  *batch.Batch   // Sets[0] with the columns of Node.Fetch, when there are any
	Down   float64        // how far the node's knobs are turned down, 0 to 1
	Values []column.Value // by Node.Reads
	// Given are, by place, the parts of a node that gathers nodes, and what a
	// body is given of the graph around it. Ins are what Node.Inputs gave, where
	// one of them is no set. Both are empty for operators over sets.
	Given  []Out
	Ins    []Out
	Along  []*Prepared // of a lookup: those whose keys it reads along
	Param  func(name string) column.Value
	View   func(resource string) (View, error)
	Words  func(table string) (*index.WordTable, error)
	Remote func() Remote
	// Log takes lines, Request names the request: for what comes behind.
	Log     func() Logger
	Request func() string
	// Arms are those of experiments that the request fell into, by experiment.
	Arms func() map[string]string
	// Trace is the traceparent and tracestate that a call to elsewhere carries,
	// "" for none; Clock is told how long such a call took here, and how long by
	// its own word there, 0 where it says nothing. Both may be nil.
	Trace func() (parent, state string)
	Clock func(client, server time.Duration)
	Space *batch.Space
	// Shown tells whether somebody will look at what the node gives, and wants the
	// columns there that it read; nil: nobody.
	Shown func() bool
	// Scratch is the node's own, of which nothing is handed on.
	Scratch *Scratch
}

// arg by name, with its index; -1 when not given.
func (c *Call) arg(name string) (*dag.Arg, int) {
	for i := range c.Node.Args {
		if c.Node.Args[i].Name == name {
			return &c.Node.Args[i], i
		}
	}
	return nil, -1
}

// has tells whether an argument is there.
func (c *Call) has(name string) bool { _, i := c.arg(name); return i >= 0 }

// value of a scalar argument; nil when not given.
func (c *Call) value(name string) (column.Value, error) {
	a, i := c.arg(name)
	if i < 0 || a.Expr == nil {
		return nil, nil
	}
	if a.Expr.Op == "const" {
		return a.Expr.Value, nil
	}
	v, err := column.EvalRow(a.Expr, noRow, c.Param)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return v, nil
}

// count is an int argument: a knob where it is turned to, else its value, never
// below 0; def when it is not given or nil. How many a source gives has the
// node's limit.
func (c *Call) count(name string, def int) (int, error) {
	n, err := c.counted(name, def)
	if err != nil || c.Node.Limit == nil || name != "k" {
		return n, err
	}
	return c.limited(n)
}

func (c *Call) counted(name string, def int) (int, error) {
	a, i := c.arg(name)
	if i < 0 {
		return def, nil
	}
	if a.Knob != nil {
		return int(a.Knob.At(c.Down)), nil
	}
	v, err := c.value(name)
	if err != nil {
		return 0, err
	}
	n, ok := v.(int64)
	if !ok {
		return def, nil
	}
	return int(max(0, min(n, maxCount))), nil
}

const maxCount = plain.MaxCount

// word of a Word or Column argument; "" when not given.
func (c *Call) word(name string) string {
	a, i := c.arg(name)
	if i < 0 || len(a.Words) == 0 {
		return ""
	}
	return a.Words[0]
}

// set is the set of a Set argument.
func (c *Call) set(name string) *batch.Batch {
	a, i := c.arg(name)
	if i < 0 || len(a.Sets) == 0 {
		return batch.None(c.Space, nil)
	}
	if a.Sets[0] == 0 && c.First != nil {
		return c.First
	}
	return c.Sets[a.Sets[0]]
}

// sets of a Sets argument, lists of sets among them spread, with the names
// that policies know them by.
func (c *Call) sets(a *dag.Arg) (sets []*batch.Batch, names []string) {
	if len(c.Ins) == 0 {
		sets = make([]*batch.Batch, len(a.Sets))
		for i, at := range a.Sets {
			sets[i] = c.Sets[at]
		}
		return sets, a.SetNames
	}
	for i, at := range a.Sets {
		name := ""
		if i < len(a.SetNames) {
			name = a.SetNames[i]
		}
		if c.Sets[at] != nil {
			sets, names = append(sets, c.Sets[at]), append(names, name)
			continue
		}
		for _, e := range c.Ins[at].Many() {
			sets, names = append(sets, e.Set), append(names, name)
		}
	}
	return sets, names
}

// input is what programs run over.
func (c *Call) input(b *batch.Batch) column.Input {
	return column.Input{Len: b.Len(), Column: b.Named, Param: c.Param}
}

func noRow(string) column.Value { return nil }

// firstSet is the set a transform passes on when it is off: of a list of sets
// the first.
func (c *Call) firstSet() *batch.Batch {
	switch {
	case len(c.Sets) > 0 && c.Sets[0] != nil:
		return c.Sets[0]
	case len(c.Ins) > 0:
		if list := c.Ins[0].Many(); len(list) > 0 && list[0].Set != nil {
			return list[0].Set
		}
	}
	return batch.None(c.Space, nil)
}

// Cut is what stands for a transform that is off: its first set, cut to keep
// (of a knob, the low end), with the columns it would add nil and none that it
// would leave out.
func (c *Call) Cut() (*batch.Batch, error) {
	b := c.firstSet()
	for i := range c.Node.Args {
		a := &c.Node.Args[i]
		if !c.Node.Cuts(a.Name) {
			continue
		}
		n := maxCount
		if a.Knob != nil {
			n = int(a.Knob.Lo)
		} else {
			var err error
			if n, err = c.count(a.Name, maxCount); err != nil {
				return nil, err
			}
		}
		b = b.Head(n)
	}
	for _, col := range c.Node.Nils {
		if have := b.Col(col.Name); have == nil || have.Type.Kind != col.Type.Kind {
			b = b.Put(col.Name, batch.Nulls(col.Type, b.Len()))
		}
	}
	if left := c.Node.Left(); left != nil {
		b = b.Only(left)
	}
	return b, nil
}
