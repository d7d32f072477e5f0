package dag

import (
	"slices"

	exprast "github.com/expr-lang/expr/ast"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
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

// part of a bundle.
type part struct {
	of   int
	name string
}

func scalarOf(e *column.Expr) *binding { return &binding{expr: e} }

// node that a binding stands for, if it is one.
func (b *binding) node() (int, bool) { return b.id, b.is == meansSet || b.is == meansBundle }

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

// local is a binding of another graph as this one has it: sets are captured.
// Bundles and records are when a part of them is asked for, values when an
// expression that reads them becomes a node.
func (x *expander) local(b *binding, from *expander) *binding {
	if b == nil || from == x || b.x == x || b.is != meansSet && b.is != meansList {
		return b
	}
	out := *b
	out.x = x
	if b.is == meansSet {
		out.id = x.capture(b.x, b.id)
		return &out
	}
	out.ids = make([]int, len(b.ids))
	for i, id := range b.ids {
		out.ids[i] = x.capture(b.x, id)
	}
	return &out
}

// capture makes a node of a graph around this one an input of it.
func (x *expander) capture(from *expander, id int) int {
	if from == x {
		return id
	}
	outer := x.outer.capture(from, id)
	n := x.outer.graph.Nodes[outer]
	if have, ok := x.nodes[n.Name]; ok {
		return have
	}
	in := &Node{Name: n.Name, Op: "input", Shape: n.Shape, Type: n.Type, Pos: n.Pos, Fallback: -1,
		Columns: slices.Clone(n.fields), Parts: slices.Clone(n.Parts)}
	return x.entered(in, n.Name, outer)
}

// input is the node for a variable or a parameter of a body.
func (x *expander) input(name, node string, shape Shape, t sig.Type, at Pos) int {
	in := &Node{Name: node, Op: "input", Shape: shape, Pos: at, Fallback: -1}
	switch shape {
	case ValueShape:
		in.Type = columnType(t)
	case BundleShape:
		in.Parts = partsOf(t)
	default:
		in.Columns = columnsOf(t)
	}
	return x.entered(in, name, -1)
}

func (x *expander) entered(n *Node, name string, from int) int {
	id := x.add(&scope{}, n)
	x.graph.Inputs = append(x.graph.Inputs, Input{Name: name, Node: id, From: from})
	return id
}

// find a node that an expression calls by name, here or around; -1 when it is
// none, but a parameter.
func (x *expander) find(name string) int {
	if id, ok := x.nodes[name]; ok {
		return id
	}
	if x.outer == nil {
		return -1
	}
	id := x.outer.find(name)
	if id < 0 {
		return -1
	}
	return x.capture(x.outer, id)
}

// partsOf a record that holds sets.
func partsOf(t sig.Type) []Part {
	out := make([]Part, len(t.Fields))
	for i, f := range t.Fields {
		out[i] = Part{Name: f.Name, Shape: shapeOf(f.Type), Node: -1}
		if out[i].Shape == ValueShape {
			out[i].Type = columnType(f.Type)
		} else {
			out[i].Columns = columnsOf(f.Type)
			out[i].fields = out[i].Columns
		}
	}
	return out
}

// fieldNames of a record or bundle, in order.
func (x *expander) fieldNames(b *binding) []string {
	var out []string
	for _, f := range b.fields {
		out = append(out, f.name)
	}
	if b.is == meansBundle {
		for _, p := range b.x.graph.Nodes[b.id].Parts {
			out = append(out, p.Name)
		}
	}
	return out
}

// field of a record or bundle; nil when it has none of that name. A part of a
// bundle becomes a node.
func (x *expander) field(b *binding, name string) *binding {
	if b.is == meansRecord {
		for _, f := range b.fields {
			if f.name == name {
				return x.local(f.is, b.x)
			}
		}
		return nil
	}
	if b.is != meansBundle {
		return nil
	}
	of := b.x
	key := part{b.id, name}
	id, ok := of.parts[key]
	if !ok {
		bundle := of.graph.Nodes[b.id]
		i := slices.IndexFunc(bundle.Parts, func(p Part) bool { return p.Name == name })
		if i < 0 {
			return nil
		}
		p := bundle.Parts[i]
		id = of.add(&scope{}, &Node{Name: of.unique(bundle.Name + "." + name), Op: "part", Shape: p.Shape, Type: p.Type, Columns: slices.Clone(p.Columns),
			Inputs: []int{b.id}, Args: []Arg{{Name: "name", Kind: sig.Word, Words: []string{name}}}, Pos: bundle.Pos, Fallback: -1})
		of.parts[key] = id
	}
	return x.local(of.bound(id), of)
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
			if ref, ok := facts.Refs[n]; ok && ref.Kind != check.RefParam && ref.Kind != check.RefNode {
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

func (x *expander) holdsSets(b *binding) bool {
	for _, f := range b.fields {
		if f.is.is != meansExpr && (f.is.is != meansRecord || x.holdsSets(f.is)) {
			return true
		}
	}
	return false
}

// asBundle is a node that holds the fields of a record as parts.
func (x *expander) asBundle(s *scope, got *binding, v ast.Value, name string) int {
	n := &Node{Op: "record", Shape: BundleShape, Pos: x.pos(v.Span()), Fallback: -1}
	for _, f := range x.fieldNames(got) {
		n.hold(f, x.graph.Nodes[x.asNode(s, x.field(got, f), v, name+"."+f)])
	}
	n.Name = x.unique(s.prefix + name)
	return x.add(s, n)
}

// like is a node with parts of the names and shapes given, in their order: what
// takes the place of one another is alike.
func (x *expander) like(s *scope, parts []Part, got *binding, v ast.Value, name string) int {
	same := func(name string, p Part) bool { return name == p.Name }
	if got.is == meansBundle && slices.EqualFunc(x.fieldNames(got), parts, same) {
		return x.capture(got.x, got.id)
	}
	n := &Node{Op: "record", Shape: BundleShape, Pos: x.pos(v.Span()), Fallback: -1}
	x.gather(s, n, parts, got, v, name)
	n.Name = x.unique(s.prefix + name)
	return x.add(s, n)
}

// gather makes the fields of a record or bundle the parts of a node; of nil
// every part is empty.
func (x *expander) gather(s *scope, n *Node, parts []Part, got *binding, v ast.Value, name string) {
	n.Parts = nil
	for _, p := range parts {
		field := x.field(got, p.Name)
		if field == nil {
			field = scalarOf(null())
		}
		id := x.shaped(s, &Node{Shape: p.Shape, Type: p.Type}, field, v, name+"."+p.Name)
		n.hold(p.Name, x.graph.Nodes[id])
	}
}

// hold what another node gives as a part.
func (n *Node) hold(name string, of *Node) {
	n.Parts = append(n.Parts, Part{Name: name, Shape: of.Shape, Type: of.Type, Columns: slices.Clone(of.fields), Node: of.ID, fields: of.fields})
	if !slices.Contains(n.Inputs, of.ID) {
		n.Inputs = append(n.Inputs, of.ID)
	}
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
