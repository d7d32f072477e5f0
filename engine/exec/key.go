package exec

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"math"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// key of what a node gives: by its `by`, or by all it reads.
func (r *run) key(id int32) (cacheKey, error) {
	c, n := &r.calls[id], r.plan.nodes[id].Node
	d := digest{sha256.New()}
	if by := n.Cache.By; by != nil {
		v, err := column.EvalRow(by, noRow, c.Param)
		if err != nil {
			return cacheKey{}, fmt.Errorf("cache by: %w", err)
		}
		d.value(v)
	} else {
		for _, v := range c.Values {
			d.value(v)
		}
		for _, b := range c.Sets {
			d.set(b)
		}
		for i := range c.Ins {
			d.out(&c.Ins[i])
		}
		for i := range c.Given {
			d.out(&c.Given[i])
		}
		for _, name := range r.plan.nodes[id].reads {
			d.value(r.value(name))
		}
	}
	key := cacheKey{node: n}
	d.Sum(key.sum[:0])
	return key, nil
}

// reads are the parameters a node's expressions use, the moment among them;
// those of its bodies too.
func reads(n *dag.Node) []string {
	var out []string
	one := func(n *dag.Node) {
		exprs(n, func(e *column.Expr) {
			for _, name := range e.Params() {
				if !slices.Contains(out, name) && !slices.ContainsFunc(n.Reads, func(r dag.Read) bool { return r.Param == name }) {
					out = append(out, name)
				}
			}
		})
		if n.Op == "recur" && !slices.Contains(out, dag.Moment) {
			out = append(out, dag.Moment) // its graph may use it
		}
	}
	one(n)
	for _, g := range n.Inner() {
		g.Walk(func(_ *dag.Graph, n *dag.Node) { one(n) })
	}
	return out
}

// exprs visits the expressions a node's answer depends on.
func exprs(n *dag.Node, visit func(*column.Expr)) {
	bindings := func(list []dag.Binding) {
		for _, b := range list {
			if b.Expr != nil {
				visit(b.Expr)
			}
			if b.Model != nil {
				for _, a := range b.Model.Args {
					visit(a.Expr)
				}
			}
		}
	}
	for i := range n.Args {
		a := &n.Args[i]
		if a.Expr != nil {
			visit(a.Expr)
		}
		bindings(a.Bindings)
		if a.Model != nil {
			bindings(a.Model.Args)
		}
	}
	for _, b := range n.Branches {
		if b.When != nil {
			visit(b.When)
		}
	}
	if n.When != nil {
		visit(n.When)
	}
	if n.Loop != nil && n.Loop.While != nil {
		visit(n.Loop.While)
	}
}

// digest of values: equal ones give equal bytes, others do not.
type digest struct{ hash.Hash }

func (d digest) tag(kind byte, n uint64) {
	var b [9]byte
	b[0] = kind
	binary.LittleEndian.PutUint64(b[1:], n)
	_, _ = d.Write(b[:]) // a hash never fails
}

func (d digest) text(s string) {
	d.tag('s', uint64(len(s)))
	_, _ = d.Write([]byte(s))
}

func (d digest) value(v column.Value) {
	switch x := v.(type) {
	case nil:
		d.tag('0', 0)
	case int64:
		d.tag('i', uint64(x))
	case float64:
		d.tag('f', math.Float64bits(x))
	case bool:
		if x {
			d.tag('b', 1)
		} else {
			d.tag('b', 0)
		}
	case string:
		d.text(x)
	case []float32:
		d.tag('v', uint64(len(x)))
		for _, f := range x {
			d.tag('f', uint64(math.Float32bits(f)))
		}
	case []column.Value:
		d.tag('l', uint64(len(x)))
		for _, e := range x {
			d.value(e)
		}
	case map[string]column.Value:
		names := make([]string, 0, len(x))
		for name := range x {
			names = append(names, name)
		}
		slices.Sort(names)
		d.tag('r', uint64(len(x)))
		for _, name := range names {
			d.text(name)
			d.value(x[name])
		}
	default:
		d.text(fmt.Sprintf("%T %v", v, v))
	}
}

func (d digest) out(o *op.Out) {
	list := o.Many()
	switch {
	case o.Set != nil:
		d.set(o.Set)
	case list != nil:
		d.tag('m', uint64(len(list)))
		for i := range list {
			d.out(&list[i])
		}
	default:
		d.value(o.Value)
	}
}

// set by its items, scores, sources and the columns that were computed.
func (d digest) set(b *batch.Batch) {
	if b == nil {
		d.tag('n', 0)
		return
	}
	d.tag('S', uint64(b.Len()))
	for i, id := range b.IDs {
		d.tag('i', uint64(id))
		d.tag('f', math.Float64bits(b.Score[i]))
	}
	for _, bits := range b.From {
		d.tag('w', bits)
	}
	for _, col := range b.Cols {
		d.text(col.Name)
		for i := range col.Column.Len {
			if col.Column.IsNull(i) {
				d.tag('0', 0)
				continue
			}
			d.value(col.Column.Row(i))
		}
	}
}

// weigh is about how many bytes an answer takes.
func weigh(o *op.Out) int {
	n := 64 + weighValue(o.Value)
	if o.Set != nil {
		n += 16*o.Set.Len() + 8*len(o.Set.From)
		for _, c := range o.Set.Cols {
			n += weighColumn(c.Column)
		}
	}
	for _, e := range o.Many() {
		n += weigh(&e)
	}
	return n
}

func weighColumn(c *column.Column) int {
	if c == nil {
		return 0
	}
	n := 128 + 8*(len(c.Ints)+len(c.Floats)+len(c.Nulls)) + len(c.Bools) + 4*(len(c.Codes)+len(c.Vecs)+len(c.Ends)) + weighColumn(c.Elems)
	if c.Dict != nil {
		words := c.Dict.Words
		if len(words) > len(c.Codes) {
			words = words[:len(c.Codes)] // shared with others
		}
		for _, w := range words {
			n += 16 + len(w)
		}
	}
	for _, v := range c.Any {
		n += weighValue(v)
	}
	return n
}

func weighValue(v column.Value) int {
	switch x := v.(type) {
	case string:
		return 16 + len(x)
	case []float32:
		return 24 + 4*len(x)
	case []column.Value:
		n := 24
		for _, e := range x {
			n += 16 + weighValue(e)
		}
		return n
	case map[string]column.Value:
		n := 48
		for k, e := range x {
			n += 48 + len(k) + weighValue(e)
		}
		return n
	}
	return 8
}
