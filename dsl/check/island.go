package check

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/dsl/token"
)

// typer gives types to the tree of one island. expr's own checker knows
// neither nil nor our columns, so the types here are ours (see dsl/IMPL.md).
type typer struct {
	c     *checker
	sc    scope
	facts *Expr

	island *ast.Expr                     // whose Map and Unit hold for the node at hand
	home   map[exprast.Node]*ast.Expr    // roots of islands inside a made one
	places map[exprast.Node]token.Range  // nodes made here
	broken map[exprast.Node]bool         // made for what can't stand in an expression
	spans  map[exprast.Node]*token.Range // memo
}

// typed gives types to a scalar value: an island, or a call of a built-in
// function, a list or a constant, for which an island is made. ok is false for
// values that can't be one.
func (c *checker) typed(v ast.Value, sc scope) (t sig.Type, ok bool) {
	ty := &typer{c: c, sc: sc, facts: &Expr{Types: map[exprast.Node]sig.Type{}, Refs: map[exprast.Node]Ref{}}}
	e, isIsland := v.(*ast.Expr)
	if call, ok := v.(*ast.Call); ok && call.Name != nil && expressible(call.Name.Text) && call.Expr != nil && call.Expr.Tree != nil {
		e, isIsland = call.Expr, true
		c.info.Islands[v] = e
	}
	if isIsland {
		if e == nil {
			return sig.Type{}, true
		}
		ty.island = e
	} else {
		root := ty.tree(v)
		if root == nil {
			return sig.Type{}, false
		}
		at := v.Span()
		e = &ast.Expr{At: at, Text: c.source(at), Tree: root, Map: func(file.Location) token.Range { return at }}
		ty.island = e
		c.info.Islands[v] = e
	}
	if e.Tree != nil {
		ty.facts.Type = ty.typ(e.Tree)
	}
	c.info.Exprs[e] = ty.facts
	c.info.Values[v] = ty.facts.Type
	return ty.facts.Type, true
}

// tree makes one tree of a scalar value; nil when it is none at all. Operators
// within become broken nodes, reported.
func (t *typer) tree(v ast.Value) exprast.Node {
	var n exprast.Node
	switch v := v.(type) {
	case *ast.Expr:
		if v == nil || v.Tree == nil {
			n = t.hole()
			break
		}
		t.mark(&t.home, v.Tree, v)
		return v.Tree
	case *ast.Call:
		if v.Name == nil || !expressible(v.Name.Text) {
			return nil
		}
		if v.Expr != nil && v.Expr.Tree != nil {
			t.mark(&t.home, v.Expr.Tree, v.Expr)
			return v.Expr.Tree
		}
		call := &exprast.CallNode{Callee: &exprast.IdentifierNode{Value: v.Name.Text}}
		t.place(call.Callee, v.Name.At)
		for _, a := range v.Args {
			if a == nil {
				continue
			}
			if a.Name != nil {
				t.c.report(a.Name.At, "E0308", fmt.Sprintf("%s takes its arguments by position", v.Name.Text), "leave the name out")
			}
			call.Arguments = append(call.Arguments, t.part(a.Value))
		}
		n = call
	case *ast.List:
		list := &exprast.ArrayNode{}
		for _, e := range v.Elems {
			list.Nodes = append(list.Nodes, t.part(e))
		}
		n = list
	case *ast.NumberLit:
		switch x, _ := unitValue(v); x := x.(type) {
		case int64:
			if v.Unit == "" {
				n = &exprast.IntegerNode{Value: int(x)}
				break
			}
			id := &exprast.IdentifierNode{Value: "$" + v.Text}
			t.place(id, v.At)
			t.mark(&t.home, id, &ast.Expr{At: v.At, Tree: id, Unit: map[string]*ast.NumberLit{id.Value: v}, Map: func(file.Location) token.Range { return v.At }})
			return id
		case float64:
			n = &exprast.FloatNode{Value: x}
		}
	case *ast.StringLit:
		n = &exprast.StringNode{Value: v.Value}
	case *ast.Word:
		switch v.Text {
		case "true", "false":
			n = &exprast.BoolNode{Value: v.Text == "true"}
		case "nil":
			n = &exprast.NilNode{}
		default:
			n = &exprast.IdentifierNode{Value: v.Text}
		}
	}
	if n == nil {
		return nil
	}
	t.place(n, v.Span())
	return n
}

// part is a value inside of an expression.
func (t *typer) part(v ast.Value) exprast.Node {
	if v == nil {
		return t.hole()
	}
	if n := t.tree(v); n != nil {
		return n
	}
	switch v := v.(type) {
	case *ast.Call:
		if v.Name != nil {
			t.c.cantStand(v.Name)
		}
	case *ast.RangeLit:
		t.c.report(v.At, "E0231", "a range stands only as an argument of its own", "")
	case *ast.Record:
		t.c.unsupported(v.At, "a record inside of an expression")
	default:
		t.c.report(v.Span(), "E0227", "an expression wanted here", "")
	}
	n := t.hole()
	t.place(n, v.Span())
	return n
}

func (t *typer) hole() exprast.Node {
	n := &exprast.NilNode{}
	if t.broken == nil {
		t.broken = map[exprast.Node]bool{}
	}
	t.broken[n] = true
	return n
}

func (t *typer) place(n exprast.Node, at token.Range) {
	if t.places == nil {
		t.places = map[exprast.Node]token.Range{}
	}
	t.places[n] = at
}

func (t *typer) mark(m *map[exprast.Node]*ast.Expr, n exprast.Node, e *ast.Expr) {
	if *m == nil {
		*m = map[exprast.Node]*ast.Expr{}
	}
	(*m)[n] = e
}

// expressible tells whether a call of that name stands in expressions: a
// built-in function, of this version or of a later one.
func expressible(name string) bool {
	return isBuiltin(name) || laterFunctions[name]
}

// span is where a node stands: expr marks inner nodes by their operator only,
// so the children are united.
func (t *typer) span(n exprast.Node) token.Range {
	if n == nil {
		return t.island.At
	}
	if r, ok := t.places[n]; ok {
		return r
	}
	if h := t.home[n]; h != nil && h != t.island {
		was := t.island
		t.island = h
		defer func() { t.island = was }()
	}
	if r := t.spans[n]; r != nil {
		return *r
	}
	r := t.own(n)
	switch n := n.(type) {
	case *exprast.BinaryNode:
		r = t.span(n.Left).Union(t.span(n.Right))
	case *exprast.UnaryNode:
		r = r.Union(t.span(n.Node))
	case *exprast.ConditionalNode:
		r = t.span(n.Cond).Union(t.span(n.Exp2))
	case *exprast.MemberNode:
		r = t.span(n.Node).Union(t.span(n.Property))
		if t.char(r.To) == ']' {
			r.To++
		}
	case *exprast.SliceNode:
		r = t.span(n.Node)
	case *exprast.ChainNode:
		r = t.span(n.Node)
	case *exprast.CallNode:
		r = t.closed(t.span(n.Callee), n.Arguments, ')')
	case *exprast.BuiltinNode:
		r = t.closed(r, n.Arguments, ')')
	case *exprast.ArrayNode:
		r = t.closed(r, n.Nodes, ']')
	case *exprast.PredicateNode:
		r = r.Union(t.span(n.Node))
	}
	if t.spans == nil {
		t.spans = map[exprast.Node]*token.Range{}
	}
	t.spans[n] = &r
	return r
}

// closed unites a head with its parts and the bracket behind them.
func (t *typer) closed(r token.Range, parts []exprast.Node, bracket byte) token.Range {
	for _, p := range parts {
		r = r.Union(t.span(p))
	}
	if f := t.c.file; f != nil {
		for i := r.To; i < len(f.Src) && i < r.To+maxName; i++ {
			if f.Src[i] == bracket {
				r.To = i + 1
				break
			}
		}
	}
	return r
}

// char is a byte of the file at hand.
func (t *typer) char(at int) byte {
	if f := t.c.file; f != nil && at >= 0 && at < len(f.Src) {
		return f.Src[at]
	}
	return 0
}

// own is the place expr gave the node.
func (t *typer) own(n exprast.Node) token.Range {
	if t.island.Map == nil {
		return t.island.At
	}
	return t.island.Map(n.Location())
}
