package op

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/internal/column"
)

// poison what a call has left behind.
func (x *Scratch) poison() {
	fill(x.keys, math.MaxUint64)
	fill(x.sel, math.MinInt32)
	fill(x.slots, math.MaxInt32)
	fill(x.ids, math.MaxUint64)
	fill(x.score, math.NaN())
	fill(x.from, math.MaxUint64)
}

func fill[T any](s []T, v T) {
	for i := range s[:cap(s)] {
		s[:cap(s)][i] = v
	}
}

// Nothing that an operator gives stands in its scratch, and nothing that was left
// there is read: what it gives is what it gives with memory of its own, also once
// the scratch is another's, whatever the sizes of the calls before.
func TestNothingGivenStandsInTheScratch(t *testing.T) {
	space := &batch.Space{Resources: []string{"r"}, Sources: []string{"a", "b"}}
	float := column.Type{Kind: column.Float}
	score := &column.Expr{Op: "col", Name: "_score", Type: float}
	first := dag.Arg{Name: "set", Kind: sig.Set, Sets: []int{0}}
	both := dag.Arg{Name: "sets", Kind: sig.Sets, Sets: []int{0, 1}, SetNames: []string{"a", "b"}}
	type row struct {
		op   string
		args []dag.Arg
	}
	list := []row{
		{"score", []dag.Arg{first, {Name: "expression", Kind: sig.PerItem, Expr: score}}},
		{"sort", []dag.Arg{first, {Name: "by", Kind: sig.Order, Expr: score}}},
		{"backfill", []dag.Arg{first, {Name: "from", Kind: sig.Set, Sets: []int{1}}, {Name: "to", Kind: sig.Scalar, Expr: &column.Expr{Op: "const", Value: int64(70), Type: column.Type{Kind: column.Int}}}}},
	}
	for _, policy := range []string{"first", "max", "sum", "rrf", "weighted", "quota", "snake"} {
		list = append(list, row{"merge", []dag.Arg{both, {Name: "policy", Kind: sig.Choice, Policy: &dag.Policy{Name: policy}}}})
	}
	for _, c := range list {
		decl, ok := NewCatalogue().Decl(c.op)
		if !ok {
			t.Fatalf("no operator %s", c.op)
		}
		prep, err := Prepare(&dag.Graph{}, &dag.Node{Name: "m", Op: c.op, Desc: &decl.Op, Fallback: -1, Args: c.args}, decl, space)
		if err != nil {
			t.Fatal(err)
		}
		run := func(n int, x *Scratch) Out {
			call := &Call{Prepared: prep, Ctx: context.Background(), Sets: crowded(space, 2, n), Space: space, Scratch: x, Param: func(string) column.Value { return nil }}
			out, err := call.Run()
			if err != nil {
				t.Fatalf("%s: %v", c.op, err)
			}
			return out
		}
		x := &Scratch{}
		for _, n := range []int{50, 300, 7, 0, 120} {
			got, want := run(n, x), run(n, nil)
			x.poison()
			if d := cmp.Diff(want.Set.IDs, got.Set.IDs) + cmp.Diff(want.Set.Score, got.Set.Score) + cmp.Diff(want.Set.From, got.Set.From); d != "" {
				t.Errorf("%s %v of %d: %s", c.op, c.args[len(c.args)-1].Policy, n, d)
			}
		}
	}
}
