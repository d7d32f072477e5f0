package adapt

import (
	"slices"

	"riffle.dev/riffle/dag"
)

// findOwners finds for each node the choose whose arms alone want it, and the
// nodes that only a fallback or what comes after the answer wants.
func (b *builder) findOwners() {
	g := b.graph
	b.owner, b.apart = make([]int, len(g.Nodes)), make([]bool, len(g.Nodes))
	for i := range b.owner {
		b.owner[i] = -1
		b.apart[i] = true
	}
	// What the answer wants, branches included, is not apart.
	var want func(id, owner int)
	want = func(id, owner int) {
		n := g.Nodes[id]
		if !b.apart[id] && (b.owner[id] == owner || b.owner[id] < 0) {
			return
		}
		if b.apart[id] || owner < 0 {
			b.owner[id] = owner
		}
		b.apart[id] = false
		for _, in := range n.Before() {
			want(in, owner)
		}
		for _, br := range n.Branches {
			inner := owner
			if n.Op == "choose" && owner < 0 && g.Nodes[br.Result].Lazy {
				inner = id
			}
			want(br.Result, inner)
		}
	}
	for _, id := range g.Roots() {
		want(id, -1)
	}
	for _, n := range g.Nodes {
		if n.Op != "choose" || b.owner[n.ID] >= 0 || b.apart[n.ID] {
			continue
		}
		for _, in := range n.Before() {
			b.release(in)
		}
		b.shareArms(n)
	}
}

// shareArms releases what every arm of a choose wants: whichever is taken, it
// runs.
func (b *builder) shareArms(n *dag.Node) {
	arms := make([]map[int]bool, len(n.Branches))
	for k, br := range n.Branches {
		reach := map[int]bool{}
		var add func(id int)
		add = func(id int) {
			if reach[id] {
				return
			}
			reach[id] = true
			for _, in := range b.before(b.graph.Nodes[id]) {
				add(in)
			}
		}
		add(br.Result)
		arms[k] = reach
	}
	for id := range b.graph.Nodes {
		if b.owner[id] == n.ID && !slices.ContainsFunc(arms, func(reach map[int]bool) bool { return !reach[id] }) {
			b.owner[id] = -1
		}
	}
}

// release what is wanted anyway from the choose that was thought to own it.
func (b *builder) release(id int) {
	if b.owner[id] < 0 {
		return
	}
	b.owner[id] = -1
	for _, in := range b.graph.Nodes[id].Before() {
		b.release(in)
	}
}

// before are the nodes that one waits for: its inputs, and of a branching one
// the results too.
func (b *builder) before(n *dag.Node) []int {
	out := n.Before()
	for _, br := range n.Branches {
		out = append(out, br.Result)
	}
	return out
}

// order of the nodes in which what is waited for comes first.
func (b *builder) order() []int {
	seen := make([]bool, len(b.graph.Nodes))
	out := make([]int, 0, len(seen))
	var visit func(id int)
	visit = func(id int) {
		if seen[id] {
			return
		}
		seen[id] = true
		for _, in := range b.before(b.graph.Nodes[id]) {
			visit(in)
		}
		out = append(out, id)
	}
	for id := range b.graph.Nodes {
		visit(id)
	}
	return out
}

// edges between modules: through whatever lies between them that is none.
func (b *builder) edges() {
	for id, m := range b.index {
		in := map[int]bool{}
		seen := map[int]bool{}
		var back func(id int)
		back = func(id int) {
			for _, u := range b.before(b.graph.Nodes[id]) {
				if seen[u] {
					continue
				}
				seen[u] = true
				if of, ok := b.index[u]; ok {
					in[of] = true
					continue
				}
				back(u)
			}
		}
		back(id)
		delete(in, m)
		spec := &b.out.Spec.Modules[m]
		for _, of := range sorted(in) {
			spec.Inputs = append(spec.Inputs, b.out.Spec.Modules[of].Name)
		}
	}
	for id := range b.graph.Nodes { // who need not wait for a soft module
		for _, u := range b.graph.Nodes[id].Inputs {
			m, ok := b.index[u]
			if ok && b.out.Spec.Modules[m].Soft {
				b.out.modules[m].waits = append(b.out.modules[m].waits, b.graph.Nodes[id].Name)
			}
		}
	}
}

func sorted(set map[int]bool) []int {
	out := make([]int, 0, len(set))
	for i := range set {
		out = append(out, i)
	}
	slices.Sort(out)
	return out
}

// maxNeeds bounds how many modules others need: each doubles the search.
const maxNeeds = 4

// needs: who reads a value or a column that another makes gains nothing without
// it. Only what may be off needs, and is needed.
func (b *builder) needs() {
	needed := map[int]bool{}
	for _, n := range b.graph.Nodes {
		m, ok := b.index[n.ID]
		if !ok || !b.optional(m) {
			continue
		}
		for _, u := range b.makers(n) {
			of := b.index[u]
			if of == m || !b.optional(of) || !needed[of] && len(needed) == maxNeeds {
				continue
			}
			needed[of] = true
			name := b.out.Spec.Modules[of].Name
			if spec := &b.out.Spec.Modules[m]; slices.Contains(spec.Inputs, name) && !slices.Contains(spec.Needs, name) {
				spec.Needs = append(spec.Needs, name)
			}
		}
	}
}

func (b *builder) optional(m int) bool {
	return b.out.modules[m].node != nil && b.out.modules[m].node.Optional
}

// makers of the values and columns that a node's expressions read, among the
// modules that it reads itself.
func (b *builder) makers(n *dag.Node) []int {
	var out []int
	for _, r := range n.Reads {
		if _, ok := b.index[r.Node]; ok {
			out = append(out, r.Node)
		}
	}
	reads := map[string]bool{}
	for i := range n.Args {
		if e := n.Args[i].Expr; e != nil {
			for _, c := range e.Columns() {
				reads[c] = true
			}
		}
	}
	for _, u := range n.Inputs {
		if _, ok := b.index[u]; ok && slices.ContainsFunc(b.graph.Nodes[u].Nils, func(c dag.Column) bool { return reads[c.Name] }) {
			out = append(out, u)
		}
	}
	return out
}
