package dag

import (
	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/internal/column"
)

// means says what kind of thing a name means.
type means uint8

const (
	meansExpr   means = iota // a value: expr
	meansSet                 // the set of node id
	meansList                // the sets of the nodes ids, lists among them spread
	meansBundle              // the parts of node id
	meansRecord              // fields, each with a meaning of its own
)

// binding is what a name, or a value written out, means. Nodes are those of x.
type binding struct {
	is      means
	x       *expander
	expr    *column.Expr
	id      int
	ids     []int
	names   []string // of a list: what policies call the sets by
	fields  []bindField
	pending bool
}

type bindField struct {
	name string
	is   *binding
}

func scalarOf(e *column.Expr) *binding { return &binding{expr: e} }

func (b *binding) isRecord() bool { return b.is == meansBundle || b.is == meansRecord }

// isConst tells of nil, of [] and of other constants.
func (b *binding) isConst() bool { return b.is == meansExpr && b.expr.Op == "const" }

// bound is what a node gives as a name's meaning.
func (x *expander) bound(id int) *binding {
	n := x.graph.Nodes[id]
	switch n.Shape {
	case SetShape:
		return &binding{is: meansSet, x: x, id: id}
	case SetsShape:
		return &binding{is: meansList, x: x, ids: []int{id}, names: []string{n.Name}}
	case BundleShape:
		return &binding{is: meansBundle, x: x, id: id}
	}
	return &binding{x: x, expr: &column.Expr{Op: "param", Name: n.Name, Type: n.Type}}
}

// reference is what a value means that is nothing but a name, or a name and
// the fields of records that are no values; nil when it is anything else.
func (x *expander) reference(s *scope, v ast.Value) *binding {
	e, ok := v.(*ast.Expr)
	if !ok {
		return nil
	}
	return x.path(s, e, e.Tree)
}

func (x *expander) path(s *scope, e *ast.Expr, n exprast.Node) *binding {
	switch n := n.(type) {
	case *exprast.ChainNode:
		return x.path(s, e, n.Node)
	case *exprast.IdentifierNode:
		if facts := x.info.Exprs[e]; facts != nil {
			if ref, ok := facts.RefOf(n); ok && ref.Kind != check.RefParam && ref.Kind != check.RefNode {
				return nil // a column of that name
			}
		}
		if e.Unit[n.Value] == nil {
			return x.name(s, n.Value)
		}
	case *exprast.MemberNode:
		if name, ok := n.Property.(*exprast.StringNode); ok {
			if of := x.path(s, e, n.Node); of != nil && of.isRecord() {
				return x.field(of, name.Value)
			}
		}
	}
	return nil
}

// bareName is a value that is nothing but a name.
func bareName(v ast.Value) (string, bool) {
	e, ok := v.(*ast.Expr)
	if !ok {
		return "", false
	}
	id, ok := e.Tree.(*exprast.IdentifierNode)
	if !ok || e.Unit[id.Value] != nil {
		return "", false
	}
	return id.Value, true
}
