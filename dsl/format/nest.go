package format

import (
	"sort"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/token"
)

// shape says how the elements of a bracket are written.
type shape uint8

const (
	list    shape = iota // commas between, and behind the last one when open
	entries              // { a: 1, b: 2 }, or lines without commas
	body                 // statements, arms or a block's value, a line each
)

// node is a token, or a bracket with what it holds.
type node struct {
	tok    token.Token // of a group its opening bracket
	group  *group
	island int // number of the expression it belongs to, -1 for none
}

// group is what stands between two brackets; the file is one without them.
type group struct {
	shape  shape
	open   token.Token
	closer string
	elems  []*elem
	head   string    // comment behind the opening bracket
	tail   []comment // comments behind the last element
	broken bool      // written with a line break behind the opening bracket
	comma  bool      // open, it ends with a comma
	choose bool
	force  int8   // forced: 0 not computed, 1 yes, 2 no
	flat   string // memo of flatGroup
}

// elem is an element of a group: an argument, entry, statement, declaration.
type elem struct {
	blank   bool // a blank line before its first token
	lead    []comment
	hoisted []comment // from the middle of it
	late    []comment // on lines of their own since its last node
	nodes   []node
	trail   string // comment behind it on its line
}

// nester turns the tokens of a file into groups.
type nester struct {
	file    *ast.File
	toks    []token.Token
	at      int
	islands []token.Range // sorted
	bodies  map[int]bool  // offsets of { that open a body; true for choose
}

func nest(f *ast.File) *group {
	n := &nester{file: f, toks: f.Tokens, bodies: map[int]bool{}}
	closers := map[int]bool{} // offset of } of a body -> is a choose
	for _, d := range f.Decls {
		ast.Inspect(d, func(v ast.Node) bool {
			switch v := v.(type) {
			case *ast.Expr:
				n.islands = append(n.islands, v.At)
			case *ast.Pipeline, *ast.Block, *ast.Loop, *ast.After:
				closers[v.Span().To-1] = false
			case *ast.Choose:
				closers[v.Span().To-1] = true
			}
			return true
		})
	}
	sort.Slice(n.islands, func(i, j int) bool { return n.islands[i].From < n.islands[j].From })
	var open []int
	for _, t := range f.Tokens {
		switch t.Kind {
		case token.LBrace:
			open = append(open, t.Range.From)
		case token.RBrace:
			if choose, ok := closers[t.Range.From]; ok && len(open) > 0 {
				n.bodies[open[len(open)-1]] = choose
			}
			open = open[:max(0, len(open)-1)]
		}
	}
	root := &group{shape: body}
	n.fill(root)
	return root
}

// islandOf is the number of the expression that holds an offset, or -1.
func (n *nester) islandOf(offset int) int {
	i := sort.Search(len(n.islands), func(i int) bool { return n.islands[i].From > offset }) - 1
	if i >= 0 && offset < n.islands[i].To {
		return i
	}
	return -1
}

// fill reads elements into g up to its closing bracket, which it takes.
func (n *nester) fill(g *group) {
	cur := &elem{}
	end := func() {
		cur.goOn()
		if len(cur.nodes) > 0 {
			g.elems = append(g.elems, cur)
			cur = &elem{}
		}
	}
	for n.at < len(n.toks) {
		t := n.toks[n.at]
		switch t.Kind {
		case token.EOF, token.RParen, token.RBrack, token.RBrace:
			g.tail, cur.late = cur.late, nil // behind the last element, without a comma before them
			end()
			g.tail = append(g.tail, cur.above()...)
			g.closer = t.Text
			n.at++
			return
		case token.Newline:
			end()
		case token.Comma:
			if g.shape != body {
				end()
				break
			}
			cur.nodes = append(cur.nodes, n.leaf(t))
		case token.Comment, token.DocComment:
			n.comment(g, cur, t)
		default:
			cur.goOn()
			if len(cur.nodes) == 0 {
				cur.blank = n.blankBefore() && (len(g.elems) > 0 || len(cur.lead) > 0)
			}
			if t.Kind == token.LParen || t.Kind == token.LBrack || t.Kind == token.LBrace {
				cur.nodes = append(cur.nodes, n.child(cur, t))
				continue
			}
			cur.nodes = append(cur.nodes, n.leaf(t))
		}
		n.at++
	}
	end()
}

func (n *nester) leaf(t token.Token) node {
	return node{tok: t, island: n.islandOf(t.Range.From)}
}

// child reads the group that t opens.
func (n *nester) child(e *elem, t token.Token) node {
	nd := n.leaf(t)
	g := &group{open: t, shape: list, comma: true}
	nd.group = g
	if nd.island < 0 && t.Kind == token.LBrace {
		choose, isBody := n.bodies[t.Range.From]
		g.shape, g.comma, g.choose = entries, false, choose
		if isBody {
			g.shape = body
		}
	}
	if nd.island >= 0 {
		postfix := len(e.nodes) > 0 && isOperand(e.nodes[len(e.nodes)-1], nd.island)
		switch {
		case t.Kind == token.LParen:
			g.comma = postfix && !takesClosure(e.nodes[len(e.nodes)-1].tok.Text)
		case t.Kind == token.LBrack:
			g.comma = !postfix
		}
	}
	n.at++
	if n.at < len(n.toks) {
		g.broken = n.line(n.toks[n.at].Range.From) > n.line(t.Range.From) || n.toks[n.at].Kind == token.Newline
	}
	n.fill(g)
	return nd
}

// isOperand tells whether a bracket behind nd in the same expression is a call
// or an index.
func isOperand(nd node, island int) bool {
	if nd.island != island {
		return false
	}
	switch nd.tok.Kind {
	case token.Name:
		return nd.group != nil || !isWordOperator(nd.tok.Text)
	case token.String:
		return true
	}
	return nd.group != nil
}

func isWordOperator(word string) bool {
	switch word {
	case "and", "or", "not", "in", "matches", "contains", "startsWith", "endsWith":
		return true
	}
	return false
}

// takesClosure names the functions behind whose last argument expr-lang wants
// no comma.
func takesClosure(name string) bool {
	switch name {
	case "all", "none", "any", "one", "filter", "map", "count", "sum", "find", "findIndex", "findLast", "findLastIndex",
		"groupBy", "sortBy", "reduce":
		return true
	}
	return false
}

func (n *nester) line(offset int) int { return n.file.Lines.Line(offset) }

// blankBefore tells whether a blank line stands before the token at the cursor.
func (n *nester) blankBefore() bool {
	for i := n.at - 1; i >= 0; i-- {
		if n.toks[i].Kind != token.Newline {
			return n.line(n.toks[n.at].Range.From)-n.line(n.toks[i].Range.To) > 1
		}
	}
	return false
}
