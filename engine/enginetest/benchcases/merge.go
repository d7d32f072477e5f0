package benchcases

import (
	"context"
	"slices"
	"testing"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// lists are 8 × 200 items of 900, each list in an order of its own.
func lists(space *batch.Space) []*batch.Batch {
	out := make([]*batch.Batch, 8)
	for s := range out {
		ids, scores := make([]batch.ID, 200), make([]float64, 200)
		for i := range ids {
			ids[i], scores[i] = batch.MakeID(0, 0, int32((i*37+s*101)%900)), float64(200-i)
		}
		out[s] = batch.New(space, s, ids, scores)
	}
	return out
}

func mergeColumns(b *testing.B) {
	space := &batch.Space{Resources: []string{"r"}, Sources: make([]string, 8)}
	decl, _ := op.NewCatalogue().Decl("merge")
	n := &dag.Node{Name: "m", Op: "merge", Desc: &decl.Op, Fallback: -1, Args: []dag.Arg{
		{Name: "sets", Kind: sig.Sets, Sets: []int{0, 1, 2, 3, 4, 5, 6, 7}, SetNames: make([]string, 8)},
		{Name: "policy", Kind: sig.Choice, Policy: &dag.Policy{Name: "rrf", Args: []column.Value{60.0}}},
	}}
	prep, err := op.Prepare(&dag.Graph{}, n, decl, &batch.Space{})
	if err != nil {
		b.Fatal(err)
	}
	call := &op.Call{Prepared: prep, Ctx: context.Background(), Sets: lists(space), Space: space}
	var out op.Out
	b.ReportAllocs()
	for b.Loop() {
		if out, err = call.Run(); err != nil {
			b.Fatal(err)
		}
	}
	want := fuse(lists(space))
	for i, w := range want {
		if out.Set.IDs[i] != w.id {
			b.Fatalf("place %d: %v, want %v", i, out.Set.IDs[i], w.id)
		}
	}
}

type fused struct {
	id    batch.ID
	score float64
	from  uint64
	first int
}

// fuse is the same by hand: a map, a slice, a sort.
func fuse(sets []*batch.Batch) []fused {
	at := make(map[batch.ID]int, 1600)
	out := make([]fused, 0, 1600)
	for s, set := range sets {
		for i, id := range set.IDs {
			k, ok := at[id]
			if !ok {
				k = len(out)
				at[id] = k
				out = append(out, fused{id: id, first: k})
			}
			out[k].score += 1 / (60 + float64(i+1))
			out[k].from |= 1 << s
		}
	}
	slices.SortFunc(out, func(a, b fused) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return a.first - b.first
	})
	return out
}

func mergeByHand(b *testing.B) {
	sets := lists(&batch.Space{Resources: []string{"r"}, Sources: make([]string, 8)})
	b.ReportAllocs()
	for b.Loop() {
		fuse(sets)
	}
}
