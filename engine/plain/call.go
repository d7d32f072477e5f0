package plain

import (
	"context"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// Call is one node in one request. The rows are its own.
type Call struct {
	Node  *dag.Node
	Sets  [][]Row      // by Node.Inputs, lists of sets among them spread
	Names []string     // what policies call them by; "" of those of a list
	First []dag.Column // the columns of the first set, with those the node reads
	From  []string     // the sources of the graph, in its order
	Down  float64      // how far the knobs are turned down, 0 to 1
	View  func(resource string) (*index.View, error)
	// Eval computes an expression of the node; row gives its columns.
	Eval func(e *column.Expr, row func(string) column.Value) column.Value
	// Ask a model about rows, an answer for each.
	Ask func(m *dag.Model, rows []Row) ([]column.Value, error)
}

// Out is what a node gives: rows, or a value.
type Out struct {
	Set   []Row
	Value column.Value
}

// MaxCount bounds what one node may be asked for.
const MaxCount = 1 << 20

// Background is the context of the reference: it has all the time there is.
var Background = context.Background()

// Nothing is a row without columns.
func Nothing(string) column.Value { return nil }

// Set is an answer of rows.
func Set(rows []Row) (Out, error) { return Out{Set: rows}, nil }

// Has tells whether an argument is there.
func (c *Call) Has(name string) bool { return c.Node.Arg(name) != nil }

// Expr of an argument; nil when not given.
func (c *Call) Expr(name string) *column.Expr {
	if a := c.Node.Arg(name); a != nil {
		return a.Expr
	}
	return nil
}

// Value of an argument that is computed once; nil when not given.
func (c *Call) Value(name string) column.Value {
	if e := c.Expr(name); e != nil {
		return c.Eval(e, Nothing)
	}
	return nil
}

// Number of an argument, as a float; def when it is not given or nil.
func (c *Call) Number(name string, def float64) float64 {
	if f := AsScore(c.Value(name)); f == f {
		return f
	}
	return def
}

// Count is an int argument, a knob where it is turned to, never below 0; def when it
// is not given or nil.
func (c *Call) Count(name string, def int) int {
	a := c.Node.Arg(name)
	if a == nil {
		return def
	}
	if a.Knob != nil {
		return int(a.Knob.At(c.Down))
	}
	if v, ok := c.Value(name).(int64); ok {
		return int(max(0, min(v, MaxCount)))
	}
	return def
}

// Word of a word or column argument; "" when not given.
func (c *Call) Word(name string) string {
	if w := c.Words(name); len(w) > 0 {
		return w[0]
	}
	return ""
}

// Words of an argument of columns.
func (c *Call) Words(name string) []string {
	if a := c.Node.Arg(name); a != nil {
		return a.Words
	}
	return nil
}

// Of an argument what it is for a row; nil when it is not given.
func (c *Call) Of(name string, row Row) column.Value {
	if e := c.Expr(name); e != nil {
		return c.Eval(e, row.Get)
	}
	return nil
}

// Type of a column of the first set.
func (c *Call) Type(name string) column.Type {
	switch name {
	case "_score":
		return column.Type{Kind: column.Float}
	case "_from":
		return column.Type{Kind: column.List, Elem: &column.Type{Kind: column.String}}
	case "_resource":
		return column.Type{Kind: column.String}
	}
	for _, col := range c.First {
		if col.Name == name {
			return col.Type
		}
	}
	return column.Type{}
}

// Sources are names in the graph's order, each once.
func (c *Call) Sources(from []string) []string {
	var out []string
	for _, name := range c.From {
		if slices.Contains(from, name) {
			out = append(out, name)
		}
	}
	return out
}

// Rows of hits, with all fields of their resource.
func (c *Call) Rows(v *index.View, hits index.Hits) ([]Row, error) {
	out := make([]Row, hits.Len())
	for i, ref := range hits.Docs {
		out[i] = Row{Resource: c.Node.Resource, Key: v.Key(ref), Score: hits.Scores[i], From: []string{c.Node.Name}, Cols: map[string]column.Value{}}
	}
	for _, f := range v.Schema().Fields {
		cols, err := v.Fetch(Background, hits, []string{f.Name})
		if err != nil {
			return nil, err
		}
		for i := range out {
			out[i].Cols[f.Name] = cols[0].Row(i)
		}
	}
	return out, nil
}
