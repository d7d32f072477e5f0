package main

import (
	"context"
	"testing"
)

// The peer does the work: what comes out was put in by the last node.
func TestEino(t *testing.T) {
	run, err := eino(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.Invoke(context.Background(), record{})
	if err != nil || len(out) != 1 || out["row9"] != 1 {
		t.Errorf("%v, %v; want row9", out, err)
	}
}
