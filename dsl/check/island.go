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

	within []element                     // closures around the node at hand
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
	ty := c.takeTyper()
	defer c.giveTyper(ty)
	ty.sc, ty.facts = sc, &Expr{}
	e, isIsland := v.(*ast.Expr)
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
		ty.facts.root = e.Tree
		ty.facts.Type = ty.typ(e.Tree)
	}
	c.info.Exprs[e] = ty.facts
	c.info.Values[v] = ty.facts.Type
	return ty.facts.Type, true
}

// takeTyper is an empty typer; islands within islands have each their own.
func (c *checker) takeTyper() *typer {
	if n := len(c.typers); n > 0 {
		t := c.typers[n-1]
		c.typers = c.typers[:n-1]
		return t
	}
	return &typer{c: c}
}

func (c *checker) giveTyper(t *typer) {
	*t = typer{c: c}
	c.typers = append(c.typers, t)
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
	case *ast.Record:
		rec := &exprast.MapNode{}
		for _, f := range v.Fields {
			if f == nil || f.Key == nil {
				continue
			}
			pair := &exprast.PairNode{Key: &exprast.StringNode{Value: f.Key.Text}, Value: t.part(f.Value)}
			t.place(pair.Key, f.Key.At)
			t.place(pair, f.At)
			rec.Pairs = append(rec.Pairs, pair)
		}
		n = rec
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

// refer notes what a name means.
func (t *typer) refer(n exprast.Node, r Ref) { t.facts.refs.put(n, r) }

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
// built-in function.
func expressible(name string) bool { return isBuiltin(name) || token.IsClosure(name) }
