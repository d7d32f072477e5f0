package dag

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"riffle.dev/riffle/dsl/ast"
	"riffle.dev/riffle/dsl/check"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/internal/column"
	"riffle.dev/riffle/internal/plural"
)

// Literals are the items of the sets of one type that stand in the text: they
// are as of a resource that has the name of the type. A key written twice is
// one item.
type Literals struct {
	Type string
	Keys []string // in order of appearance, each once
}

// Literal tells whether a node is a source whose items stand in the text.
func (n *Node) Literal() bool {
	return n.Desc != nil && n.Desc.Source && slices.ContainsFunc(n.Args, func(a Arg) bool { return a.Kind == sig.Records })
}

// writes notes the keys of a node's records.
func (g *Graph) writes(n *Node) {
	at := slices.IndexFunc(g.Literals, func(w Literals) bool { return w.Type == n.Resource })
	if at < 0 {
		at = len(g.Literals)
		g.Literals = append(g.Literals, Literals{Type: n.Resource})
	}
	for _, key := range n.LiteralKeys() {
		if !slices.Contains(g.Literals[at].Keys, key) {
			g.Literals[at].Keys = append(g.Literals[at].Keys, key)
		}
	}
}

// LiteralRecords are the constants of a source whose items stand in the text.
func (n *Node) LiteralRecords() []column.Value {
	for i := range n.Args {
		if a := &n.Args[i]; a.Kind == sig.Records && a.Expr != nil {
			list, _ := a.Expr.Value.([]column.Value)
			return list
		}
	}
	return nil
}

// LiteralKeys are the keys of those, by record.
func (n *Node) LiteralKeys() []string {
	if len(n.fields) == 0 {
		return nil
	}
	var out []string
	for _, r := range n.LiteralRecords() {
		rec, _ := r.(map[string]column.Value)
		key, _ := rec[n.fields[0].Name].(string)
		out = append(out, key)
	}
	return out
}

// Names are what codes of _resource mean: the resources, then the types whose
// items stand in the text.
func (g *Graph) Names() []string {
	out := slices.Clone(g.Resources)
	for _, w := range g.Literals {
		out = append(out, w.Type)
	}
	return out
}

// maxLiteralKey is how many bytes a key of an item in the text has at most, as
// those of resources.
const maxLiteralKey = 512

// records of an argument as one constant.
func (x *expander) records(n *Node, a check.Bound) *column.Expr {
	var elem column.Type
	for _, c := range n.Columns {
		elem.Fields = append(elem.Fields, column.Field{Name: c.Name, Type: c.Type})
	}
	elem.Kind = column.Record
	list := []column.Value{}
	l, _ := a.Value.(*ast.List)
	if l == nil {
		return null()
	}
	for _, e := range l.Elems {
		v, _, ok := check.ConstOf(e)
		if !ok {
			x.unsupported(e.Span(), "this value")
			continue
		}
		record, _ := canonical(v, elem).(map[string]column.Value)
		if key, _ := record[n.Columns[0].Name].(string); key == "" || len(key) > maxLiteralKey || !utf8.ValidString(key) {
			x.report(e.Span(), "E0401", fmt.Sprintf("%s is the key of the item: this one has %s", n.Columns[0].Name, plural.Of(len(key), "byte")), fmt.Sprintf("a key is UTF-8 of 1 to %d bytes", maxLiteralKey))
		}
		list = append(list, record)
	}
	return constant(list, column.Type{Kind: column.List, Elem: &elem})
}

// joinedBy is the column by which a uniting node takes items for one another;
// "" where an item is its resource and key.
func (n *Node) joinedBy() string {
	if n.Desc == nil || !n.Desc.Unites {
		return ""
	}
	if a := n.Arg("by"); a != nil && a.Kind == sig.Column && len(a.Words) > 0 {
		return a.Words[0]
	}
	return ""
}
