package dag

import "riffle.dev/riffle/internal/column"

// backward goes once through a graph and its bodies; it tells whether anything
// is needed that was not before.
func (f *flow) backward(root, g *Graph) bool {
	news := false
	for id := len(g.Nodes) - 1; id >= 0; id-- {
		news = f.asks(root, g, g.Nodes[id]) || news
	}
	if g == root {
		for _, r := range root.Recursive {
			for id := len(r.Nodes) - 1; id >= 0; id-- {
				news = f.asks(root, r, r.Nodes[id]) || news
			}
		}
	}
	return news
}

// asks what a node needs of those before it.
func (f *flow) asks(root, g *Graph, n *Node) bool {
	news := false
	hand := func(from, to port) { news = f.hands(from, to) || news }
	n.exprs(func(e *column.Expr) { news = f.items(g, n.Reads, e) || news })
	if n.Fallback >= 0 {
		for _, p := range n.ports() {
			hand(p, port{g.Nodes[n.Fallback], p.part})
		}
	}
	switch n.Op {
	case "call", "record":
		if n.Shape == SetShape {
			hand(port{n, ""}, port{g.Nodes[n.Inputs[0]], ""})
		}
		for _, p := range n.Parts {
			if p.Shape != ValueShape {
				hand(port{n, p.Name}, port{g.Nodes[p.Node], ""})
			}
		}
	case "part":
		hand(port{n, ""}, port{g.Nodes[n.Inputs[0]], n.wordOf("name")})
	case "if", "choose":
		for _, p := range n.ports() {
			for _, b := range n.Branches {
				hand(p, port{g.Nodes[b.Result], p.part})
			}
		}
	case "list":
		for _, in := range n.Inputs {
			hand(port{n, ""}, port{g.Nodes[in], ""})
		}
	case "loop":
		news = f.loopAsks(root, g, n) || news
	case "each":
		body := n.Each.Body
		if n.Shape == SetsShape {
			hand(port{n, ""}, port{body.Nodes[body.Result.Items], ""})
		}
		news = f.backward(root, body) || news
		if in, ok := body.Input(n.Each.Var); ok {
			for _, id := range n.Inputs {
				hand(port{body.Nodes[in.Node], ""}, port{g.Nodes[id], ""})
			}
		}
		news = f.capturedAsks(g, body) || news
	case "recur":
		if called, ok := root.Called(n); ok {
			for _, a := range n.Args {
				in, isInput := called.Input(a.Name)
				for _, at := range a.Sets {
					to := port{g.Nodes[n.Inputs[at]], ""}
					for _, c := range called.fieldsOf(in, isInput) {
						news = f.wants(to, c.Name) || news
					}
				}
			}
		}
	default:
		news = f.operatorAsks(g, n) || news
	}
	return news
}

// fieldsOf a parameter of a recursive pipeline: all that it declares.
func (g *Graph) fieldsOf(in Input, ok bool) []Column {
	if !ok {
		return nil
	}
	return g.Nodes[in.Node].fields
}

func (f *flow) operatorAsks(g *Graph, n *Node) bool {
	news := false
	wanted := n.wanted(f.need[port{n, ""}])
	if n.Shape != SetShape {
		wanted = nil
	}
	_, carried := f.reads(g, n)
	if by := n.joinedBy(); by != "" {
		wanted = append(wanted, by)
	}
	for _, in := range n.carriers() {
		news = f.wants(port{g.Nodes[in], ""}, wanted...) || news
	}
	if len(n.Inputs) > 0 {
		news = f.wants(port{g.Nodes[n.Inputs[0]], ""}, carried...) || news
	}
	return news
}

// loopAsks: what is needed of a variable afterwards, or in a turn, is needed of
// what a turn gives and of the first value.
func (f *flow) loopAsks(root, g *Graph, n *Node) bool {
	body, news := n.Loop.Body, false
	vars := f.variables(g, n)
	for _, v := range vars {
		after := port{n, v.name}
		news = f.hands(after, v.next) || news
		news = f.hands(v.in, v.next) || news
	}
	news = f.items(body, n.Loop.Reads, n.Loop.While) || news
	news = f.backward(root, body) || news
	for _, v := range vars {
		for _, first := range v.first {
			news = f.hands(port{n, v.name}, first) || news
			news = f.hands(v.in, first) || news
		}
	}
	return f.capturedAsks(g, body) || news
}

func (f *flow) capturedAsks(g, body *Graph) bool {
	news := false
	for _, in := range body.Inputs {
		if in.From < 0 {
			continue
		}
		for _, p := range body.Nodes[in.Node].ports() {
			news = f.hands(p, port{g.Nodes[in.From], p.part}) || news
		}
	}
	return news
}
