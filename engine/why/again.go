package why

import (
	"context"
	"errors"
	"slices"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/internal/column"
)

// errAgain: a node that asks something outside, or by chance, is not run again.
var errAgain = errors.New("it can't be asked again")

// again runs a node with what it was given then and its cut at most, so that
// what the cut left out is there. Without is an argument to leave out.
func again(ctx context.Context, k *exec.Kept, n *dag.Node, most int, without string) (*batch.Batch, error) {
	if n.Desc == nil || !n.Desc.Deterministic || asksModel(n) {
		return nil, errAgain
	}
	decl, ok := op.NewCatalogue().Decl(n.Op)
	if !ok {
		return nil, errAgain
	}
	whole := *n
	whole.Args = slices.Clone(n.Args)
	whole.Args = slices.DeleteFunc(whole.Args, func(a dag.Arg) bool { return a.Name == without })
	for i := range whole.Args {
		if n.Cuts(whole.Args[i].Name) {
			whole.Args[i].Knob = nil
			whole.Args[i].Expr = &column.Expr{Op: "const", Value: int64(most), Type: column.Type{Kind: column.Int}}
		}
	}
	prep, err := op.Prepare(k.Graph, &whole, decl, k.Space)
	if err != nil {
		return nil, err
	}
	c := &op.Call{Prepared: prep, Ctx: ctx, Param: k.Param(n.ID), View: k.View, Words: k.Words, Space: k.Space,
		Remote: func() op.Remote { return op.NoRemote{} }, Log: func() op.Logger { return op.NoLogger{} },
		Request: func() string { return "" }, Arms: func() map[string]string { return nil }}
	sets := true
	for _, in := range n.Inputs {
		c.Sets = append(c.Sets, k.Outs[in].Set)
		c.Ins = append(c.Ins, k.Outs[in])
		sets = sets && k.Graph.Nodes[in].Shape == dag.SetShape
	}
	if sets {
		c.Ins = nil
	}
	for _, r := range n.Reads {
		c.Values = append(c.Values, k.Outs[r.Node].Read())
	}
	out, err := run(c)
	if err == nil && out.Set == nil {
		err = errAgain
	}
	return out.Set, err
}

// run a call; a panic is its error, as in a request.
func run(c *op.Call) (out op.Out, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = errAgain
		}
	}()
	return c.Run()
}

// cuts tells whether a node has an argument that says how many stay.
func cuts(n *dag.Node) bool {
	return slices.ContainsFunc(n.Args, func(a dag.Arg) bool { return n.Cuts(a.Name) })
}

func asksModel(n *dag.Node) bool {
	for i := range n.Args {
		if n.Args[i].Model != nil || slices.ContainsFunc(n.Args[i].Bindings, func(b dag.Binding) bool { return b.Model != nil }) {
			return true
		}
	}
	return false
}
