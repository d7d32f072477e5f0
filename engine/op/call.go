package op

import (
	"context"
	"fmt"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Resources gives what sources read. An error makes the nodes that asked fail;
// neither call may block.
type Resources interface {
	// View of a resource, one moment of it.
	View(name string) (*index.View, error)
	// Words is a word table of the project, such as vectors/glove100.
	Words(name string) (*index.WordTable, error)
}

// Prepared is a node made ready to run: its declaration and the programs of
// its expressions. Immutable, shared by requests.
type Prepared struct {
	Node     *dag.Node
	Decl     *Decl               // nil for expr, call and empty
	Code     int                 // of the resource, for sources; else -1
	Bit      int                 // of the source in _from; else -1
	fetch    []string            // names of Node.Fetch
	programs []*column.Program   // by argument; nil where there is none
	bindings [][]*column.Program // by argument
}

// Prepare compiles a node's expressions.
func Prepare(n *dag.Node, decl *Decl, code, bit int) (*Prepared, error) {
	p := &Prepared{Node: n, Decl: decl, Code: code, Bit: bit,
		programs: make([]*column.Program, len(n.Args)), bindings: make([][]*column.Program, len(n.Args))}
	for _, col := range n.Fetch {
		p.fetch = append(p.fetch, col.Name)
	}
	for i := range n.Args {
		a := &n.Args[i]
		for _, b := range a.Bindings {
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
		p.programs[i] = prog
	}
	return p, nil
}

// Call is one node in one request.
type Call struct {
	*Prepared
	Ctx    context.Context
	Sets   []*batch.Batch // by Node.Inputs
	First  *batch.Batch   // Sets[0] with the columns of Node.Fetch, when there are any
	Values []column.Value // by Node.Reads
	Param  func(name string) column.Value
	View   func(resource string) (*index.View, error)
	Words  func(table string) (*index.WordTable, error)
	Space  *batch.Space
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

// count is an int argument: a knob's high end, else its value, never below 0;
// def when it is not given or nil.
func (c *Call) count(name string, def int) (int, error) {
	a, i := c.arg(name)
	if i < 0 {
		return def, nil
	}
	if a.Knob != nil {
		return int(a.Knob.Hi), nil
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

// maxCount bounds what one node may be asked for.
const maxCount = 1 << 20

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

// input is what programs run over.
func (c *Call) input(b *batch.Batch) column.Input {
	return column.Input{Len: b.Len(), Column: b.Named, Param: c.Param}
}

func noRow(string) column.Value { return nil }

// Cut is what stands for a transform that is off: its first set, cut to keep
// (of a knob, the low end), with the columns it would add nil.
func (c *Call) Cut() (*batch.Batch, error) {
	var b *batch.Batch
	if len(c.Sets) > 0 {
		b = c.Sets[0]
	}
	if b == nil {
		b = batch.None(c.Space, nil)
	}
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
	return b, nil
}
