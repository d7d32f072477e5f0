package main

import (
	"context"
	"fmt"
	"testing"

	"github.com/cloudwego/eino/compose"
)

// record is what flows along eino's edges: maps are what it merges.
type record = map[string]any

// eino is the engine's row of empty nodes, 1, then 8 side by side, a merge,
// then 10 in a row, compiled once.
func eino(ctx context.Context) (compose.Runnable[record, record], error) {
	g := compose.NewGraph[record, record]()
	var failed error
	add := func(name string, inputs ...string) string {
		pass := compose.InvokableLambda(func(context.Context, record) (record, error) { return record{name: 1}, nil })
		if err := g.AddLambdaNode(name, pass); err != nil && failed == nil {
			failed = err
		}
		for _, in := range inputs {
			if err := g.AddEdge(in, name); err != nil && failed == nil {
				failed = err
			}
		}
		return name
	}
	first := add("first", compose.START)
	var side []string
	for i := range 8 {
		side = append(side, add(fmt.Sprintf("side%d", i), first))
	}
	last := add("merge", side...)
	for i := range 10 {
		last = add(fmt.Sprintf("row%d", i), last)
	}
	if err := g.AddEdge(last, compose.END); err != nil && failed == nil {
		failed = err
	}
	if failed != nil {
		return nil, failed
	}
	return g.Compile(ctx, compose.WithNodeTriggerMode(compose.AllPredecessor))
}

func runEino(b *testing.B) {
	ctx := context.Background()
	run, err := eino(ctx)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		out, err := run.Invoke(ctx, record{})
		if err != nil || len(out) != 1 {
			b.Fatal(out, err)
		}
	}
}
