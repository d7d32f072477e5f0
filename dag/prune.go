package dag

import (
	"slices"
	"strings"

	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// wants notes that columns are read of a port, and tells whether that is news.
func (f *flow) wants(p port, names ...string) bool {
	need, news := f.need[p], false
	for _, name := range names {
		at, found := slices.BinarySearch(need, name)
		if found || strings.HasPrefix(name, "_") {
			continue
		}
		need, news = slices.Insert(need, at, name), true
	}
	if news {
		f.need[p] = need
	}
	return news
}

// needs tells whether a column must be carried at a port.
func (f *flow) needs(p port, name string) bool {
	_, found := slices.BinarySearch(f.need[p], name)
	return found
}

func (f *flow) wantsAll(p port) bool {
	news := false
	for _, c := range p.columns() {
		news = f.wants(p, c.Name) || news
	}
	return news
}

// hands on what is needed of one port to another.
func (f *flow) hands(from, to port) bool { return f.wants(to, f.need[from]...) }

// prune decides what the answer shows and where each column is read. A column
// that is a resource's own is read by the first node that needs it, for the
// items that are left there, and not carried from the source; the answer's at
// the end. What was computed is carried from where it was made. Columns of a
// node are afterwards those it must carry.
//
// Needs go backwards, over the borders of bodies and round their loops until
// there is nothing new; then each node is told.
func (f *flow) prune(root *Graph, all []*Graph) {
	f.answer(root)
	if f.how.All {
		f.wantsMade(all)
	}
	for _, r := range root.Recursive {
		f.returns(r)
	}
	for f.backward(root, root) {
		if len(all) == 1 {
			break // nothing goes round
		}
	}
	for _, g := range all {
		for id := len(g.Nodes) - 1; id >= 0; id-- {
			f.settle(root, g, g.Nodes[id])
		}
	}
}

// wantsMade asks for every column that travels, whatever nothing needs of it.
func (f *flow) wantsMade(all []*Graph) {
	for _, g := range all {
		for _, n := range g.Nodes {
			for _, p := range n.ports() {
				for _, c := range p.columns() {
					if !c.Pure {
						f.wants(p, c.Name)
					}
				}
			}
		}
	}
}

// answer: the columns of the final set but vectors. Those nothing computed are
// late.
func (f *flow) answer(g *Graph) {
	g.Result.Columns, g.Result.Late = nil, nil
	if g.Result.Items >= 0 && g.Result.Items < len(g.Nodes) {
		p := port{g.Nodes[g.Result.Items], ""}
		for _, c := range p.columns() {
			if c.Type.Kind == column.Vector {
				continue
			}
			g.Result.Columns = append(g.Result.Columns, c)
			if c.Pure {
				g.Result.Late = append(g.Result.Late, c)
			} else {
				f.wants(p, c.Name)
			}
		}
	}
	f.wholeFields(g)
}

// returns: a pipeline that calls itself carries every column it declares.
func (f *flow) returns(g *Graph) {
	if g.Result.Items >= 0 && g.Result.Items < len(g.Nodes) {
		for _, c := range g.Result.Columns {
			f.wants(port{g.Nodes[g.Result.Items], ""}, c.Name)
		}
	}
	f.wholeFields(g)
}

// wholeFields are sets among the further fields of an answer.
func (f *flow) wholeFields(g *Graph) {
	for _, field := range g.Result.Fields {
		for _, p := range g.Nodes[field.Node].ports() {
			f.wantsAll(p)
		}
	}
}

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

// settle tells a node what to read and what to carry.
func (f *flow) settle(root, g *Graph, n *Node) {
	n.Nils = nils(n)
	fetch, _ := f.reads(g, n)
	switch {
	case n.Source() && n.Shape == SetShape:
		for _, c := range n.fields {
			if c.Pure && f.needs(port{n, ""}, c.Name) {
				fetch = append(fetch, c)
			}
		}
	case n.Source():
		if fetch = fieldsRead(root, g, n); f.how.All {
			fetch = recordFields(n)
		}
	}
	n.Fetch = fetch
	for _, p := range n.ports() {
		p.put(f.carried(p))
	}
}

// carried are the columns of a port that must be there.
func (f *flow) carried(p port) []Column {
	cols, n := p.columns(), 0
	for _, c := range cols {
		if f.needs(p, c.Name) {
			n++
		}
	}
	if n == len(cols) {
		return cols
	}
	out := make([]Column, 0, n)
	for _, c := range cols {
		if f.needs(p, c.Name) {
			out = append(out, c)
		}
	}
	return out
}

// reads finds the columns a node reads of its first set: those that are a
// resource's own it fetches, the others the set must bring.
func (f *flow) reads(g *Graph, n *Node) (fetch []Column, carried []string) {
	if len(n.Inputs) == 0 {
		return nil, nil
	}
	first := port{g.Nodes[n.Inputs[0]], ""}
	names := n.columnsRead()
	if slices.Contains(g.After, n.ID) { // it is given what an answer would show
		for _, c := range first.columns() {
			if c.Type.Kind != column.Vector && !slices.Contains(names, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	for _, name := range names {
		i := slices.IndexFunc(first.columns(), func(c Column) bool { return c.Name == name })
		if i >= 0 && first.columns()[i].Pure {
			fetch = append(fetch, first.columns()[i])
		} else {
			carried = append(carried, name)
		}
	}
	return fetch, carried
}

// columnsRead by the node's own arguments, each once.
func (n *Node) columnsRead() []string {
	var out []string
	add := func(names ...string) {
		for _, name := range names {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	model := func(m *Model) {
		for _, c := range m.Columns {
			if !c.Missing {
				add(c.Name)
			}
		}
	}
	for i := range n.Args {
		a := &n.Args[i]
		switch a.Kind {
		case sig.PerItem, sig.Order:
			if a.Expr != nil {
				add(a.Expr.Columns()...)
			}
		case sig.Column:
			add(a.Words...)
		case sig.Columns:
			if n.Shape != SetShape { // a select only leaves some out
				add(a.Words...)
			}
		}
		for _, b := range a.Bindings {
			if b.Model != nil {
				model(b.Model)
			} else {
				add(b.Expr.Columns()...)
			}
		}
		if a.Model != nil {
			model(a.Model)
		}
	}
	return out
}

// wanted are the columns a node's inputs must bring for those behind it: all
// it does not make or leave out.
func (n *Node) wanted(behind []string) []string {
	made := n.made()
	mayBeOff := n.Optional || n.When != nil
	var out []string
	for _, name := range behind {
		if mayBeOff || !slices.Contains(made, name) {
			out = append(out, name)
		}
	}
	if left := n.Left(); left != nil {
		out = slices.DeleteFunc(out, func(name string) bool { return !slices.Contains(left, name) })
	}
	return out
}

// nils are the columns that are nil where the node is off.
func nils(n *Node) []Column {
	var out []Column
	made := n.made()
	if n.Desc == nil || n.Desc.Source {
		return nil
	}
	for _, c := range n.Columns {
		if slices.Contains(made, c.Name) {
			c.Type.Nullable = true
			out = append(out, c)
		}
	}
	return out
}
