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
	// maybe is set where a call need not run: in branches, and behind when.
	maybe bool
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

// depend notes that the node at hand reads another. A body's form reads what
// its body reads from outside.
func (b *body) depend(d *node) {
	for from := b.n; from != nil && from != d; from = from.home.owner {
		from.edge(d, b.n.inFallback)
		if from.home == d.home {
			return
		}
		from.home.note(d)
	}
}

// note that a body reads something from outside.
func (r *region) note(d *node) {
	if r.read[d] || d.home == r {
		return
	}
	if r.read == nil {
		r.read = map[*node]bool{}
	}
	r.read[d] = true
	r.reads = append(r.reads, d.name)
}

func (n *node) edge(d *node, lazy bool) {
	edges := &n.deps
	if lazy || n.inFallback {
		edges = &n.lazy
	}
	for _, have := range *edges {
		if have == d {
			return
		}
	}
	d.users++
	*edges = append(*edges, d)
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
	first, firstAt := 0, n.at.From // the path begins with what is written first
	for _, s := range b.p.stack[from:] {
		if s.inFallback {
			b.c.report(at, "E0603", fmt.Sprintf("the fallback of %s needs %s, which it replaces", show(s.name), show(s.name)), "fall back to something that stands before it")
			return
		}
		if s.kind == comesTo {
			continue // has the name of its form
		}
		if s.at.From < firstAt {
			first, firstAt = len(path), s.at.From
		}
		path = append(path, show(s.name))
	}
	if len(path) == 0 {
		path = []string{show(n.name)}
	}
	path = append(append(path[first:len(path):len(path)], path[:first]...), path[first])
	if len(path) > 12 {
		path = append(append(path[:6:6], "…"), path[len(path)-5:]...)
	}
	b.c.report(at, "E0601", "cycle: "+strings.Join(path, " -> "), "a statement can't need itself")
}

// want marks what is on the way to the answer, and what runs behind it reads.
func (p *pipe) want() {
	todo := []*node{p.answer}
	for _, n := range p.root.nodes {
		if n.kind == behind {
			todo = append(todo, n)
		}
	}
	for _, n := range todo {
		n.wanted = true
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		mark := func(d *node) {
			if !d.wanted {
				d.wanted = true
				todo = append(todo, d)
			}
		}
		for _, d := range n.deps {
			mark(d)
		}
		for _, d := range n.lazy {
			mark(d)
		}
		for _, within := range n.forms {
			mark(within.value)
		}
	}
}

// longest finds the way with the greatest sum of declared timeouts through a
// body, and the names on it.
func (r *region) longest() (int64, []string) {
	sums := make([]int64, len(r.nodes))
	before := make([]*node, len(r.nodes))
	for _, n := range r.sorted() {
		for _, d := range n.deps {
			if d.home == r && d.kind != variable && sums[d.index] > sums[n.index] {
				sums[n.index], before[n.index] = sums[d.index], d
			}
		}
		sums[n.index] += n.own()
	}
	var names []string
	left := len(r.nodes) // a cycle, already reported, must not hold us
	for n := r.value; n != nil && left > 0; n, left = before[n.index], left-1 {
		if n.own() == 0 {
			continue
		}
		own := []string{show(n.name)}
		if len(n.inWithin) > 0 && n.within >= n.asked && (n.timeout == 0 || n.within < n.timeout) {
			own = n.inWithin
		}
		names = append(own[:len(own):len(own)], names...)
	}
	return sums[r.value.index], names
}

// own is how long a node may take by what is declared: the longest of what it
// calls or holds. Its timeout bounds its own call, and not what stands in the
// arguments, which is done before.
func (n *node) own() int64 {
	if n.timeout == 0 {
		return max(n.asked, n.within)
	}
	return n.asked - n.asks + shorter(n.timeout, max(n.asks, n.within))
}

// shorter of two declared timeouts; 0 is none.
func shorter(a, b int64) int64 {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// asking types a call that may take so long itself, after what stands in its
// arguments; side by side with it are the other arguments of the call around.
func (b *body) asking(arguments func(), itself func() int64) int64 {
	beside := b.n.asked
	b.n.asked = 0
	arguments()
	own := itself()
	b.n.asked = max(beside, min(b.n.asked+own, endOfTime))
	return own
}

// takes notes that a body within may take so long.
func (n *node) takes(ns int64, names []string) {
	if ns > n.within {
		n.within, n.inWithin = ns, names
	}
}
