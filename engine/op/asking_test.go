package op

import (
	"context"
	"slices"
	"strconv"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// asked counts how often a kernel looks whether to stop, and ends at the n-th.
type asked struct {
	context.Context
	n, end int
}

func (a *asked) Err() error {
	if a.n++; a.end > 0 && a.n >= a.end {
		return context.Canceled
	}
	return nil
}

// crowded are sets of n items each, half of them the same in all.
func crowded(space *batch.Space, sets, n int) []*batch.Batch {
	out := make([]*batch.Batch, sets)
	for s := range out {
		ids, scores := make([]batch.ID, n), make([]float64, n)
		for i := range ids {
			ids[i], scores[i] = batch.MakeID(0, 0, int32(i)), float64(i*7919%n)
			if i%2 == 1 {
				ids[i] = batch.MakeID(0, int32(s+1), int32(i))
			}
		}
		words := make([]string, n)
		for i := range words {
			words[i] = strconv.Itoa(i * 7919 % n)
		}
		out[s] = batch.New(space, s, ids, scores).Put("title", wordy(words))
	}
	return out
}

// wordy is a column of them, all different.
func wordy(words []string) *column.Column {
	c := &column.Column{Type: column.Type{Kind: column.String}, Len: len(words), Codes: make([]uint32, len(words)), Dict: &column.Dict{Words: words}}
	for i := range c.Codes {
		c.Codes[i] = uint32(i)
	}
	return c
}

// Every operator that goes through whole sets asks at least once for so many
// rows, and ends with the context's error where it is told to: counted in rows,
// since time says nothing on a machine that is busy. 4096 rows of the dearest of
// them, a merge, are some 100 µs of work.
func TestOperatorsAskWhetherToStop(t *testing.T) {
	const sets, n, most = 8, 9000, 4096
	space := &batch.Space{Resources: []string{"r"}, Sources: make([]string, sets)}
	all := []dag.Arg{
		{Name: "sets", Kind: sig.Sets, Sets: []int{0, 1, 2, 3, 4, 5, 6, 7}, SetNames: []string{"a", "b", "c", "d", "e", "f", "g", "h"}},
	}
	first := dag.Arg{Name: "set", Kind: sig.Set, Sets: []int{0}}
	float := column.Type{Kind: column.Float}
	score := &column.Expr{Op: "col", Name: "_score", Type: float}
	title := &column.Expr{Op: "col", Name: "title", Type: column.Type{Kind: column.String}}
	type row struct {
		name, op string
		args     []dag.Arg
		rows     int
	}
	var list []row
	for _, policy := range []string{"first", "max", "sum", "rrf", "weighted", "quota", "snake"} {
		list = append(list, row{"merge by " + policy, "merge", append(slices.Clone(all), dag.Arg{Name: "policy", Kind: sig.Choice, Policy: &dag.Policy{Name: policy}}), sets * n})
	}
	list = append(list,
		row{"score", "score", []dag.Arg{first, {Name: "expression", Kind: sig.PerItem, Expr: score}}, n},
		row{"sort", "sort", []dag.Arg{first, {Name: "by", Kind: sig.Order, Expr: score}}, n},
		row{"sort by texts", "sort", []dag.Arg{first, {Name: "by", Kind: sig.Order, Expr: title}}, n * 12}, // n log n
		row{"facets", "facets", []dag.Arg{first, {Name: "by", Kind: sig.Columns, Words: []string{"title"}}}, n},
		row{"filter", "filter", []dag.Arg{first, {Name: "cond", Kind: sig.PerItem, Expr: &column.Expr{Op: ">", Type: column.Type{Kind: column.Bool},
			Args: []*column.Expr{score, {Op: "const", Value: 3.0, Type: float}}}}}, n},
		row{"diversify", "diversify", []dag.Arg{first, {Name: "by", Kind: sig.Column, Words: []string{"_resource"}}}, n},
	)
	for _, c := range list {
		decl, ok := NewCatalogue().Decl(c.op)
		if !ok {
			t.Fatalf("no operator %s", c.op)
		}
		prep, err := Prepare(&dag.Graph{}, &dag.Node{Name: "m", Op: c.op, Desc: &decl.Op, Fallback: -1, Args: c.args}, decl, space)
		if err != nil {
			t.Fatal(err)
		}
		run := func(ctx *asked) error {
			call := &Call{Prepared: prep, Ctx: ctx, Sets: crowded(space, sets, n), Space: space, Param: func(string) column.Value { return nil }}
			_, err := call.Run()
			return err
		}
		ctx := &asked{Context: context.Background()}
		if err := run(ctx); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if ctx.n*most < c.rows {
			t.Errorf("%s asks %d times for %d rows, want once in %d at least", c.name, ctx.n, c.rows, most)
		}
		for _, end := range []int{1, ctx.n/2 + 1, ctx.n} {
			if err := run(&asked{Context: context.Background(), end: end}); err == nil {
				t.Errorf("%s goes on although it was told to stop at the %d-th time of %d", c.name, end, ctx.n)
			}
		}
	}
}
