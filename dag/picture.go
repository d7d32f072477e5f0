package dag

// Pictured is a node as a picture shows it.
type Pictured struct {
	*Node
	Graph  *Graph   // of Node
	Name   string   // the node's; of what a body is given, with "in" before it
	Within string   // the node in whose body it stands; "" for one of the graph itself
	Joins  []string // names of the nodes that lead to it, in the same body
}

// Picture is a graph as one list: its nodes, each followed by those of its
// body. What a body captures is no node of the picture: the node that runs the
// body reads it. Names are unique: "in" is no name of the language.
func (g *Graph) Picture() []Pictured { return g.pictured(nil, "") }

func (g *Graph) pictured(out []Pictured, within string) []Pictured {
	captured, given := map[string]bool{}, map[string]string{}
	for _, in := range g.Inputs {
		if name := g.Nodes[in.Node].Name; in.From >= 0 {
			captured[name] = true
		} else {
			given[name] = within + ".in." + in.Name
		}
	}
	named := func(name string) string {
		if as, ok := given[name]; ok {
			return as
		}
		return name
	}
	for _, n := range g.Nodes {
		if captured[n.Name] {
			continue
		}
		p := Pictured{Node: n, Graph: g, Name: named(n.Name), Within: within, Joins: []string{}}
		for _, name := range g.Joins(n) {
			if !captured[name] {
				p.Joins = append(p.Joins, named(name))
			}
		}
		out = append(out, p)
		for _, inner := range n.Inner() {
			out = inner.pictured(out, n.Name)
		}
	}
	return out
}

// Shared tells which nodes take the answer of another, that computes the same,
// by name; those in bodies too.
func (g *Graph) Shared() map[string]string {
	out := map[string]string{}
	for _, p := range g.Picture() {
		if p.Shares != nil {
			out[p.Node.Name] = p.Graph.Nodes[*p.Shares].Name
		}
	}
	return out
}
