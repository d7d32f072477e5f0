package check

import (
	"fmt"
	"sort"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// state of something typed on demand.
type state uint8

const (
	unseen state = iota
	open         // being typed: meeting it again is a cycle
	done
)

// pipe is a pipeline while it is checked.
type pipe struct {
	decl    *ast.Pipeline
	file    *ast.File
	out     *Pipeline
	params  map[string]Param
	stmts   map[string]*node
	nodes   []*node // written order, the answer last
	answer  *node
	stack   []*node // being typed, outermost first
	clashes []clash
	names   []string // memo of visible
	calls   map[*pipe]bool

	state  state
	size   int   // nodes after expansion
	path   int64 // ns of declared timeouts on the longest way
	onPath []string
	most   int // items in the answer; unbounded when unknown
}

// node is a statement, or the answer.
type node struct {
	stmt  *ast.Stmt // nil for the answer
	name  string
	at    token.Range
	index int

	state      state
	inFallback bool
	typ        sig.Type // modifiers applied
	most       int      // items it can hold
	deps, lazy []*node  // what it reads; what only its fallback reads
	called     map[string]int
	callees    []*pipe
	timeout    int64
	asked      int64 // ns: the longest timeout of a service it calls
	required   bool
	waits      bool // may be missed: a record looked up, or anything with a timeout
	wanted     bool
	warned     bool
	users      int
}

// clash is a column whose name a statement has too.
type clash struct {
	n  *node
	at token.Range
}

const unbounded = -1

// signature enters a pipeline's name, parameters and declared result.
func (c *checker) signature(d *ast.Pipeline) {
	if d.Name == nil || d.Name.Text == "" {
		return
	}
	p := &pipe{decl: d, file: c.file, params: map[string]Param{}, stmts: map[string]*node{}, most: unbounded}
	p.out = &Pipeline{Decl: d, Name: d.Name.Text, Wanted: map[*ast.Stmt]bool{}, Types: map[*ast.Stmt]sig.Type{}, Deps: map[*ast.Stmt][]string{}}
	c.pipeOf[d] = p
	if c.decls[d.Name.Text].decl == ast.Decl(d) {
		c.pipes[d.Name.Text] = p
		c.info.Pipelines[d.Name.Text] = p.out
	}
	if d.Signature != nil {
		p.out.Params = c.params(d.Signature)
		p.out.Result = c.typeOf(d.Signature.Result)
	}
	for _, param := range p.out.Params {
		p.params[param.Name] = param
		if param.Name == "item" {
			c.report(param.Decl.Name.At, "E0305", "a pipeline has no item", "item is what services and functions are sent of each candidate; give the parameter another name")
		}
	}
}

// pipeline types a pipeline's body once.
func (c *checker) pipeline(p *pipe) {
	if p.state != unseen {
		return
	}
	p.state = open
	c.depth++
	c.inFile(p.file, func() { c.body(p) })
	c.depth--
	p.state = done
}

func (c *checker) body(p *pipe) {
	lost := c.lost
	c.enterStatements(p)
	for _, n := range p.inOrder() {
		c.visit(p, n)
	}
	for _, cl := range p.clashes {
		if k := cl.n.typ.Kind; k != sig.Items && k != sig.Invalid {
			c.report(cl.at, "E0304", fmt.Sprintf("%s is a column and a name of the pipeline", show(cl.n.name)),
				fmt.Sprintf("item.%s is the column; rename the other", show(cl.n.name)))
		}
	}
	c.result(p)
	p.want()
	if c.lost == lost && p.whole() {
		c.unused(p)
	}
	c.size(p)
	p.longest()
	p.publish()
}

func (c *checker) enterStatements(p *pipe) {
	seen := map[string]bool{}
	for name := range p.params {
		seen[name] = true
	}
	for _, s := range p.decl.Stmts {
		if s == nil {
			continue
		}
		n := &node{stmt: s, at: s.At, index: len(p.nodes), most: unbounded}
		if s.Name != nil && s.Name.Text != "" {
			n.name, n.at = s.Name.Text, s.Name.At
			if c.givable(n.name, n.at, seen) {
				p.stmts[n.name] = n
			}
		}
		p.nodes = append(p.nodes, n)
	}
	p.answer = &node{name: "return", index: len(p.nodes), most: unbounded}
	p.nodes = append(p.nodes, p.answer)
}

// visible lists the names of the pipeline, for suggestions.
func (p *pipe) visible() []string {
	if p.names == nil {
		for name := range p.params {
			p.names = append(p.names, name)
		}
		for name := range p.stmts {
			p.names = append(p.names, name)
		}
		sort.Strings(p.names)
	}
	return p.names
}

// visit types a node unless it is done.
func (c *checker) visit(p *pipe, n *node) {
	if n.state != unseen {
		return
	}
	n.state = open
	p.stack = append(p.stack, n)
	b := &body{c: c, p: p, n: n}
	if n == p.answer {
		b.answer()
	} else {
		b.statement()
	}
	p.stack = p.stack[:len(p.stack)-1]
	n.state = done
}

// whole tells whether every statement and the return were read: what a broken
// one uses is not known.
func (p *pipe) whole() bool {
	for _, s := range p.decl.Stmts {
		if s == nil || s.Value == nil {
			return false
		}
	}
	return p.decl.Return != nil && p.decl.Return.Value != nil
}

// unused warns of statements nothing on the way to the answer wants.
func (c *checker) unused(p *pipe) {
	for _, n := range p.nodes {
		if n.wanted || n.stmt == nil || p.stmts[n.name] != n {
			continue
		}
		message := fmt.Sprintf("%s is never used", show(n.name))
		if n.users > 0 {
			message = fmt.Sprintf("%s is used by nothing on the way to the answer", show(n.name))
		}
		c.report(n.at, "W0306", message, "take it out, or use it")
	}
}

// size counts nodes after expansion and refuses what would explode.
func (c *checker) size(p *pipe) {
	total := 0
	for _, n := range p.nodes {
		total++
		for _, k := range n.called {
			total += k
		}
		for _, called := range n.callees {
			total = min(total+called.size, 1<<30)
		}
		total = min(total, 1<<30)
	}
	p.size = total
	if total > maxNodes {
		c.report(p.decl.Name.At, "E0902", fmt.Sprintf("%s has %d nodes after expansion, at most %d run", show(p.out.Name), total, maxNodes), "")
	}
}

// publish hands what is known to Info.
func (p *pipe) publish() {
	for _, n := range p.nodes {
		if n.stmt == nil {
			continue
		}
		p.out.Types[n.stmt] = n.typ
		p.out.Wanted[n.stmt] = n.wanted
		once := map[*node]bool{}
		for _, d := range append(append([]*node(nil), n.deps...), n.lazy...) {
			if once[d] {
				continue
			}
			once[d] = true
			p.out.Deps[n.stmt] = append(p.out.Deps[n.stmt], d.name)
		}
	}
	p.out.Order = p.order()
}
