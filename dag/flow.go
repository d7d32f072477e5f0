package dag

import "slices"

// flow finds what holds of columns over a root graph, its bodies included.
type flow struct {
	resources []string          // all of the project
	fields    map[string]bool   // resource.field
	given     map[port][]string // the resources whose items a set may have
	need      map[port][]string // columns that must be carried, ascending
	impure    map[port][]string // columns that a turn of a loop makes impure
	how       Reading
}

func newFlow(resources []string, fields map[string]bool) *flow {
	return &flow{resources: resources, fields: fields, given: map[port][]string{}, need: map[port][]string{}, impure: map[port][]string{}}
}

// port is where a node gives sets: itself, or one of its parts.
type port struct {
	n    *Node
	part string
}

// columns are those at a port; of a value none.
func (p port) columns() []Column {
	if p.part == "" {
		return p.n.Columns
	}
	if part := p.n.part(p.part); part != nil {
		return part.Columns
	}
	return nil
}

func (p port) put(cols []Column) {
	if p.part == "" {
		p.n.Columns = cols
	} else if part := p.n.part(p.part); part != nil {
		part.Columns = cols
	}
}

// part of a bundle by name.
func (n *Node) part(name string) *Part {
	for i := range n.Parts {
		if n.Parts[i].Name == name {
			return &n.Parts[i]
		}
	}
	return nil
}

// ports of a node that give sets.
func (n *Node) ports() []port {
	switch n.Shape {
	case SetShape, SetsShape:
		return []port{{n, ""}}
	}
	var out []port
	for _, p := range n.Parts {
		if p.Shape != ValueShape {
			out = append(out, port{n, p.Name})
		}
	}
	return out
}

// columns says for every set which columns are there, and which are the
// resource's own fields, unchanged, so that they may be read at the end.
func (f *flow) columns(root *Graph) {
	for _, r := range root.Recursive {
		for _, in := range r.Inputs { // parameters carry what they declare
			f.given[port{r.Nodes[in.Node], ""}] = f.resources
		}
		f.forward(r)
	}
	f.forward(root)
}

func (f *flow) forward(g *Graph) {
	for _, n := range g.Nodes {
		f.node(g, n)
		if n.Fallback >= 0 {
			for _, p := range n.ports() {
				back := port{g.Nodes[n.Fallback], p.part}
				cols := uniteColumns(p.columns(), back.columns())
				for i := range cols {
					cols[i].Pure = cols[i].Pure && f.pureIn(back, cols[i].Name)
				}
				p.put(cols)
				f.brings(p, back)
			}
		}
	}
}

// node finds the columns of one node from those before it.
func (f *flow) node(g *Graph, n *Node) {
	switch n.Op {
	case "empty", "input":
		return // an input is told by the node that runs the body
	case "call", "record":
		if n.Shape == SetShape {
			f.same(port{n, ""}, port{g.Nodes[n.Inputs[0]], ""})
		}
		for _, p := range n.Parts {
			if p.Shape != ValueShape {
				f.same(port{n, p.Name}, port{g.Nodes[p.Node], ""})
			}
		}
	case "part":
		if n.Shape != ValueShape {
			f.same(port{n, ""}, port{g.Nodes[n.Inputs[0]], n.wordOf("name")})
		}
	case "if", "choose":
		for _, p := range n.ports() {
			var of []port
			for _, b := range n.Branches {
				of = append(of, port{g.Nodes[b.Result], p.part})
			}
			f.unite(p, of, nil)
		}
	case "list":
		var of []port
		for _, in := range n.Inputs {
			of = append(of, port{g.Nodes[in], ""})
		}
		f.unite(port{n, ""}, of, nil)
	case "loop":
		f.loop(g, n)
	case "each":
		f.each(g, n)
	case "recur": // it carries what it declares
		for _, p := range n.ports() {
			f.given[p] = f.resources
		}
	default:
		f.operator(g, n)
	}
}

func (f *flow) operator(g *Graph, n *Node) {
	if n.Shape != SetShape {
		return
	}
	p := port{n, ""}
	n.Columns = n.fields
	if n.Source() {
		f.given[p] = []string{n.Resource}
		as := n.wordOf("as")
		n.Columns = slices.Clone(n.fields)
		for i := range n.Columns {
			n.Columns[i].Pure = n.Columns[i].Name != as && !n.Literal()
		}
		n.fields = n.Columns
		if f.how.Early {
			n.Columns = withPure(n.Columns, func(Column) bool { return false })
		}
		return
	}
	var of []port
	for _, in := range n.Inputs {
		f.brings(p, port{g.Nodes[in], ""})
	}
	for _, in := range n.carriers() {
		of = append(of, port{g.Nodes[in], ""})
	}
	f.unite(p, of, n.made())
	if n.joinedBy() != "" { // an item may have the values of another
		for i := range n.Columns {
			n.Columns[i].Pure = false
		}
	}
}

// unite says which columns of a set are pure: those that are in every set it
// is made of. made ones are not.
func (f *flow) unite(p port, of []port, made []string) {
	for _, q := range of {
		f.brings(p, q)
	}
	p.put(withPure(p.columns(), func(c Column) bool {
		pure := !slices.Contains(made, c.Name)
		for _, q := range of {
			pure = pure && f.pureIn(q, c.Name)
		}
		return pure
	}))
}

// withPure says which columns are pure. What is given is not changed: nodes
// share lists of columns, and most have nothing new to say.
func withPure(cols []Column, pure func(Column) bool) []Column {
	out := cols
	for i, c := range cols {
		is := pure(c)
		if is == c.Pure {
			continue
		}
		if &out[0] == &cols[0] {
			out = slices.Clone(cols)
		}
		out[i].Pure = is
	}
	return out
}

// same takes columns and all from another set.
func (f *flow) same(p, from port) {
	p.put(from.columns())
	f.brings(p, from)
}

// brings adds the resources of another set.
func (f *flow) brings(p, from port) {
	for _, r := range f.given[from] {
		if !slices.Contains(f.given[p], r) {
			f.given[p] = append(slices.Clip(f.given[p]), r)
		}
	}
}

// pureIn tells whether a column is a resource's own in a set. A set that lacks
// it makes it impure, for there it is nil whatever the resource holds, unless
// none of its items can have it.
func (f *flow) pureIn(p port, name string) bool {
	cols := p.columns()
	i := slices.IndexFunc(cols, func(c Column) bool { return c.Name == name })
	if i >= 0 {
		return cols[i].Pure
	}
	return !slices.ContainsFunc(f.given[p], func(r string) bool { return f.fields[r+"."+name] })
}

// captured tells the inputs of a body what the graph around it has.
func (f *flow) captured(g, body *Graph) {
	for _, in := range body.Inputs {
		if in.From < 0 {
			continue
		}
		for _, p := range body.Nodes[in.Node].ports() {
			f.same(p, port{g.Nodes[in.From], p.part})
		}
	}
}

func (f *flow) each(g *Graph, n *Node) {
	body := n.Each.Body
	f.captured(g, body)
	if in, ok := body.Input(n.Each.Var); ok && body.Nodes[in.Node].Shape == SetShape {
		var of []port
		for _, id := range n.Inputs {
			of = append(of, port{g.Nodes[id], ""})
		}
		f.unite(port{body.Nodes[in.Node], ""}, of, nil)
	}
	f.forward(body)
	if n.Shape == SetsShape {
		f.same(port{n, ""}, port{body.Nodes[body.Result.Items], ""})
	}
}

// loop begins with the first values and goes on until what a turn gives makes
// no variable less pure.
func (f *flow) loop(g *Graph, n *Node) {
	body := n.Loop.Body
	f.captured(g, body)
	vars := f.variables(g, n)
	for _, v := range vars {
		// A loop within a loop comes here again: what was found impure stays so,
		// or loops in loops would take twice the time each.
		made := f.impure[v.in]
		f.unite(v.in, v.first, made)
	}
	for changed := true; changed; {
		f.forward(body)
		changed = false
		for _, v := range vars {
			before := len(f.given[v.in])
			f.brings(v.in, v.next)
			changed = changed || len(f.given[v.in]) > before
			v.in.put(withPure(v.in.columns(), func(c Column) bool {
				if !c.Pure || f.pureIn(v.next, c.Name) {
					return c.Pure
				}
				changed = true
				f.impure[v.in] = append(f.impure[v.in], c.Name)
				return false
			}))
		}
	}
	for _, v := range vars {
		f.same(port{n, v.name}, v.in)
	}
}

// variable of a loop that is a set or a list of sets.
type variable struct {
	name     string
	first    []port
	in, next port
}

func (f *flow) variables(g *Graph, n *Node) []variable {
	body := n.Loop.Body
	var out []variable
	for i, p := range n.Parts {
		if p.Shape == ValueShape {
			continue
		}
		in, _ := body.Input(p.Name)
		v := variable{name: p.Name, in: port{body.Nodes[in.Node], ""}, next: port{body.Nodes[body.Result.Fields[i].Node], ""}}
		for _, at := range n.Args[i].Sets {
			v.first = append(v.first, port{g.Nodes[n.Inputs[at]], ""})
		}
		out = append(out, v)
	}
	return out
}

// Union is a list of columns with those of another that it lacks.
func Union(a, b []Column) []Column {
	out := slices.Clip(a)
	for _, c := range b {
		if !slices.ContainsFunc(a, func(have Column) bool { return have.Name == c.Name }) {
			out = append(out, c)
		}
	}
	return out
}

// uniteColumns of a node and its fallback.
func uniteColumns(a, b []Column) []Column {
	out := append([]Column(nil), a...)
	for _, c := range b {
		i := slices.IndexFunc(out, func(have Column) bool { return have.Name == c.Name })
		if i < 0 {
			c.Type.Nullable, c.Pure = true, false
			out = append(out, c)
			continue
		}
		out[i].Pure = out[i].Pure && c.Pure
		out[i].Type.Nullable = out[i].Type.Nullable || c.Type.Nullable
	}
	return out
}
