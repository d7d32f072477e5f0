package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
)

// asSet wants a set where the checker promised one.
func (x *expander) asSet(s *scope, got *binding, v ast.Value) int {
	switch {
	case got.is == meansSet:
		return got.id
	case !got.isConst() && (got.is != meansList || len(got.ids) > 0):
		x.unsupported(v.Span(), "a set made by an expression")
	}
	return x.empty(s, v, "empty", SetShape)
}

// asSets is a node that holds a list of sets.
func (x *expander) asSets(s *scope, got *binding, v ast.Value, name string) int {
	switch {
	case got.is == meansList && len(got.ids) == 1 && x.graph.Nodes[got.ids[0]].Shape == SetsShape:
		return got.ids[0]
	case got.is == meansList:
		n := &Node{Name: x.unique(s.prefix + name), Op: "list", Shape: SetsShape, Pos: x.pos(v.Span()), Fallback: -1}
		for i, id := range got.ids {
			n.Inputs = append(n.Inputs, id)
			if cols := x.graph.Nodes[id].fields; i == 0 {
				n.Columns = slices.Clone(cols)
			} else {
				n.Columns = uniteColumns(n.Columns, cols)
				for k := range n.Columns {
					if !slices.ContainsFunc(cols, func(c Column) bool { return c.Name == n.Columns[k].Name }) {
						n.Columns[k].Type.Nullable = true
					}
				}
			}
		}
		return x.add(s, n)
	case !got.isConst():
		x.unsupported(v.Span(), "a list of sets made by an expression")
	}
	return x.empty(s, v, name, SetsShape)
}

// empty is the node for `[]` and nil where a set or a list of sets is wanted.
func (x *expander) empty(s *scope, v ast.Value, name string, shape Shape) int {
	return x.add(s, &Node{Name: x.unique(s.prefix + name), Op: "empty", Shape: shape, Pos: x.pos(v.Span()), Fallback: -1})
}

// asNode is a node that holds what a value means.
func (x *expander) asNode(s *scope, got *binding, v ast.Value, name string) int {
	switch got.is {
	case meansSet:
		return got.id
	case meansList:
		return x.asSets(s, got, v, name)
	case meansBundle:
		return x.capture(got.x, got.id)
	case meansRecord:
		if x.holdsSets(got) {
			return x.asBundle(s, got, v, name)
		}
	}
	e := x.asExpr(s, got, v)
	if e.Op == "param" {
		if id := x.find(e.Name); id >= 0 && x.graph.Nodes[id].Shape == ValueShape {
			return id
		}
	}
	return x.exprNode(s, e, v, name)
}

// asExpr is what a name means within an expression: a set is the list of its
// items.
func (x *expander) asExpr(s *scope, got *binding, v ast.Value) *column.Expr {
	switch got.is {
	case meansExpr:
		return got.expr
	case meansSet, meansList:
		id := got.id
		if got.is == meansList {
			id = x.asSets(s, got, v, "list")
		}
		return &column.Expr{Op: "param", Name: x.graph.Nodes[id].Name, Type: x.valueType(id)}
	}
	rec := &column.Expr{Op: "record", Type: column.Type{Kind: column.Record}}
	for _, f := range x.fieldNames(got) {
		e := x.asExpr(s, x.field(got, f), v)
		rec.Args = append(rec.Args, e)
		rec.Type.Fields = append(rec.Type.Fields, column.Field{Name: f, Type: e.Type})
	}
	return folded(rec)
}

// exprNode computes a value.
func (x *expander) exprNode(s *scope, e *column.Expr, v ast.Value, name string) int {
	return x.add(s, &Node{Name: x.unique(s.prefix + name), Op: "expr", Shape: ValueShape, Type: e.Type, Pos: x.pos(v.Span()), Fallback: -1,
		Args: []Arg{{Name: "value", Kind: sig.Scalar, Expr: e}}})
}

// valueType is the type of a node's value; of a set the list of its records.
func (x *expander) valueType(id int) column.Type {
	n := x.graph.Nodes[id]
	switch n.Shape {
	case ValueShape:
		return n.Type
	case BundleShape:
		out := column.Type{Kind: column.Record}
		for _, p := range n.Parts {
			out.Fields = append(out.Fields, column.Field{Name: p.Name, Type: p.valueType()})
		}
		return out
	case SetsShape:
		set := itemsType(n.fields)
		return column.Type{Kind: column.List, Elem: &set}
	}
	return itemsType(n.fields)
}

func (p *Part) valueType() column.Type {
	switch p.Shape {
	case ValueShape:
		return p.Type
	case SetsShape:
		set := itemsType(p.fields)
		return column.Type{Kind: column.List, Elem: &set}
	}
	return itemsType(p.fields)
}

// itemsType is a set as the list of its items.
func itemsType(cols []Column) column.Type {
	rec := column.Type{Kind: column.Record}
	for _, c := range cols {
		rec.Fields = append(rec.Fields, column.Field{Name: c.Name, Type: c.Type})
	}
	return column.Type{Kind: column.List, Elem: &rec}
}
