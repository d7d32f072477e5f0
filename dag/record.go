package dag

import (
	"slices"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/sig"
)

// part of a bundle.
type part struct {
	of   int
	name string
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
