package check

import (
	"container/heap"
	"fmt"
	"strings"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// body is a node being typed.
type body struct {
	c *checker
	p *pipe
	n *node
}

// use reads another statement: types it first, and notes the edge. Reading
// what is being typed is a cycle.
func (b *body) use(n *node, at func() token.Range) sig.Type {
	if n.state == open {
		b.cycle(n, at())
		if n != b.n {
			b.depend(n)
		}
		return sig.Type{}
	}
	b.c.visit(b.p, n)
	b.depend(n)
	return n.typ
}

func (b *body) depend(n *node) {
	edges := &b.n.deps
	if b.n.inFallback {
		edges = &b.n.lazy
	}
	for _, d := range *edges {
		if d == n {
			return
		}
	}
	n.users++
	*edges = append(*edges, n)
}

// cycle reports a name that needs itself, as a path; through a fallback it is
// the fallback which is wrong.
func (b *body) cycle(n *node, at token.Range) {
	from := 0
	for i, s := range b.p.stack {
		if s == n {
			from = i
		}
	}
	var path []string
	first := 0 // the path begins with what is written first
	for i, s := range b.p.stack[from:] {
		if s.index < b.p.stack[from+first].index {
			first = i
		}
		if s.inFallback {
			b.c.report(at, "E0603", fmt.Sprintf("the fallback of %s needs %s, which it replaces", show(s.name), show(s.name)), "fall back to something that stands before it")
			return
		}
		path = append(path, show(s.name))
	}
	path = append(append(path[first:len(path):len(path)], path[:first]...), path[first])
	if len(path) > 12 {
		path = append(append(path[:6:6], "…"), path[len(path)-5:]...)
	}
	b.c.report(at, "E0601", "cycle: "+strings.Join(path, " -> "), "a statement can't need itself")
}

// inOrder lists nodes so that what a statement names comes before it where the
// names alone allow it. Typing goes in this order, so that it need not recur
// deeply on long pipelines written bottom up.
func (p *pipe) inOrder() []*node {
	var out []*node
	mark := make([]state, len(p.nodes))
	type frame struct {
		n    *node
		rest []*node
	}
	for _, root := range p.nodes {
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

// named lists the statements whose names occur in a node, columns of the same
// name included.
func (p *pipe) named(n *node) []*node {
	var out []*node
	seen := map[*node]bool{n: true}
	find := func(name string) {
		if d := p.stmts[name]; d != nil && !seen[d] {
			seen[d] = true
			out = append(out, d)
		}
	}
	if n.stmt == nil {
		if p.decl.Return != nil {
			eachName(p.decl.Return.Value, find)
		}
		return out
	}
	eachName(n.stmt.Value, find)
	for _, m := range n.stmt.Mods {
		if m != nil {
			eachName(m.Value, find)
			eachName(m.By, find)
		}
	}
	return out
}

// want marks what is on the way to the answer.
func (p *pipe) want() {
	todo := []*node{p.answer}
	p.answer.wanted = true
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, list := range [][]*node{n.deps, n.lazy} {
			for _, d := range list {
				if !d.wanted {
					d.wanted = true
					todo = append(todo, d)
				}
			}
		}
	}
	for _, n := range p.nodes { // what runs behind the answer is wanted too
		if n.stmt != nil && n.name == "" && !n.wanted {
			n.wanted = true
		}
	}
}

// longest finds the way with the greatest sum of declared timeouts.
func (p *pipe) longest() {
	sums := make([]int64, len(p.nodes))
	before := make([]*node, len(p.nodes))
	for _, n := range p.sorted() {
		for _, d := range n.deps {
			if sums[d.index] > sums[n.index] {
				sums[n.index], before[n.index] = sums[d.index], d
			}
		}
		own := n.timeout
		if own == 0 {
			own = n.inner()
		}
		sums[n.index] += own
	}
	p.path = sums[p.answer.index]
	var names []string
	left := len(p.nodes) // a cycle, already reported, must not hold us
	for n := p.answer; n != nil && left > 0; n, left = before[n.index], left-1 {
		if n.timeout > 0 || n.inner() > 0 {
			names = append([]string{show(n.name)}, names...)
		}
	}
	p.onPath = names
}

// inner is the longest way of timeouts among the pipelines a node calls.
func (n *node) inner() int64 {
	most := int64(0)
	for _, called := range n.callees {
		most = max(most, called.path)
	}
	return most
}

// order is the statements in an order in which every name is known.
func (p *pipe) order() []*ast.Stmt {
	var out []*ast.Stmt
	for _, n := range p.sorted() {
		if n.stmt != nil {
			out = append(out, n.stmt)
		}
	}
	return out
}

// sorted is a topological order, written order between independent nodes.
// Nodes on a cycle come last, in written order.
func (p *pipe) sorted() []*node {
	missing := make([]int, len(p.nodes))
	users := make([][]*node, len(p.nodes))
	for _, n := range p.nodes {
		for _, list := range [][]*node{n.deps, n.lazy} {
			for _, d := range list {
				missing[n.index]++
				users[d.index] = append(users[d.index], n)
			}
		}
	}
	ready := &byIndex{}
	for _, n := range p.nodes {
		if missing[n.index] == 0 {
			heap.Push(ready, n)
		}
	}
	out := make([]*node, 0, len(p.nodes))
	placed := make([]bool, len(p.nodes))
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
	for _, n := range p.nodes {
		if !placed[n.index] {
			out = append(out, n)
		}
	}
	return out
}

// byIndex is a heap of nodes in written order.
type byIndex []*node

func (h byIndex) Len() int           { return len(h) }
func (h byIndex) Less(i, j int) bool { return h[i].index < h[j].index }
func (h byIndex) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byIndex) Push(x any)        { *h = append(*h, x.(*node)) }
func (h *byIndex) Pop() any {
	old := *h
	n := old[len(old)-1]
	*h = old[:len(old)-1]
	return n
}
