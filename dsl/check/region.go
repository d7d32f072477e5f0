package check

import (
	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// region is a body of statements: a pipeline's, or that of a block, a loop or
// an each within it. Names of all of them are one namespace; a name is seen in
// its own region and in those within.
type region struct {
	outer *region
	owner *node   // the statement whose form has the body; nil of a pipeline's
	nodes []*node // statements in written order, then what the body comes to
	vars  []*node // of a loop or an each
	turns bool    // of an each: its variable makes the turns differ
	value *node
	reads []string // names from outside, in order of first use
	read  map[*node]bool
}

func newRegion(outer *region, owner *node) *region {
	r := &region{outer: outer, owner: owner}
	if owner != nil {
		owner.forms = append(owner.forms, r)
	}
	return r
}

// add puts a node at the end of the region.
func (r *region) add(n *node) *node {
	n.home, n.index, n.most = r, len(r.nodes), unbounded
	r.nodes = append(r.nodes, n)
	return n
}

// holds tells whether a name given in r is seen from within another region.
func (r *region) holds(from *region) bool {
	for ; from != nil; from = from.outer {
		if from == r {
			return true
		}
	}
	return false
}

// root is the statement of the pipeline or block that a body's own name in
// traces comes from.
func (n *node) root() *node {
	for n.kind == comesTo && n.home.owner != nil {
		n = n.home.owner
	}
	return n
}

// enterBody gives every name of a pipeline its node, those of blocks too.
func (c *checker) enterBody(p *pipe) {
	seen := map[string]bool{}
	for name := range p.params {
		seen[name] = true
	}
	p.root = newRegion(nil, nil)
	c.enterStatements(p, p.root, p.decl.Stmts, seen)
	p.answer = p.root.add(&node{name: "return", kind: comesTo, run: (*body).answer})
	if p.decl.Return != nil && p.decl.Return.Value != nil {
		p.answer.texts = []ast.Value{p.decl.Return.Value}
		p.answer.at = p.decl.Return.At
	}
	p.root.value = p.answer
	p.nodes = p.root.nodes
}

func (c *checker) enterStatements(p *pipe, r *region, stmts []*ast.Stmt, seen map[string]bool) {
	for _, s := range stmts {
		if s == nil {
			continue
		}
		n := r.add(&node{stmt: s, at: s.At, run: (*body).statement})
		if _, ok := s.Value.(*ast.After); ok {
			n.kind, n.run, n.name = behind, (*body).after, "after"
		} else if s.Name != nil && s.Name.Text != "" {
			n.name, n.at = s.Name.Text, s.Name.At
			if c.givable(n.name, n.at, seen) {
				p.stmts[n.name] = n
			} else if r != p.root {
				p.doubtful(n.name)
			}
		}
		c.enterForm(p, n, s.Value, seen)
	}
}

// enterForm enters the bodies of a statement form.
func (c *checker) enterForm(p *pipe, owner *node, v ast.Value, seen map[string]bool) {
	switch v := v.(type) {
	case *ast.Block:
		c.enterBlock(p, owner, v, seen)
	case *ast.If:
		if v.Then != nil {
			c.enterBlock(p, owner, v.Then, seen)
		}
		c.enterForm(p, owner, v.Else, seen)
	case *ast.Each:
		if v.Body == nil {
			return
		}
		r := c.enterBlock(p, owner, v.Body, seen)
		r.turns = true
		c.enterVariable(p, r, v.Name, seen)
	case *ast.Choose:
		for i, arm := range v.Arms {
			if i >= maxFields {
				return // reported where the arms are typed
			}
			if arm != nil {
				c.enterForm(p, owner, arm.Value, seen)
			}
		}
	case *ast.Loop:
		r := newRegion(owner.home, owner)
		p.inner[v] = r
		for i, bind := range v.Init {
			if i >= maxFields {
				break
			}
			if bind != nil {
				c.enterVariable(p, r, bind.Name, seen)
			}
		}
		c.enterStatements(p, r, v.Stmts, seen)
		r.value = r.add(&node{name: owner.name, kind: comesTo, at: v.At, run: func(b *body) { b.turn(v) }})
		if v.While != nil {
			r.value.texts = append(r.value.texts, v.While)
		}
		for _, bind := range v.Next {
			if bind != nil && bind.Value != nil {
				r.value.texts = append(r.value.texts, bind.Value)
			}
		}
	}
}

func (c *checker) enterBlock(p *pipe, owner *node, b *ast.Block, seen map[string]bool) *region {
	r := newRegion(owner.home, owner)
	p.inner[b] = r
	c.enterStatements(p, r, b.Stmts, seen)
	r.value = r.add(&node{name: owner.name, kind: comesTo, at: b.At, mods: b.Mods, run: func(bd *body) { bd.blockValue(b) }})
	if b.Value != nil {
		r.value.texts, r.value.at = []ast.Value{b.Value}, b.Value.Span()
	}
	return r
}

// enterVariable gives a variable of a loop or an each its node; its type is
// known before the body is typed.
func (c *checker) enterVariable(p *pipe, r *region, name *ast.Name, seen map[string]bool) {
	if name == nil || name.Text == "" {
		return
	}
	n := &node{name: name.Text, at: name.At, kind: variable, home: r, state: done, most: unbounded, turns: &turnTypes{}}
	r.vars = append(r.vars, n)
	if c.givable(n.name, n.at, seen) {
		p.stmts[n.name] = n
	} else {
		p.doubtful(n.name)
	}
}

// doubtful notes a name given twice, not both times in the pipeline's own body:
// which of them is meant is not known where it is read.
func (p *pipe) doubtful(name string) {
	if p.twice == nil {
		p.twice = map[string]bool{}
	}
	p.twice[name] = true
}

// variable of a region by name.
func (r *region) variable(name string) *node {
	for _, v := range r.vars {
		if v.name == name {
			return v
		}
	}
	return nil
}

// typeRegion types all of a body.
func (c *checker) typeRegion(p *pipe, r *region) {
	for _, n := range r.inOrder(p) {
		c.visit(p, n)
	}
}

// reset forgets what was typed in a body, so that it can be typed again with
// other types of its variables.
func (r *region) reset() int {
	count := 0
	for _, n := range r.nodes {
		count++
		n.state, n.typ, n.most = unseen, sig.Type{}, unbounded
		n.deps, n.lazy, n.called, n.callees = nil, nil, nil, nil
		n.timeout, n.asked, n.asks, n.within, n.inWithin = 0, 0, 0, 0, nil
		n.required, n.waits = false, false
		for _, within := range n.forms {
			count += within.reset()
		}
	}
	for _, v := range r.vars {
		v.typ = sig.Type{}
	}
	r.reads, r.read = nil, nil
	return count
}

// find is the statement or variable of a name as seen from here; nil when there
// is none, or none that is seen.
func (b *body) find(name string) *node {
	if n := b.p.stmts[name]; n != nil && n.home.holds(b.n.home) {
		return n
	}
	return nil
}
