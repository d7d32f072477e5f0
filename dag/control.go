package dag

import "riffle.dev/riffle/internal/column"

// Bounds of what one request may do in bodies.
const (
	// MaxSteps is the step budget of a request: a run of a body costs as many
	// steps as the body has nodes, at least one, taken when it begins. The node
	// whose body they do not suffice for fails.
	MaxSteps = 10_000
	// MaxRecursion is how many recur nodes may be under way inside one another;
	// the next one fails.
	MaxRecursion = 64
)

// Branch of an `if` or a `choose`. Its nodes are lazy: they run when the branch
// is taken.
//
// An if takes the first branch whose When is true. A choose begins with the arm
// that the plan says, the first when it says none, leaves out arms whose When
// is not true, and goes on to the next below where Result fails or Timeout,
// counted from when the arm was taken, is over. After the last the node fails.
type Branch struct {
	Name    string       // then and else, or the arm's
	When    *column.Expr // nil: always; its reads are Reads of the node
	Gain    *Gain        // of an arm
	Timeout int64        // ns, of an arm; 0: none of its own
	Result  int          // node ID: of the node's shape, and any node of the graph
}

// Part is one of the values a BundleShape holds.
type Part struct {
	Name    string
	Shape   Shape       // a set, a value or a list of sets
	Type    column.Type // of a value
	Columns []Column    // of a set or list of sets: what must be carried
	// Node gives it: of "call" and "record" a node of this graph; -1 of others,
	// whose parts are those of the graph they run, or of the branch they took.
	Node   int
	fields []Column // as Node.fields
}

// Declared are the columns of the sets of a part by their type, those that
// nothing reads included.
func (p *Part) Declared() []Column { return p.fields }

// Declared are the columns of a set by its type, those that nothing reads
// included.
func (n *Node) Declared() []Column { return n.fields }

// Input is a value a body is given, with the node of Op "input" that stands for it.
type Input struct {
	Name string // a variable of the loop, the element, a parameter, or the node outside
	Node int    // in the body
	From int    // a capture: the node of the graph around it; else -1
}

// Loop is what a node of Op "loop" does. Its Args are the first values, by the
// names of the variables; the body's Result.Fields are the next ones, in the
// same order as the node's Parts. The node is off: the first values are its
// parts.
type Loop struct {
	Body  *Graph
	While *column.Expr // over inputs of the body and parameters, before each turn
	Reads []Read       // of While: nodes of Op input of the body
	Max   int          // turns; 0: no limit of its own
}

// Each is what a node of Op "each" does. Its Arg "in" says what it goes over: a
// list value (Scalar), nil being no elements, or a list of sets (Sets). The
// body's result is Result.Items where the node gives a list of sets, and
// Result.Fields[0] where it gives a list value.
type Each struct {
	Body     *Graph
	Var      string // the name of the element's Input
	Max      int    // elements gone over, the first ones; 0: all
	Parallel int    // bodies at once; 0: as many as fit
}

// Cache keeps what a node gave.
type Cache struct {
	For int64        // ns
	By  *column.Expr // the key; nil: by all that the node reads
}

// Inner are the graphs of a node's bodies, not those of recur nodes.
func (n *Node) Inner() []*Graph {
	switch {
	case n.Loop != nil:
		return []*Graph{n.Loop.Body}
	case n.Each != nil:
		return []*Graph{n.Each.Body}
	}
	return nil
}

// Walk visits the nodes of a graph and of its bodies, those within a node
// before it; the graphs of recursive pipelines come last. g is a root graph.
func (g *Graph) Walk(visit func(g *Graph, n *Node)) {
	g.walk(visit)
	for _, r := range g.Recursive {
		r.walk(visit)
	}
}

func (g *Graph) walk(visit func(g *Graph, n *Node)) {
	for _, n := range g.Nodes {
		for _, inner := range n.Inner() {
			inner.walk(visit)
		}
		visit(g, n)
	}
}

// Input of a body by name.
func (g *Graph) Input(name string) (Input, bool) {
	for _, in := range g.Inputs {
		if in.Name == name {
			return in, true
		}
	}
	return Input{}, false
}

// Called is the graph of a recur node; g is the root graph.
func (g *Graph) Called(n *Node) (*Graph, bool) {
	for _, r := range g.Recursive {
		if r.Name == n.Pipeline {
			return r, true
		}
	}
	return nil, false
}

// Steps is what a run of this graph as a body costs.
func (g *Graph) Steps() int { return max(1, len(g.Nodes)-len(g.Inputs)) }
