package column

// Expr is the wire form of a checked formula or filter: a typed tree without
// names of the language. The compiler makes it from an expression, engine and
// index evaluate it. It is immutable.
//
// Op says what the node is:
//
//	const            Value
//	col              Name: a column of the rows at hand
//	param            Name: a scalar bound at run time (parameter, scalar node, "now")
//	neg not          one argument
//	+ - * / % **     two; Int with Int stays Int except / and **, which are Float;
//	                 x / 0 and x % 0 are null
//	== != < <= > >=  two of one kind (Int and Float compare as Float); == and != take null
//	and or           two Bools, null is refused by the checker
//	??               two: the first unless null
//	cond             three: Bool, then, else
//	in               two: a scalar and a List
//	field            one Record, Name says which field; of null: null
//	index            a List and an Int; outside: null
//	slice            a List or String, from, to (null: its end); see slice
//	list             n arguments: a List of them
//	record           the values of Type.Fields, in their order
//	over             Name is a closure: a List, its body, of reduce the first value
//	elem             in a body: the element; Name index or acc: its place, what reduce has so far
//	call             Name is a function of Functions
type Expr struct {
	Op    string  `json:"op"`
	Name  string  `json:"name,omitempty"`
	Value Value   `json:"value,omitempty"`
	Args  []*Expr `json:"args,omitempty"`
	Type  Type    `json:"type"`
}

// Columns names the columns the tree reads, each once, in order of first use.
func (e *Expr) Columns() []string { return e.names("col") }

// Params names the parameters the tree reads, each once, in order of first use.
func (e *Expr) Params() []string { return e.names("param") }

func (e *Expr) names(op string) []string {
	var out []string
	seen := map[string]bool{}
	e.Walk(func(n *Expr) {
		if n.Op == op && !seen[n.Name] {
			seen[n.Name] = true
			out = append(out, n.Name)
		}
	})
	return out
}

// Walk visits the tree, parents first.
func (e *Expr) Walk(visit func(*Expr)) {
	if e == nil {
		return
	}
	visit(e)
	for _, a := range e.Args {
		a.Walk(visit)
	}
}
