package dag

import (
	"fmt"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// Moment is the parameter that holds the request's moment. The brackets keep
// it apart from names of the language.
const Moment = "now()"

// names says what a parameter or statement of the pipeline is here: in an
// inlined pipeline the argument given.
type names func(name string) (*column.Expr, bool)

// lowerer turns the checked tree of one island into a column.Expr.
type lowerer struct {
	facts *check.Expr
	names names
	fail  func(what string) // what this version can't run
}

// lower an island. Its names are resolved already; what the columns have no
// word for is reported through fail and becomes a null.
func lower(facts *check.Expr, e *ast.Expr, names names, fail func(what string)) *column.Expr {
	l := lowerer{facts, names, fail}
	if e.Tree == nil || facts == nil {
		return null()
	}
	return l.node(e.Tree)
}

// folded is an operation on constants as the constant it comes to.
func folded(e *column.Expr) *column.Expr {
	for _, a := range e.Args {
		if a.Op != "const" {
			return e
		}
	}
	v, err := column.EvalRow(e, func(string) column.Value { return nil }, func(string) column.Value { return nil })
	if err != nil || len(e.Args) == 0 {
		return e
	}
	t := e.Type
	t.Nullable = t.Nullable || v == nil
	return constant(v, t)
}

func null() *column.Expr { return &column.Expr{Op: "const", Type: column.Type{Nullable: true}} }

func constant(v column.Value, t column.Type) *column.Expr {
	return &column.Expr{Op: "const", Value: v, Type: t}
}

func (l *lowerer) typ(n exprast.Node) column.Type { return columnType(l.facts.TypeOf(n)) }

// refuse reports what can't be lowered.
func (l *lowerer) refuse(what string) *column.Expr {
	l.fail(what)
	return null()
}

func (l *lowerer) node(n exprast.Node) *column.Expr {
	if ref, ok := l.facts.RefOf(n); ok {
		if e := l.ref(n, ref); e != nil {
			return e
		}
	}
	switch n := n.(type) {
	case *exprast.NilNode:
		return null()
	case *exprast.IntegerNode:
		return constant(int64(n.Value), column.Type{Kind: column.Int})
	case *exprast.FloatNode:
		return constant(n.Value, column.Type{Kind: column.Float})
	case *exprast.BoolNode:
		return constant(n.Value, column.Type{Kind: column.Bool})
	case *exprast.StringNode:
		return constant(n.Value, column.Type{Kind: column.String})
	case *exprast.ConstantNode:
		return constant(n.Value, l.typ(n))
	case *exprast.ChainNode:
		return l.node(n.Node)
	case *exprast.UnaryNode:
		return l.unary(n)
	case *exprast.BinaryNode:
		return l.binary(n)
	case *exprast.ConditionalNode:
		return folded(&column.Expr{Op: "cond", Type: l.typ(n), Args: l.all(n.Cond, n.Exp1, n.Exp2)})
	case *exprast.ArrayNode:
		return list(l.all(n.Nodes...), l.typ(n))
	case *exprast.MemberNode:
		return l.member(n)
	case *exprast.CallNode:
		if id, ok := n.Callee.(*exprast.IdentifierNode); ok {
			return l.call(n, id.Value, n.Arguments)
		}
	case *exprast.BuiltinNode:
		if isClosure(n) {
			return l.over(n)
		}
		return l.call(n, n.Name, n.Arguments)
	case *exprast.PointerNode:
		return &column.Expr{Op: "elem", Name: n.Name, Type: l.typ(n)}
	case *exprast.SliceNode:
		return folded(&column.Expr{Op: "slice", Type: l.typ(n), Args: []*column.Expr{l.node(n.Node), l.end(n.From), l.end(n.To)}})
	case *exprast.MapNode:
		return l.record(n)
	}
	return l.refuse(fmt.Sprintf("%T in an expression", n))
}

func (l *lowerer) all(nodes ...exprast.Node) []*column.Expr {
	out := make([]*column.Expr, len(nodes))
	for i, n := range nodes {
		out[i] = l.node(n)
	}
	return out
}

// ref is a name; nil for a function, whose call says what it is, and for a
// field, whose record is lowered with it.
func (l *lowerer) ref(n exprast.Node, ref check.Ref) *column.Expr {
	switch ref.Kind {
	case check.RefColumn:
		return &column.Expr{Op: "col", Name: ref.Name, Type: l.typ(n)}
	case check.RefUnit:
		t := column.Type{Kind: column.Float}
		if _, ok := ref.Value.(int64); ok {
			if t = l.typ(n); t.Kind == column.Invalid {
				t.Kind = column.Int
			}
		}
		return constant(ref.Value, t)
	case check.RefParam, check.RefNode, check.RefAnswer:
		if e, ok := l.names(ref.Name); ok {
			return e
		}
		return l.refuse("the name " + ref.Name + " here")
	}
	return nil
}

func (l *lowerer) unary(n *exprast.UnaryNode) *column.Expr {
	arg := l.node(n.Node)
	switch n.Operator {
	case "-":
		if arg.Op == "const" {
			switch x := arg.Value.(type) {
			case int64:
				return constant(-x, arg.Type)
			case float64:
				return constant(-x, arg.Type)
			}
		}
		return &column.Expr{Op: "neg", Type: arg.Type, Args: []*column.Expr{arg}}
	case "not", "!":
		return &column.Expr{Op: "not", Type: column.Type{Kind: column.Bool, Nullable: arg.Type.Nullable}, Args: []*column.Expr{arg}}
	}
	return arg // +x
}

// operators of expr in the words of column.Expr.
var operators = map[string]string{"&&": "and", "||": "or", "^": "**"}

func (l *lowerer) binary(n *exprast.BinaryNode) *column.Expr {
	op := n.Operator
	if word, ok := operators[op]; ok {
		op = word
	}
	args := l.all(n.Left, n.Right)
	switch op {
	case "contains", "startsWith", "endsWith", "matches":
		return folded(&column.Expr{Op: "call", Name: op, Type: column.Type{Kind: column.Bool}, Args: args})
	case "==", "!=", "<", "<=", ">", ">=", "in", "and", "or", "??", "+", "-", "*", "/", "%", "**":
		return folded(&column.Expr{Op: op, Type: l.typ(n), Args: args})
	}
	return l.refuse("the operator " + op)
}

// list of expressions; of constants a constant, so that `in` can hash it.
func list(args []*column.Expr, t column.Type) *column.Expr {
	values := make([]column.Value, len(args))
	for i, a := range args {
		if a.Op != "const" {
			return &column.Expr{Op: "list", Type: t, Args: args}
		}
		values[i] = a.Value
		if t.Elem != nil {
			values[i] = canonical(a.Value, *t.Elem)
		}
	}
	return constant(values, t)
}

// member is a field of a record or an item of a list.
func (l *lowerer) member(n *exprast.MemberNode) *column.Expr {
	of := l.node(n.Node)
	if name, ok := n.Property.(*exprast.StringNode); ok && of.Type.Kind != column.List {
		return &column.Expr{Op: "field", Name: name.Value, Type: l.typ(n), Args: []*column.Expr{of}}
	}
	return &column.Expr{Op: "index", Type: l.typ(n), Args: []*column.Expr{of, l.node(n.Property)}}
}

// call of a built-in function; those of the moment get it as last argument.
func (l *lowerer) call(n exprast.Node, name string, args []exprast.Node) *column.Expr {
	f, ok := sig.Function(name)
	if !ok {
		return l.refuse("the function " + name)
	}
	moment := &column.Expr{Op: "param", Name: Moment, Type: column.Type{Kind: column.Time}}
	if name == "now" {
		return moment
	}
	out := l.all(args...)
	if f.Moment {
		out = append(out, moment)
	}
	return folded(&column.Expr{Op: "call", Name: name, Type: l.typ(n), Args: out})
}

// isClosure tells whether a function goes over a list with an expression.
func isClosure(n *exprast.BuiltinNode) bool {
	if len(n.Arguments) < 2 {
		return false
	}
	_, ok := n.Arguments[1].(*exprast.PredicateNode)
	return ok
}

// over is a function that goes over a list with an expression.
func (l *lowerer) over(n *exprast.BuiltinNode) *column.Expr {
	e := &column.Expr{Op: "over", Name: n.Name, Type: l.typ(n)}
	for i, a := range n.Arguments {
		if p, ok := a.(*exprast.PredicateNode); ok {
			e.Args = append(e.Args, l.node(p.Node))
			continue
		}
		if dir, ok := a.(*exprast.StringNode); ok && n.Name == "sortBy" && i == 2 {
			if dir.Value == "desc" {
				e.Name = "sortByDesc"
			}
			continue
		}
		e.Args = append(e.Args, l.node(a))
	}
	return e
}

// end of a slice; null where it is not said.
func (l *lowerer) end(n exprast.Node) *column.Expr {
	if n == nil {
		return null()
	}
	return l.node(n)
}

// record made of its fields, in the order of its type.
func (l *lowerer) record(n *exprast.MapNode) *column.Expr {
	e := &column.Expr{Op: "record", Type: l.typ(n)}
	values := map[string]*column.Expr{}
	for _, p := range n.Pairs {
		pair, ok := p.(*exprast.PairNode)
		if !ok {
			continue
		}
		if key, ok := pair.Key.(*exprast.StringNode); ok {
			values[key.Value] = l.node(pair.Value)
		}
	}
	for _, f := range e.Type.Fields {
		v, ok := values[f.Name]
		if !ok {
			return l.refuse("a record whose fields are not constants")
		}
		e.Args = append(e.Args, v)
	}
	return e
}
