package op

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

// unread is a view of an index whose columns nobody may fetch.
type unread struct{ *index.View }

func (unread) Fetch(context.Context, index.Hits, []string) ([]*column.Column, error) {
	return nil, errors.New("a column was fetched")
}

// stocked is a view of several parts with documents g0 to g39, some deleted, and
// all of them as a set, the last first.
func stocked(t *testing.T) (*index.View, *batch.Batch) {
	t.Helper()
	text, num := column.Type{Kind: column.String}, column.Type{Kind: column.Int}
	s, err := index.New(index.Schema{Resource: "games", Fields: []index.Field{
		{Name: "id", Kind: index.KeyField, Type: text},
		{Name: "genre", Kind: index.KeywordField, Type: text.Null()},
		{Name: "n", Kind: index.ValueField, Type: num},
	}}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	for from := 0; from < 40; from += 20 {
		var changes []index.Change
		for i := from; i < from+20; i++ {
			doc := map[string]any{"id": fmt.Sprintf("g%d", i), "n": float64(i % 7), "genre": fmt.Sprintf("s%d", i%3)}
			if i%5 == 0 {
				delete(doc, "genre")
			}
			changes = append(changes, index.Change{Op: index.Upsert, Key: fmt.Sprintf("g%d", i), Doc: doc})
		}
		for _, err := range s.Apply(append(changes, index.Change{Op: index.Delete, Key: fmt.Sprintf("g%d", from+3)})) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	v := s.View()
	by, err := v.Column("n")
	if err != nil {
		t.Fatal(err)
	}
	hits, err := v.Top(context.Background(), index.TopQuery{By: by, K: 100})
	if err != nil || hits.Len() != 38 || v.Stats().Segments != 2 {
		t.Fatalf("%d documents in %d segments: %v", hits.Len(), v.Stats().Segments, err)
	}
	ids := make([]batch.ID, hits.Len())
	for i, r := range hits.Docs {
		ids[i] = batch.MakeID(1, r.Part, r.Doc)
	}
	return v, batch.New(&batch.Space{Resources: []string{"other", "games"}, Sources: []string{"s"}}, 0, ids, hits.Scores)
}

// What a filter keeps without fetching is what it keeps of the columns.
func TestSievesKeepWhatFiltersDo(t *testing.T) {
	v, items := stocked(t)
	text, num, yes := column.Type{Kind: column.String}, column.Type{Kind: column.Int}, column.Type{Kind: column.Bool}
	list := column.Type{Kind: column.List, Elem: &text}
	id, genre, n := &column.Expr{Op: "col", Name: "id", Type: text}, &column.Expr{Op: "col", Name: "genre", Type: text.Null()}, &column.Expr{Op: "col", Name: "n", Type: num}
	param := func(name string, t column.Type) *column.Expr { return &column.Expr{Op: "param", Name: name, Type: t} }
	is := func(op string, args ...*column.Expr) *column.Expr {
		return &column.Expr{Op: op, Args: args, Type: yes}
	}
	values := map[string]column.Value{
		"some": []column.Value{"g1", "g3", "g38", "nobody", "g1"}, "none": []column.Value{}, "null": nil, "one": "g7", "gone": "g3",
		"nulls": []column.Value{nil, "g2", nil}, "two": int64(2),
	}
	some, none, null := param("some", list), param("none", list), param("null", list.Null())
	few := is("<", n, param("two", num))
	listed := &column.Expr{Op: "list", Type: list, Args: []*column.Expr{param("one", text), param("gone", text)}}
	decl, _ := NewCatalogue().Decl("filter")
	for name, cond := range map[string]*column.Expr{
		"in a list":             is("in", id, some),
		"not in it":             is("not", is("in", id, some)),
		"not not in it":         is("not", is("not", is("in", id, some))),
		"in none":               is("in", id, none),
		"not in none":           is("not", is("in", id, none)),
		"in null":               is("in", id, null),
		"not in null":           is("not", is("in", id, null)),
		"in nulls":              is("in", id, param("nulls", column.Type{Kind: column.List, Elem: &column.Type{Kind: column.String, Nullable: true}})),
		"in a list of two":      is("in", id, listed),
		"is one":                is("==", id, param("one", text)),
		"one is it":             is("==", param("one", text), id),
		"is not one":            is("!=", id, param("one", text)),
		"is one that is gone":   is("==", id, param("gone", text)),
		"is not null":           is("!=", id, param("null", text.Null())),
		"is null":               is("==", id, param("null", text.Null())),
		"not that it is not":    is("not", is("!=", id, param("one", text))),
		"three lists":           is("and", is("not", is("in", id, some)), is("and", is("!=", id, param("one", text)), is("!=", id, param("gone", text)))),
		"a list and a number":   is("and", few, is("not", is("in", id, some))),
		"a number and a list":   is("and", is("in", id, some), is("and", few, few)),
		"a list or a number":    is("or", few, is("in", id, some)),
		"two columns of lists":  is("and", is("not", is("in", id, some)), is("in", &column.Expr{Op: "col", Name: "genre", Type: text}, some)),
		"the key twice":         is("and", is("not", is("in", id, some)), is("!=", id, genre)),
		"a number":              few,
		"a word or none":        is("!=", genre, param("one", text)),
		"of itself":             is("in", id, &column.Expr{Op: "list", Type: list, Args: []*column.Expr{id}}),
		"of what is not a key":  is("in", &column.Expr{Op: "col", Name: "genre", Type: text}, listed),
		"nothing":               is("and", few, is(">", n, param("two", num))),
		"all":                   is(">=", n, &column.Expr{Op: "const", Value: int64(0), Type: num}),
		"a list that is always": is("in", id, &column.Expr{Op: "const", Value: []column.Value{"g8", "g9"}, Type: list}),
	} {
		run := func(view View, sieved bool) (*batch.Batch, error) {
			node := &dag.Node{Name: "f", Op: "filter", Desc: &decl.Op, Fallback: -1, Inputs: []int{0}, Shape: dag.SetShape, Args: []dag.Arg{
				{Name: "set", Kind: sig.Set, Sets: []int{0}}, {Name: "cond", Kind: sig.PerItem, Expr: cond},
			}}
			for _, c := range cond.Columns() {
				i := slices.IndexFunc(v.Schema().Fields, func(f index.Field) bool { return f.Name == c })
				node.Fetch = append(node.Fetch, dag.Column{Name: c, Type: v.Schema().Fields[i].Type, Pure: true})
			}
			p, err := Prepare(&dag.Graph{}, node, decl, items.Space)
			if err != nil {
				t.Fatal(err)
			}
			if !sieved {
				p.sieve = nil
			} else if p.sieve == nil {
				t.Fatalf("%s: no sieve", name)
			}
			c := &Call{Prepared: p, Ctx: context.Background(), Sets: []*batch.Batch{items}, Space: items.Space,
				Param: func(name string) column.Value { return values[name] },
				View:  func(string) (View, error) { return view, nil }}
			out, err := c.Run()
			return out.Set, err
		}
		want, err := run(v, false)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, err := run(unread{v}, true)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(got.IDs, want.IDs) || !slices.Equal(got.Score, want.Score) || !slices.Equal(got.From, want.From) {
			t.Errorf("%s: %d items are kept, want %d", name, got.Len(), want.Len())
		}
		if len(got.Cols) > 0 {
			t.Errorf("%s: there are columns", name)
		}
	}
}

// A filter that must carry what it reads, or reads what is computed, fetches.
func TestSomeFiltersHaveNoSieve(t *testing.T) {
	num, yes := column.Type{Kind: column.Int}, column.Type{Kind: column.Bool}
	cond := &column.Expr{Op: "<", Type: yes, Args: []*column.Expr{{Op: "col", Name: "n", Type: num}, {Op: "col", Name: "m", Type: num}}}
	program, err := column.Compile(cond, nil)
	if err != nil {
		t.Fatal(err)
	}
	n, m := dag.Column{Name: "n", Type: num}, dag.Column{Name: "m", Type: num}
	args := []dag.Arg{{Name: "cond", Expr: cond}}
	for name, c := range map[string]struct {
		node *dag.Node
		want bool
	}{
		"reads both":        {&dag.Node{Op: "filter", Args: args, Fetch: []dag.Column{n, m}}, true},
		"one is computed":   {&dag.Node{Op: "filter", Args: args, Fetch: []dag.Column{n}}, false},
		"carries one":       {&dag.Node{Op: "filter", Args: args, Fetch: []dag.Column{n, m}, Columns: []dag.Column{m}}, false},
		"carries another":   {&dag.Node{Op: "filter", Args: args, Fetch: []dag.Column{n, m}, Columns: []dag.Column{{Name: "k"}}}, true},
		"is something else": {&dag.Node{Op: "minus", Args: args, Fetch: []dag.Column{n, m}}, false},
	} {
		if got := newSieve(c.node, program) != nil; got != c.want {
			t.Errorf("%s: a sieve: %v, want %v", name, got, c.want)
		}
	}
}
