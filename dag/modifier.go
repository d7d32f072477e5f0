package dag

import (
	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// modifiers of a statement, a block or an arm.
func (x *expander) modifiers(s *scope, n *Node, mods []*ast.Modifier, name string) {
	for _, m := range mods {
		if m == nil {
			continue
		}
		switch m.Word {
		case "optional":
			n.Optional = true
		case "gain":
			n.Gain = gain(m)
		case "timeout":
			n.Timeout = whole(m.Value)
		case "hedge":
			n.Hedge = whole(m.Value)
		case "retry":
			n.Retry = int(whole(m.Value))
		case "cache":
			n.Cache = &Cache{For: whole(m.Value)}
			if m.By != nil {
				n.Cache.By = x.scalar(s, m.By, name+".key")
			}
		case "when":
			n.When = x.scalar(s, m.Value, name)
		case "fallback":
			n.Fallback = x.fallback(s, n, m.Value, name)
		}
	}
}

// whole is a constant int or duration; 0 of anything else.
func whole(v ast.Value) int64 {
	c, _, _ := check.ConstOf(v)
	n, _ := c.(int64)
	return n
}

// fallback expands the value a failed node takes.
func (x *expander) fallback(s *scope, n *Node, v ast.Value, name string) int {
	name += ".fallback"
	if e, ok := v.(*ast.Expr); ok {
		if _, isNil := e.Tree.(*exprast.NilNode); isNil && (n.Shape == SetShape || n.Shape == SetsShape) {
			return x.empty(s, v, name, n.Shape)
		}
	}
	return x.shaped(s, n, x.value(s, v, name, nil), v, name)
}

// shaped is a node of the shape of n that holds a value.
func (x *expander) shaped(s *scope, n *Node, got *binding, v ast.Value, name string) int {
	switch n.Shape {
	case SetShape:
		if got.isConst() {
			return x.empty(s, v, name, SetShape)
		}
		return x.asSet(s, got, v)
	case SetsShape:
		return x.asSets(s, got, v, name)
	case BundleShape:
		return x.like(s, n.Parts, got, v, name)
	}
	if got.isConst() && got.expr.Value == nil && got.expr.Type.Kind == column.Invalid { // nil has the type of what it stands in for
		return x.exprNode(s, constant(nil, n.Type.Null()), v, name)
	}
	if got.is == meansExpr && got.expr.Type.Kind == column.Int && n.Type.Kind == column.Float {
		return x.exprNode(s, widened(got.expr), v, name)
	}
	return x.asNode(s, got, v, name)
}

// widened is an int as the float it is.
func widened(e *column.Expr) *column.Expr {
	t := column.Type{Kind: column.Float, Nullable: e.Type.Nullable}
	return folded(&column.Expr{Op: "+", Type: t, Args: []*column.Expr{e, constant(0.0, column.Type{Kind: column.Float})}})
}

// gives makes a node hold what a type says.
func (n *Node) gives(t sig.Type) {
	switch n.Shape = shapeOf(t); n.Shape {
	case ValueShape:
		n.Type = columnType(t)
	case BundleShape:
		n.Parts = partsOf(t)
	default:
		n.Columns = columnsOf(t)
	}
}

// gives is Node.gives; nodes whose types share their fields share their columns.
func (r *root) gives(n *Node, t sig.Type) {
	if t.Kind != sig.Items || len(t.Fields) == 0 {
		n.gives(t)
		return
	}
	n.Shape = SetShape
	cols, ok := r.columns[&t.Fields[0]]
	if !ok || len(cols) != len(t.Fields) {
		cols = columnsOf(t)
		r.columns[&t.Fields[0]] = cols
	}
	n.Columns = cols
}

func gain(m *ast.Modifier) *Gain {
	g := &Gain{}
	g.Lo, g.Hi, g.Ranged = amount(m.Value)
	for _, t := range m.Tiers {
		lo, hi, _ := amount(t.Value)
		g.Tiers = append(g.Tiers, TierGain{t.Tier.Text, lo, hi})
	}
	return g
}

// amount is a number or range of numbers.
func amount(v ast.Value) (lo, hi float64, ranged bool) {
	number := func(v ast.Value) float64 {
		c, _, _ := check.ConstOf(v)
		f, _ := canonical(c, column.Type{Kind: column.Float}).(float64)
		return f
	}
	if r, ok := v.(*ast.RangeLit); ok {
		return number(r.Lo), number(r.Hi), true
	}
	f := number(v)
	return f, f, false
}
