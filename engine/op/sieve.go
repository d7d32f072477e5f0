package op

import (
	"context"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// sieve is a filter that reads nothing but what its items are in their resource:
// the condition is tested there, and no column is fetched. What it asks of the key
// alone, it asks of the items themselves.
type sieve struct {
	whole *column.Program
	key   string // the column that tests read; "" where there are none
	tests []keyTest
	rest  *column.Program // what else there is; nil: nothing
}

// keyTest keeps the items whose key is in a list, or those whose key is not.
type keyTest struct {
	list *column.Expr // reads no column
	one  bool         // it is one key, or null
	in   bool
}

// newSieve of a filter; nil where it must carry what it reads, or reads what its
// items have with them.
func newSieve(n *dag.Node, program *column.Program) *sieve {
	at := slices.IndexFunc(n.Args, func(a dag.Arg) bool { return a.Name == "cond" })
	if n.Op != "filter" || program == nil || at < 0 || len(n.Fetch) == 0 {
		return nil
	}
	named := func(in []dag.Column, name string) bool {
		return slices.ContainsFunc(in, func(c dag.Column) bool { return c.Name == name })
	}
	for _, name := range program.Columns() {
		if !named(n.Fetch, name) {
			return nil
		}
	}
	for _, c := range n.Fetch {
		if named(n.Columns, c.Name) {
			return nil
		}
	}
	s := &sieve{whole: program}
	s.split(n.Args[at].Expr)
	return s
}

// split takes the tests of one column against lists out of a condition.
func (s *sieve) split(cond *column.Expr) {
	var rest *column.Expr
	for _, e := range conjuncts(nil, cond) {
		name, test, ok := asKeyTest(e)
		if ok && (s.key == "" || s.key == name) {
			s.key, s.tests = name, append(s.tests, test)
			continue
		}
		if rest != nil {
			e = &column.Expr{Op: "and", Type: cond.Type, Args: []*column.Expr{rest, e}}
		}
		rest = e
	}
	if rest == nil || s.key == "" {
		return
	}
	var err error
	if s.rest, err = column.Compile(rest, nil); err != nil || slices.Contains(s.rest.Columns(), s.key) {
		s.key, s.tests, s.rest = "", nil, nil
	}
}

func conjuncts(dst []*column.Expr, e *column.Expr) []*column.Expr {
	if e.Op != "and" {
		return append(dst, e)
	}
	for _, a := range e.Args {
		dst = conjuncts(dst, a)
	}
	return dst
}

// asKeyTest reads a condition as one that asks whether a text is in a list, or is
// another text.
func asKeyTest(e *column.Expr) (name string, t keyTest, ok bool) {
	t.in = true
	for e.Op == "not" {
		t.in, e = !t.in, e.Args[0]
	}
	switch e.Op {
	case "in", "==":
	case "!=":
		t.in = !t.in
	default:
		return "", t, false
	}
	col, list := e.Args[0], e.Args[1]
	if e.Op != "in" && col.Op != "col" {
		col, list = list, col
	}
	if col.Op != "col" || col.Type.Kind != column.String || col.Type.Nullable {
		return "", t, false
	}
	list.Walk(func(n *column.Expr) { ok = ok || n.Op == "col" || n.Op == "elem" })
	t.list, t.one = list, e.Op != "in"
	return col.Name, t, !ok
}

// tester is a view that looks at documents where they are: one of an index, not
// of a store that would be asked.
type tester interface {
	View
	Where(ctx context.Context, hits index.Hits, condition *column.Program, params index.Params) ([]int32, error)
}

var _ tester = (*index.View)(nil)

// sieved is the answer of the call's sieve; false where its items are not all of
// one resource that can be asked.
func (c *Call) sieved() (Out, bool, error) {
	b := c.Sets[0]
	for _, want := range c.Node.Fetch {
		if b.Col(want.Name) != nil {
			return Out{}, false, nil
		}
	}
	docs, some := c.Scratch.hits(b.Len())
	hits, code, ok := hitsOfOne(b, docs)
	if !ok {
		return Out{}, false, nil
	}
	view, err := c.View(b.Space.Resources[code])
	if err != nil {
		return Out{}, false, nil // who fetches says so
	}
	v, ok := view.(tester)
	if !ok || !fieldsOf(v.Schema(), c.Node.Fetch) {
		return Out{}, false, nil
	}
	sel, program := []int32(nil), c.sieve.whole
	if c.sieve.key != "" && isKey(v.Schema(), c.sieve.key) {
		if sel, ok, err = c.byKey(b, v, code); !ok || err != nil {
			return Out{}, false, err
		}
		program = c.sieve.rest
	}
	if program != nil {
		if sel, err = where(c, v, hits, sel, some, program); err != nil {
			return Out{}, false, err
		}
	}
	if len(sel) == b.Len() {
		return Out{Set: b}, true, nil
	}
	return Out{Set: b.Take(sel)}, true, nil
}

// where are the places among sel (nil: all) of the hits that fulfil a condition;
// docs is room for as many.
func where(c *Call, v tester, hits index.Hits, sel []int32, docs []index.Ref, program *column.Program) ([]int32, error) {
	if sel == nil {
		return v.Where(c.Ctx, hits, program, c.Param)
	}
	some := index.Hits{Docs: docs[:len(sel)]}
	for i, row := range sel {
		some.Docs[i] = hits.Docs[row]
	}
	kept, err := v.Where(c.Ctx, some, program, c.Param)
	for i, at := range kept {
		kept[i] = sel[at]
	}
	return kept, err
}

// byKey are the rows that pass the tests of keys; false where a list can't be
// computed.
func (c *Call) byKey(b *batch.Batch, v tester, code int) ([]int32, bool, error) {
	sel := c.Scratch.rows(b.Len())
	for i := range sel {
		sel[i] = int32(i)
	}
	for _, t := range c.sieve.tests {
		list, err := column.EvalRow(t.list, noRow, c.Param)
		if err != nil {
			return nil, false, nil // who fetches says so
		}
		values, isList := list.([]column.Value)
		switch {
		case t.one:
			values = []column.Value{list}
		case !isList:
			return sel[:0], true, nil // in null is null, and so is not in null
		}
		keys := texts(values)
		if len(keys) == 0 && !t.in {
			continue
		}
		hits, err := v.Lookup(c.Ctx, keys)
		if err != nil {
			return nil, false, err
		}
		in := newIDSet(code, hits.Docs)
		kept := sel[:0]
		for _, row := range sel {
			if in.has(b.IDs[row]) == t.in {
				kept = append(kept, row)
			}
		}
		sel = kept
	}
	return sel, true, nil
}

// texts among values.
func texts(values []column.Value) []string {
	out := make([]string, 0, len(values))
	for _, v := range values {
		if text, ok := v.(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// idSet is a set of items, by open addressing: an item + 1, 0 is free.
type idSet []batch.ID

func newIDSet(code int, docs []index.Ref) idSet {
	size := 8
	for size < 2*len(docs) {
		size *= 2
	}
	s := make(idSet, size)
	for _, r := range docs {
		id := batch.MakeID(code, r.Part, r.Doc)
		s[s.slot(id)] = id + 1
	}
	return s
}

func (s idSet) slot(id batch.ID) int {
	mask := len(s) - 1
	at := int(uint64(id)*0x9E3779B97F4A7C15>>32) & mask
	for s[at] != 0 && s[at] != id+1 {
		at = (at + 1) & mask
	}
	return at
}

func (s idSet) has(id batch.ID) bool { return s[s.slot(id)] != 0 }

// isKey tells whether a field is the resource's key.
func isKey(s index.Schema, name string) bool {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return s.Fields[i].Kind == index.KeyField
		}
	}
	return false
}

// fieldsOf tells whether all columns are fields of a resource, of their kinds.
func fieldsOf(s index.Schema, cols []dag.Column) bool {
	for _, c := range cols {
		if !slices.ContainsFunc(s.Fields, func(f index.Field) bool { return f.Name == c.Name && f.Type.Kind == c.Type.Kind }) {
			return false
		}
	}
	return true
}
