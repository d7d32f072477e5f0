package check

import (
	"container/heap"

	"riffle.dev/riffle/dsl/ast"
)

// inOrder lists nodes so that what a statement names comes before it where the
// names alone allow it. Typing goes in this order, so that it need not recur
// deeply on long pipelines written bottom up.
func (r *region) inOrder(p *pipe) []*node {
	out := make([]*node, 0, len(r.nodes))
	mark := make([]state, len(r.nodes))
	type frame struct {
		n    *node
		rest []*node
	}
	for _, root := range r.nodes {
		if mark[root.index] != unseen {
			continue
		}
		mark[root.index] = open
		todo := []frame{{root, p.named(root)}}
		for len(todo) > 0 {
			top := &todo[len(todo)-1]
			if len(top.rest) == 0 {
				out = append(out, top.n)
				todo = todo[:len(todo)-1]
				continue
			}
			next := top.rest[0]
			top.rest = top.rest[1:]
			if mark[next.index] == unseen {
				mark[next.index] = open
				todo = append(todo, frame{next, p.named(next)})
			}
		}
	}
	return out
}

// named lists the statements of the same body whose names occur in a node,
// columns of the same name included.
func (p *pipe) named(n *node) []*node {
	var out []*node
	seen := map[*node]bool{n: true}
	n.eachName(func(name string) {
		if d := p.stmts[name]; d != nil && d.home == n.home && d.kind != variable && !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	})
	return out
}

// eachName visits every name in what a node is computed from, bodies within and
// modifiers included.
func (n *node) eachName(visit func(string)) {
	texts, mods := n.texts, n.mods
	if n.stmt != nil {
		eachName(n.stmt.Value, visit)
		mods = n.stmt.Mods
	}
	for _, v := range texts {
		eachName(v, visit)
	}
	for _, m := range mods {
		if m != nil {
			eachName(m.Value, visit)
			eachName(m.By, visit)
		}
	}
}

// order is the statements in an order in which every name is known.
func (r *region) order() []*ast.Stmt {
	var out []*ast.Stmt
	for _, n := range r.sorted() {
		if n.kind == statement {
			out = append(out, n.stmt)
		}
	}
	return out
}

// sorted is a topological order, written order between independent nodes.
// Nodes on a cycle come last, in written order.
func (r *region) sorted() []*node {
	missing := make([]int, len(r.nodes))
	users := make([][]*node, len(r.nodes))
	for _, n := range r.nodes {
		for _, list := range [][]*node{n.deps, n.lazy} {
			for _, d := range list {
				if d.home == r && d.kind != variable {
					missing[n.index]++
					users[d.index] = append(users[d.index], n)
				}
			}
		}
	}
	ready := &byIndex{}
	for _, n := range r.nodes {
		if missing[n.index] == 0 {
			heap.Push(ready, n)
		}
	}
	out := make([]*node, 0, len(r.nodes))
	placed := make([]bool, len(r.nodes))
	for ready.Len() > 0 {
		n := heap.Pop(ready).(*node)
		out = append(out, n)
		placed[n.index] = true
		for _, u := range users[n.index] {
			if missing[u.index]--; missing[u.index] == 0 {
				heap.Push(ready, u)
			}
		}
	}
	for _, n := range r.nodes {
		if !placed[n.index] {
			out = append(out, n)
		}
	}
	return out
}

// byIndex is a heap of nodes in written order.
type byIndex []*node

func (h byIndex) Len() int { return len(h) }

func (h byIndex) Less(i, j int) bool { return h[i].index < h[j].index }

func (h byIndex) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

func (h *byIndex) Push(x any) { *h = append(*h, x.(*node)) }

func (h *byIndex) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}
