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
	stmts   map[string]*node // given names, those of blocks and variables included
	twice   map[string]bool  // names of blocks given twice, nil when none is
	root    *region
	nodes   []*node // of the root: written order, the answer last
	answer  *node
	inner   map[ast.Node]*region // of each block, loop and each
	stack   []*node              // being typed, outermost first
	clashes []clash
	names   []string // memo of visible
	calls   map[*pipe]bool
	loops   []loopTime
	sure    []sureCall
	says    sig.Type // the result as declared
	ring    *pipe    // one of those that call each other; nil when it does not come back

	state  state
	size   int   // nodes after expansion
	path   int64 // ns of declared timeouts on the longest way
	onPath []string
	most   int // items in the answer; unbounded when unknown
}

// node is a statement, what a body comes to, or a variable.
type node struct {
	stmt  *ast.Stmt // of a statement, after included
	name  string
	at    token.Range
	home  *region
	index int // in its region
	run   func(*body)
	texts []ast.Value     // what its names are read from, unless it is a statement
	mods  []*ast.Modifier // likewise
	kind  nodeKind
	id    string // of a block's value: what its call is named in traces
	value *worth // of a block's value, once typed

	state      state
	inFallback bool
	typ        sig.Type   // modifiers applied
	turns      *turnTypes // of a loop's variable
	most       int        // items it can hold
	deps, lazy []*node    // what it reads; what only its fallback reads
	called     map[string]int
	arms       map[string]bool // of a choose: names taken by its arms' own calls
	callees    []*pipe
	forms      []*region // bodies within
	timeout    int64
	asked      int64 // ns: what its calls may take, those in their arguments too
	asks       int64 // ns: of that, what its own call declares
	within     int64 // ns: the longest way through the bodies within, all turns
	inWithin   []string
	required   bool
	waits      bool // may be missed: a record looked up, or anything with a timeout
	wanted     bool
	warned     bool
	users      int
}

// turnTypes is what is known of a loop's variable beside its type.
type turnTypes struct {
	start sig.Type // that of its first value
	held  sig.Type // its own when the loop was typed before
}

// nodeKind says what a node is.
type nodeKind uint8

const (
	statement nodeKind = iota
	comesTo            // the answer, a block's value, or a loop's next
	variable           // of a loop or an each
	behind             // after { … }
)

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
	p := &pipe{decl: d, file: c.file, params: map[string]Param{}, stmts: map[string]*node{}, inner: map[ast.Node]*region{}, most: unbounded}
	p.out = &Pipeline{Decl: d, Name: d.Name.Text, Wanted: map[*ast.Stmt]bool{}, Types: map[*ast.Stmt]sig.Type{}, Deps: map[*ast.Stmt][]string{}}
	c.pipeOf[d] = p
	if c.decls[d.Name.Text].decl == ast.Decl(d) {
		c.pipes[d.Name.Text] = p
		c.info.Pipelines[d.Name.Text] = p.out
	}
	if d.Signature != nil {
		p.out.Params = c.params(d.Signature)
		p.says = c.typeOf(d.Signature.Result)
		p.out.Result = p.says
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
	c.enterBody(p)
	c.typeRegion(p, p.root)
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
	p.path, p.onPath = p.root.longest()
	p.publish()
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
	n.run(&body{c: c, p: p, n: n})
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
func (c *checker) unused(p *pipe) { c.unusedIn(p, p.root) }

func (c *checker) unusedIn(p *pipe, r *region) {
	for _, n := range r.nodes {
		for _, within := range n.forms {
			if !n.wanted {
				continue
			}
			c.unusedIn(p, within)
			if within.turns && len(within.vars) > 0 && within.vars[0].users == 0 {
				c.report(within.vars[0].at, "W0306", fmt.Sprintf("%s is never used: each turn gives the same", show(within.vars[0].name)), "read it in the block")
			}
		}
		if n.wanted || n.kind == comesTo || p.stmts[n.name] != n {
			continue
		}
		message := fmt.Sprintf("%s is never used", show(n.name))
		if n.users > 0 && r == p.root {
			message = fmt.Sprintf("%s is used by nothing on the way to the answer", show(n.name))
		} else if n.users > 0 {
			message = fmt.Sprintf("%s is used by nothing on the way to the value of its block", show(n.name))
		}
		c.report(n.at, "W0306", message, "take it out, or use it")
	}
}

// size counts nodes after expansion and refuses what would explode. A body
// counts once: its turns are not expanded.
func (c *checker) size(p *pipe) {
	p.size = p.root.size()
	if p.size > maxNodes {
		c.report(p.decl.Name.At, "E0902", fmt.Sprintf("%s has %d nodes after expansion, at most %d run", show(p.out.Name), p.size, maxNodes), "")
	}
}

func (r *region) size() int {
	total := 0
	for _, n := range r.nodes {
		total++
		for _, k := range n.called {
			total += k
		}
		for _, called := range n.callees {
			total = min(total+called.size, 1<<30)
		}
		for _, within := range n.forms {
			total = min(total+within.size(), 1<<30)
		}
	}
	return min(total, 1<<30)
}

// publish hands what is known to Info.
func (p *pipe) publish() {
	p.publishRegion(p.root)
	p.out.Order = p.root.order()
}

func (p *pipe) publishRegion(r *region) {
	for _, n := range r.nodes {
		for _, within := range n.forms {
			p.publishRegion(within)
		}
		if n.kind != statement {
			continue
		}
		p.out.Types[n.stmt] = n.typ
		p.out.Wanted[n.stmt] = n.wanted
		once := map[*node]bool{}
		for _, list := range [][]*node{n.deps, n.lazy} {
			for _, d := range list {
				if !once[d] {
					once[d] = true
					p.out.Deps[n.stmt] = append(p.out.Deps[n.stmt], d.name)
				}
			}
		}
	}
}
