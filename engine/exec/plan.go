package exec

import (
	"context"
	"fmt"
	"runtime"
	"runtime/pprof"
	"slices"
	"sync"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Plan is a graph made ready to run. Immutable but for its pool
// and what it has measured.
type Plan struct {
	Graph  *dag.Graph
	Space  *batch.Space
	nodes  []node
	first  []int32                // wanted nodes without inputs
	roots  []int32                // nodes the answer is made of, each once
	tail   []int32                // nodes that run once the answer has left
	lends  bool                   // some take the answer of others
	inputs []int32                // of a body, by Graph.Inputs: the nodes that stand for them
	steps  int64                  // what a run of it as a body costs
	known  map[string]*index.View // of what stands in the text, by type
	procs  int                    // how many goroutines can be at work at once
	costs  []cost                 // by node, measured
	pool   sync.Pool
}

// NodeLabel is the label of profiles that names a node.
const NodeLabel = "node"

// form of a node: how it is run.
type form uint8

const (
	plain  form = iota // by op.Call.Run
	asked              // by op.Call.Run, with what tries.go adds
	branch             // if, choose
	loop
	each
	recur
	given // of a body: nothing is to do
)

// Phases of a run.
const (
	answering uint8 = 1 << iota
	trailing        // what runs once the answer has left
)

type node struct {
	// What every run looks at stands first, and is not looked for in the graph.
	*op.Prepared
	inputs  []int32 // Node.Inputs
	after   []int32 // nodes that wait for it
	form    form
	root    uint8 // the phases whose end it is part of
	heavy   bool
	waits   bool    // for something else than a processor, when it is heavy
	wide    bool    // it takes more than sets and values
	more    bool    // it takes more than sets, or its answer is another's too
	quick   bool    // its operator is all there is to do, and it gives a set
	lazy    bool    // Node.Lazy
	source  bool    // the answer counts whether it answered
	along   bool    // it shares by having its key read along
	shares  int32   // the node whose answer it takes, or that reads its key along; -1: none
	pending int32   // len(before)
	lends   []int32 // nodes that wait for its answer
	timeout time.Duration
	next    int32  // what comes after it, where that is a single node fit for swift.go; -1: none
	begins  status // idle or waiting
	name    string
	op      string
	before  []int32 // nodes that must be done first, each once
	hedge   time.Duration
	body    *Plan    // of loop, each and recur
	reads   []string // of one with a cache: the parameters it reads
	pos     string
	store   string          // the kind of the store its resource lives on
	target  string          // of one that may ask again: whom it asks
	labels  context.Context // what profiles know it by
}

// Compile prepares a root graph's nodes, and those of its bodies, with the
// operators of a catalogue.
func Compile(g *dag.Graph, cat op.Catalogue) (*Plan, error) {
	c := &compiler{cat: cat, root: g, space: Space(g), called: map[string]*Plan{}, known: map[string]*index.View{}}
	for _, l := range g.Literals {
		v, err := op.Literal(l)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", l.Type, err)
		}
		c.known[l.Type] = v
	}
	g.Walk(func(_ *dag.Graph, n *dag.Node) {
		c.outside = c.outside || n.Store != nil || n.Op == "service" && n.Resource != ""
	})
	for _, r := range g.Recursive {
		c.called[r.Name] = &Plan{}
	}
	for _, r := range g.Recursive {
		if err := c.compile(c.called[r.Name], r); err != nil {
			return nil, err
		}
	}
	p := &Plan{}
	return p, c.compile(p, g)
}

// compiler of a root graph and its bodies.
type compiler struct {
	cat    op.Catalogue
	root   *dag.Graph
	space  *batch.Space
	called map[string]*Plan // of recursive pipelines
	known  map[string]*index.View

	outside bool // there may be items of a store
}

func (c *compiler) compile(p *Plan, g *dag.Graph) error {
	p.Graph, p.Space, p.known, p.steps = g, c.space, c.known, int64(g.Steps())
	p.nodes, p.costs, p.procs = make([]node, len(g.Nodes)), make([]cost, len(g.Nodes)), runtime.GOMAXPROCS(0)
	for i, n := range g.Nodes {
		if err := c.node(p, i, n); err != nil {
			return fmt.Errorf("%s: %w", n.Pos, err)
		}
	}
	for _, in := range g.Inputs {
		p.inputs = append(p.inputs, int32(in.Node))
	}
	p.roots = p.ends(g.Roots(), answering)
	p.tail = p.ends(g.After, trailing)
	p.rows()
	p.pool.New = func() any { return newRun(p) }
	return nil
}

// ends marks the nodes that a phase is over with, each once. What a body is
// given is there before it begins.
func (p *Plan) ends(ids []int, phase uint8) []int32 {
	var out []int32
	for _, id := range ids {
		if x := &p.nodes[id]; x.root&phase == 0 && x.form != given {
			x.root |= phase
			out = append(out, int32(id))
		}
	}
	return out
}

// rows finds which nodes follow another one by one.
func (p *Plan) rows() {
	for i := range p.nodes {
		x := &p.nodes[i]
		if x.next = -1; len(x.after) == 1 && x.root == 0 && len(x.lends) == 0 {
			if after := &p.nodes[x.after[0]]; after.quick && !after.heavy && after.shares < 0 {
				x.next = x.after[0]
			}
		}
	}
}

func (c *compiler) node(p *Plan, i int, n *dag.Node) error {
	var decl *op.Decl
	if n.Desc != nil {
		d, ok := c.cat.Decl(n.Op)
		if !ok {
			return fmt.Errorf("%s: no operator %q", n.Name, n.Op)
		}
		decl = d
	}
	prep, err := op.Prepare(p.Graph, n, decl, c.space)
	if err != nil {
		return err
	}
	x := &p.nodes[i]
	x.Prepared = prep
	x.name, x.op, x.pos = n.Name, n.Op, n.Pos.String()
	x.labels = pprof.WithLabels(context.Background(), pprof.Labels(NodeLabel, n.Name))
	if n.Store != nil {
		x.store = n.Store.Kind
	}
	x.timeout, x.target = time.Duration(n.Timeout), target(p.Graph.Name, n)
	if err := c.form(x, n); err != nil {
		return fmt.Errorf("%s: %w", n.Name, err)
	}
	for _, id := range n.Before() {
		if p.nodes[id].form != given && !slices.Contains(x.before, int32(id)) {
			x.before = append(x.before, int32(id))
			p.nodes[id].after = append(p.nodes[id].after, int32(i))
		}
	}
	stored := c.asksStore(n)
	x.heavy = x.heavy || stored
	x.waits = stored || x.form != plain || decl != nil && decl.Waits
	x.pending, x.shares = int32(len(x.before)), -1
	for _, of := range []*int{n.Shares, n.Along} {
		if of == nil {
			continue
		}
		x.shares, x.along = int32(*of), of == n.Along
		p.lends = true
		lender := &p.nodes[x.shares]
		lender.lends, lender.more = append(lender.lends, int32(i)), true
	}
	if !n.Lazy {
		x.begins = waiting
	}
	x.lazy, x.source = n.Lazy, n.Source()
	x.quick = x.form == plain && n.When == nil && n.Shape == dag.SetShape
	if !n.Lazy && x.pending == 0 && x.form != given {
		p.first = append(p.first, int32(i))
	}
	for _, in := range n.Inputs {
		x.inputs = append(x.inputs, int32(in))
		x.wide = x.wide || p.Graph.Nodes[in].Shape != dag.SetShape
	}
	x.wide = x.wide || n.Shape == dag.BundleShape && x.form == plain
	x.more = x.more || x.wide || len(n.Reads) > 0
	return nil
}

// form decides how a node runs, and compiles its body.
func (c *compiler) form(x *node, n *dag.Node) error {
	x.heavy = n.Op == "words" || n.Op == "service" || asksModel(n) || n.Desc != nil && n.Desc.Cost == dag.Heavy
	if x.heavy && (n.Desc == nil || n.Desc.Source || asksModel(n)) {
		x.hedge = time.Duration(n.Hedge)
	}
	if n.Cache != nil {
		x.reads = reads(n)
	}
	switch n.Op {
	case "if", "choose":
		x.form = branch
		return nil
	case "input":
		x.form = given
		return nil
	case "loop", "each", "recur":
		x.heavy, x.wide = true, true
	}
	switch {
	case n.Op == "loop" && n.Loop != nil:
		x.form, x.body = loop, &Plan{}
		return c.compile(x.body, n.Loop.Body)
	case n.Op == "each" && n.Each != nil:
		x.form, x.body = each, &Plan{}
		return c.compile(x.body, n.Each.Body)
	case n.Op == "recur":
		body, ok := c.called[n.Pipeline]
		if !ok {
			return fmt.Errorf("no graph of the pipeline %q", n.Pipeline)
		}
		x.form, x.body = recur, body
	case n.Op == "service" || asksModel(n) || x.hedge > 0 || n.Retry > 0 || n.Cache != nil:
		x.form = asked
		x.heavy = x.heavy || n.Cache != nil // it may wait for another request
	}
	return nil
}

// asksStore tells whether a node may read of a store what its items lack: these
// come with all they have but vectors.
func (c *compiler) asksStore(n *dag.Node) bool {
	return c.outside && !n.Source() && slices.ContainsFunc(n.Fetch, func(f dag.Column) bool { return f.Type.Kind == column.Vector })
}

// asksModel tells whether a node calls a model.
func asksModel(n *dag.Node) bool {
	for i := range n.Args {
		if n.Args[i].Model != nil {
			return true
		}
		for _, b := range n.Args[i].Bindings {
			if b.Model != nil {
				return true
			}
		}
	}
	return false
}

// Space of a graph: what the codes of its batches mean.
func Space(g *dag.Graph) *batch.Space {
	return &batch.Space{Resources: g.Names(), Sources: g.From}
}
