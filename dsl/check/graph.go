package check

import (
	"fmt"
	"strings"

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
		sums[n.index] += n.own()
	}
	p.path = sums[p.answer.index]
	var names []string
	left := len(p.nodes) // a cycle, already reported, must not hold us
	for n := p.answer; n != nil && left > 0; n, left = before[n.index], left-1 {
		if n.own() > 0 {
			names = append([]string{show(n.name)}, names...)
		}
	}
	p.onPath = names
}

// own is how long a node may take by what is declared: its timeout, else the
// longest of what it calls.
func (n *node) own() int64 {
	if n.timeout > 0 {
		return n.timeout
	}
	return max(n.asked, n.inner())
}

// inner is the longest way of timeouts among the pipelines a node calls.
func (n *node) inner() int64 {
	most := int64(0)
	for _, called := range n.callees {
		most = max(most, called.path)
	}
	return most
}
