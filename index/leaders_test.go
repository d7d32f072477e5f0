package index

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"riffle.dev/riffle/internal/column"
)

// What segments keep of a condition gives what a scan gives: asked for again and
// again, for more and fewer, in views where more have died, and from several
// goroutines.
func TestLeadersAreTheFirstOfAll(t *testing.T) {
	s := crowdSlice(t, 4000)
	text, yes := column.Type{Kind: column.String}, column.Type{Kind: column.Bool}
	shelf := &column.Expr{Op: "col", Name: "shelf", Type: text}
	mine := &column.Expr{Op: "==", Args: []*column.Expr{shelf, {Op: "param", Name: "mine", Type: text}}, Type: yes}
	dear := &column.Expr{Op: ">", Args: []*column.Expr{{Op: "col", Name: "price", Type: column.Type{Kind: column.Float, Nullable: true}},
		{Op: "const", Value: -.5, Type: column.Type{Kind: column.Float}}}, Type: yes.Null()}
	views := []*View{s.View()}
	for from := range 3 {
		var gone []Change
		for i := 800 + from; i < 8000; i += 3 + from {
			gone = append(gone, Change{Op: Delete, Key: fmt.Sprintf("k%d", i)})
		}
		s.Apply(gone)
		views = append(views, s.View())
	}
	var wg sync.WaitGroup
	for turn := range 3 {
		for at, v := range views {
			wg.Go(func() {
				for _, field := range []string{"rank", "price"} {
					for i := range 6 {
						params := func(string) column.Value { return fmt.Sprintf("s%d", i/2) }
						sameTop(t, v, field, TopQuery{K: 1 + 40*i*turn, Skip: 7 * at, Filter: mine, Params: params})
						sameTop(t, v, field, TopQuery{K: 300 * i, Skip: i, Filter: dear})
						sameTop(t, v, field, TopQuery{K: 20, Skip: i, Filter: dear})
					}
				}
			})
		}
		wg.Wait()
	}
	kept := 0
	for _, p := range views[0].parts {
		if m := p.leaders.kept.Load(); m != nil {
			kept += len(*m)
		}
	}
	if kept < 4 {
		t.Errorf("%d leads are kept: the test shows nothing", kept)
	}
	for i, v := range views {
		if len(v.firsts.kept) < 4 {
			t.Errorf("view %d keeps %d answers: the test shows nothing", i, len(v.firsts.kept))
		}
	}
}

// sameTop holds Top by a field against Top by a formula that has no short cuts.
func sameTop(t *testing.T, v *View, field string, q TopQuery) {
	t.Helper()
	by, err := v.Column(field)
	if err != nil {
		t.Error(err)
		return
	}
	q.By = by
	got, err := v.Top(context.Background(), q)
	if err != nil {
		t.Error(err)
		return
	}
	float := column.Type{Kind: column.Float}
	q.By = &column.Expr{Op: "+", Args: []*column.Expr{by, {Op: "const", Value: 0.0, Type: float}}, Type: float.Null()}
	want, err := v.Top(context.Background(), q)
	if err != nil {
		t.Error(err)
		return
	}
	same := func(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }
	if !slices.Equal(got.Docs, want.Docs) || !slices.EqualFunc(got.Scores, want.Scores, same) {
		t.Errorf("by %s, %d behind %d: %d documents, want %d, or in another order", field, q.K, q.Skip, got.Len(), want.Len())
	}
	clear(got.Docs) // they are the caller's
	clear(got.Scores)
}

func TestConditionKeys(t *testing.T) {
	text, num, yes := column.Type{Kind: column.String}, column.Type{Kind: column.Int}, column.Type{Kind: column.Bool}
	col := func(name string, t column.Type) *column.Expr { return &column.Expr{Op: "col", Name: name, Type: t} }
	is := func(op string, a, b *column.Expr) *column.Expr {
		return &column.Expr{Op: op, Args: []*column.Expr{a, b}, Type: yes}
	}
	word := func(s string) *column.Expr { return &column.Expr{Op: "const", Value: s, Type: text} }
	param := &column.Expr{Op: "param", Name: "p", Type: text}
	key := func(e *column.Expr, p column.Value) string {
		k, ok := conditionKey(nil, e, func(string) column.Value { return p })
		if !ok {
			return "none"
		}
		return string(k)
	}
	plain := key(is("==", col("shelf", text), word("a")), nil)
	if got := key(is("==", col("shelf", text), param), "a"); got != plain {
		t.Errorf("a parameter that is a: %q, the word %q", got, plain)
	}
	for what, other := range map[string]string{
		"another word":      key(is("==", col("shelf", text), param), "b"),
		"null":              key(is("==", col("shelf", text), param), nil),
		"another column":    key(is("==", col("genre", text), word("a")), nil),
		"another operator":  key(is("!=", col("shelf", text), word("a")), nil),
		"the other way":     key(is("==", word("a"), col("shelf", text)), nil),
		"a number's column": key(is("==", col("shelf", num), word("a")), nil),
	} {
		if other == plain || other == "none" {
			t.Errorf("%s: %q, as %q", what, other, plain)
		}
	}
	deep := col("shelf", text)
	for range conditionNodes {
		deep = is("==", deep, word("a"))
	}
	long := make([]byte, conditionBytes)
	list := column.Type{Kind: column.List, Elem: &text}
	over := &column.Expr{Op: "over", Name: "any", Type: yes, Args: []*column.Expr{col("tags", list), is("==", &column.Expr{Op: "elem", Type: text}, word("a"))}}
	for what, got := range map[string]string{
		"a long one":   key(deep, nil),
		"a long word":  key(is("==", col("shelf", text), param), string(long)),
		"a vector":     key(is("==", col("shelf", text), param), []float32{1}),
		"a closure":    key(over, nil),
		"a long list":  key(is("in", col("shelf", text), param), slices.Repeat([]column.Value{int64(1)}, conditionBytes)),
		"nested lists": key(is("in", col("shelf", text), param), []column.Value{map[string]column.Value{}}),
	} {
		if got != "none" {
			t.Errorf("%s has a key: %q", what, got)
		}
	}
}

// No more is kept than there is room for, whatever is asked for.
func TestLeadersKeepSoMuch(t *testing.T) {
	l := &leaders{}
	for i := range 10 * leaderKeys {
		key := fmt.Appendf(nil, "key %d", i)
		if l.again(key) || !l.again(key) {
			t.Fatalf("key %d: not the second time", i)
		}
		l.put(key, &lead{docs: make([]int32, i%700)}, leaderBytes)
		l.put(key, &lead{docs: make([]int32, i%900)}, leaderBytes)
		if got := l.get(key); got == nil || len(got.docs) != i%900 {
			t.Fatalf("key %d is not there", i)
		}
		sum := 0
		for k, x := range *l.kept.Load() {
			sum += len(k) + x.bytes()
		}
		if sum != l.bytes || sum > leaderBytes || len(*l.kept.Load()) != len(l.order) || len(l.order) > leaderKeys {
			t.Fatalf("%d bytes in %d, counted %d in %d", sum, len(*l.kept.Load()), l.bytes, len(l.order))
		}
	}
}

// A view keeps no more answers than there is room for, and gives each as it was.
func TestFirstsKeepSoMuch(t *testing.T) {
	f := &firsts{}
	for i := range 3000 {
		key, want := fmt.Appendf(nil, "key %d", i), Hits{Docs: make([]Ref, i%2500), Scores: make([]float64, i%2500)}
		for k := range want.Docs {
			want.Docs[k].Doc, want.Scores[k] = int32(i+k), float64(k)
		}
		f.put(key, want)
		got, ok := f.get(key)
		if ok {
			f.put(key, Hits{}) // another was first
			got, _ = f.get(key)
		}
		if ok != (64+len(key)+16*want.Len() <= firstsBytes/firstsShare) || ok && (!slices.Equal(got.Docs, want.Docs) || !slices.Equal(got.Scores, want.Scores)) {
			t.Fatalf("key %d: %v, %d documents of %d", i, ok, got.Len(), want.Len())
		}
		sum := 0
		for k, h := range f.kept {
			sum += 64 + len(k) + 16*h.Len()
		}
		if sum != f.bytes || sum > firstsBytes {
			t.Fatalf("%d bytes, counted %d", sum, f.bytes)
		}
	}
}
