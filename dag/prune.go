package dag

import (
	"slices"
	"strings"

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
