package exec

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/internal/column"
)

var kInt = column.Type{Kind: column.Int}

// body begins the graph of a body; operators are shared.
func (b *build) body(name string) *build {
	return &build{t: b.t, decls: b.decls, graph: &dag.Graph{Name: name, Result: dag.Result{Items: -1}}}
}

// input of a body; from is the node outside, -1 for a variable.
func (b *build) input(name string, shape dag.Shape, from int) *dag.Node {
	keep := b.graph.Result.Items
	n := b.form("input", name, shape)
	b.graph.Result.Items = keep
	b.graph.Inputs = append(b.graph.Inputs, dag.Input{Name: name, Node: n.ID, From: from})
	return n
}

// expr computes a value from others.
func (b *build) expr(name string, e *column.Expr, reads ...dag.Read) *dag.Node {
	n := b.form("expr", name, dag.ValueShape)
	n.Type, n.Reads, n.Args = e.Type, reads, []dag.Arg{{Name: "value", Kind: sig.Scalar, Expr: e}}
	return n
}

func constant(v int64) *column.Expr { return &column.Expr{Op: "const", Value: v, Type: kInt} }

func param(name string) *column.Expr { return &column.Expr{Op: "param", Name: name, Type: kInt} }

func two(op string, a, b *column.Expr) *column.Expr {
	t := kInt
	if op == "<" {
		t = column.Type{Kind: column.Bool}
	}
	return &column.Expr{Op: op, Type: t, Args: []*column.Expr{a, b}}
}

// counting is a loop over a set and a number: each turn runs do on the set and
// adds one, while the number is below a limit. Its set is part "pool".
func counting(t *testing.T, do work, below int64, most int) (*build, *dag.Node) {
	b := newBuild(t)
	start := b.node("start", true, gives(1))
	in := b.body("l")
	pool, n := in.input("pool", dag.SetShape, -1), in.input("n", dag.ValueShape, -1)
	next := in.node("l.do", true, do, pool.ID)
	plus := in.expr("l.plus", two("+", param("n"), constant(1)), dag.Read{Param: "n", Node: n.ID})
	in.graph.Result = dag.Result{Items: -1, Fields: []dag.ResultField{{Name: "pool", Node: next.ID}, {Name: "n", Node: plus.ID}}}
	l := b.form("loop", "l", dag.BundleShape)
	l.Inputs = []int{start.ID}
	l.Args = []dag.Arg{{Name: "pool", Kind: sig.Set, Sets: []int{0}}, {Name: "n", Kind: sig.Scalar, Expr: constant(0)}}
	l.Parts = []dag.Part{{Name: "pool", Shape: dag.SetShape, Node: -1}, {Name: "n", Shape: dag.ValueShape, Type: kInt, Node: -1}}
	l.Loop = &dag.Loop{Body: in.graph, While: two("<", param("n"), constant(below)), Reads: []dag.Read{{Param: "n", Node: n.ID}}, Max: most}
	part := b.form("part", "pool", dag.SetShape)
	part.Inputs, part.Args = []int{l.ID}, []dag.Arg{{Kind: sig.Word, Words: []string{"pool"}}}
	return b, l
}

// grow adds an item a turn.
func grow(_ context.Context, sets []*batch.Batch) (*batch.Batch, error) {
	return some(sets[0].Len() + 1), nil
}

func TestLoop(t *testing.T) {
	for _, c := range []struct {
		below int64
		most  int
		turns int
	}{{3, 0, 3}, {3, 9, 3}, {9, 2, 2}, {0, 0, 0}} {
		b, _ := counting(t, grow, c.below, c.most)
		p := b.plan()
		res := answer(t, p, Input{Budget: 10 * time.Second})
		if n := count(p, res); n != 1+c.turns {
			t.Errorf("below %d, at most %d: %d items, want %d", c.below, c.most, n, 1+c.turns)
		}
		var turns []string
		for _, s := range res.Spans {
			if s.Node == "l.do" {
				turns = append(turns, s.Turn)
			}
		}
		if got := strings.Join(turns, " "); got != "1 2 3"[:max(0, 2*c.turns-1)] {
			t.Errorf("turns %q, want %d", got, c.turns)
		}
	}
}

func TestALoopThatFails(t *testing.T) {
	third := func() work {
		var n atomic.Int64
		return func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
			if n.Add(1) == 3 {
				return nil, errors.New("broken")
			}
			return grow(ctx, sets)
		}
	}
	b, _ := counting(t, third(), 5, 0)
	res := answer(t, b.plan(), Input{Budget: 10 * time.Second})
	if res.Failed != "l" || !strings.Contains(res.Spans[1].Cause, "l.do failed: broken") {
		t.Errorf("required: failed %q, %s", res.Failed, res.Spans[1].Cause)
	}
	b, l := counting(t, third(), 5, 0)
	l.Optional = true
	p := b.plan()
	res = answer(t, p, Input{Budget: 10 * time.Second})
	if n := count(p, res); n != 1 || res.Spans[1].Outcome != trace.Error {
		t.Errorf("optional: %d items, want the first value; %s", n, outcomes(res))
	}
	b, l = counting(t, third(), 5, 0)
	l.Retry = 1 // the failure does not come again
	p = b.plan()
	res = answer(t, p, Input{Budget: 10 * time.Second})
	if n := count(p, res); n != 6 || res.Tries != 1 || res.Spans[1].Again != 1 {
		t.Errorf("again: %d items, %d tries, %s", n, res.Tries, outcomes(res))
	}
}

// A loop that runs out of time keeps what its last whole turn gave, where it is
// optional, and the node that hung is seen in the trace.
func TestALoopThatRunsOutOfTime(t *testing.T) {
	for _, optional := range []bool{true, false} {
		var n atomic.Int64
		b, l := counting(t, func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
			if n.Add(1) == 3 {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return grow(ctx, sets)
		}, 9, 0)
		l.Optional, l.Timeout = optional, int64(2*time.Second)
		p := b.plan()
		res := answer(t, p, Input{Budget: 10 * time.Second})
		if optional && count(p, res) != 3 {
			t.Errorf("%d items, want those of two turns", count(p, res))
		}
		if !optional && (res.OK() || res.Failed != "l") {
			t.Errorf("required: ok %v, failed %q", res.OK(), res.Failed)
		}
		if s := res.Spans[1]; s.Outcome != trace.Timeout {
			t.Errorf("loop is %s", s.Outcome)
		}
		hung := false
		for _, s := range res.Spans {
			hung = hung || s.Node == "l.do" && s.Turn == "3" && s.Outcome == trace.Timeout
		}
		if !hung {
			t.Errorf("the turn that hung is not in the trace: %s", outcomes(res))
		}
	}
}

func TestStepsBoundALoop(t *testing.T) {
	b, l := counting(t, grow, 1<<60, 0)
	body := l.Loop.Body
	body.Nodes[2].Op = "l.same" // the set stays small
	b.decls["l.same"] = &op.Decl{Op: dag.Op{Func: sig.Func{Name: "l.same"}}, Exec: func(c *op.Call) (op.Out, error) { return op.Out{Set: c.Sets[0]}, nil }}
	body.Nodes[2].Desc = &b.decls["l.same"].Op
	res := answer(t, b.plan(), Input{Budget: time.Minute})
	if res.Failed != "l" || res.Spans[1].Cause != ErrSteps.Error() {
		t.Errorf("failed %q: %s", res.Failed, res.Spans[1].Cause)
	}
	if turns := dag.MaxSteps / body.Steps(); res.Unrecorded != 2*turns-MaxSpans || len(res.Spans) != MaxSpans+3 {
		t.Errorf("%d spans, %d not recorded, of %d turns", len(res.Spans), res.Unrecorded, turns)
	}
}

// over makes an each over sets: do runs on each.
func over(t *testing.T, do work, sizes ...int) (*build, *dag.Node) {
	b := newBuild(t)
	list := b.form("list", "sets", dag.SetsShape)
	b.graph.Nodes = b.graph.Nodes[:0]
	for i, n := range sizes {
		list.Inputs = append(list.Inputs, b.node(fmt.Sprintf("s%d", i), false, gives(n)).ID)
	}
	list.ID = len(b.graph.Nodes)
	b.graph.Nodes = append(b.graph.Nodes, list)
	in := b.body("e")
	x := in.input("x", dag.SetShape, -1)
	last := in.node("e.do", true, do, x.ID)
	in.graph.Result = dag.Result{Items: last.ID}
	e := b.form("each", "e", dag.SetsShape)
	e.Inputs, e.Args = []int{list.ID}, []dag.Arg{{Name: "in", Kind: sig.Sets, Sets: []int{0}}}
	e.Each = &dag.Each{Body: in.graph, Var: "x"}
	merged := b.form("sum", "sum", dag.SetShape)
	merged.Inputs, merged.Args = []int{e.ID}, []dag.Arg{{Name: "sets", Kind: sig.Sets, Sets: []int{0}}}
	b.decls["sum"] = &op.Decl{Op: dag.Op{Func: sig.Func{Name: "sum"}}, Exec: func(c *op.Call) (op.Out, error) {
		n := 0
		for _, o := range c.Ins[0].Many() {
			n = 10*n + o.Set.Len()
		}
		return op.Out{Set: some(n)}, nil
	}}
	merged.Desc = &b.decls["sum"].Op
	return b, e
}

func TestEachKeepsTheOrder(t *testing.T) {
	for _, parallel := range []int{0, 1, 3, 99} {
		b, e := over(t, func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
			time.Sleep(time.Duration(5-sets[0].Len()) * time.Millisecond) // the last is done first
			return grow(ctx, sets)
		}, 1, 2, 3)
		e.Each.Parallel = parallel
		p := b.plan()
		res := answer(t, p, Input{Budget: 10 * time.Second})
		if n := count(p, res); n != 234 {
			t.Errorf("parallel %d: %d, want 234 (%s)", parallel, n, outcomes(res))
		}
		e.Each.Max = 2
		p = b.plan()
		if n := count(p, answer(t, p, Input{Budget: 10 * time.Second})); n != 23 {
			t.Errorf("at most 2: %d, want 23", n)
		}
	}
}

func TestEachRunsSideBySide(t *testing.T) {
	var here sync.WaitGroup
	here.Add(3)
	b, e := over(t, func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
		here.Done()
		met := make(chan struct{})
		go func() { here.Wait(); close(met) }()
		select {
		case <-met:
			return sets[0], nil
		case <-ctx.Done():
			here.Add(-1)
			return nil, ctx.Err()
		}
	}, 1, 1, 1)
	e.Each.Parallel = 3
	if res := answer(t, b.plan(), Input{Budget: 10 * time.Second}); !res.OK() {
		t.Errorf("they did not meet: %s", outcomes(res))
	}
}

// One that fails ends the others: what hangs beside it is not waited for.
func TestEachEndsWithTheFirstFailure(t *testing.T) {
	b, e := over(t, func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error) {
		if sets[0].Len() == 2 {
			return nil, errors.New("broken")
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}, 1, 2, 3)
	e.Each.Parallel, e.Optional = 3, true
	p := b.plan()
	res := answer(t, p, Input{Budget: time.Minute})
	if s := res.Spans[4]; s.Outcome != trace.Error || !strings.Contains(s.Cause, "broken") || count(p, res) != 0 {
		t.Errorf("%s is %s (%s), %d items", s.Node, s.Outcome, s.Cause, count(p, res))
	}
}

// calling is a pipeline that calls itself as often as its parameter says, and
// then runs do.
func calling(t *testing.T, do work) *build {
	b := newBuild(t)
	called := func(g *build, from, name string) *dag.Node {
		n := g.form("recur", name, dag.SetShape)
		n.Pipeline = "p"
		n.Args = []dag.Arg{{Name: "k", Kind: sig.Scalar, Expr: two("-", param(from), constant(1))}}
		return n
	}
	p := b.body("p")
	p.graph.Params = []dag.Param{{Name: "k", Type: kInt}}
	down := called(p, "k", "p.down")
	end := p.node("p.end", true, do)
	p.branches("if", "p.if", dag.Branch{Name: "then", When: two("<", constant(0), param("k")), Result: down.ID}, dag.Branch{Name: "else", Result: end.ID})
	b.graph.Recursive = []*dag.Graph{p.graph}
	called(b, "from", "top")
	return b
}

func TestRecursion(t *testing.T) {
	b := calling(t, gives(7))
	p := b.plan()
	for _, depth := range []int64{0, 1, 5, dag.MaxRecursion - 1} {
		res := answer(t, p, Input{Budget: 10 * time.Second, Values: map[string]column.Value{"from": depth + 1}})
		if n := count(p, res); n != 7 {
			t.Fatalf("depth %d: %d items, failed %q", depth, n, res.Failed)
		}
		if last := res.Spans[len(res.Spans)-1]; depth == 5 && last.Node != "p.end" || depth == 5 && last.Turn != "1.2.3.4.5.6" {
			t.Errorf("the innermost is %s in %s", last.Node, last.Turn)
		}
	}
	res := answer(t, p, Input{Budget: 10 * time.Second, Values: map[string]column.Value{"from": int64(dag.MaxRecursion + 1)}})
	if res.Failed != "top" || !strings.Contains(res.Spans[0].Cause, ErrDepth.Error()) {
		t.Errorf("too deep: failed %q: %s", res.Failed, res.Spans[0].Cause)
	}
}

// Whatever hangs at the bottom of nested runs, the answer leaves in time, and
// the runs around it are not used again before it is out.
func TestStragglersOfBodiesCorruptNothing(t *testing.T) {
	var calls atomic.Int64
	b := calling(t, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		switch calls.Add(1) % 3 {
		case 0:
			<-ctx.Done()
			time.Sleep(time.Millisecond) // answers long after it was given up
			return some(1000), ctx.Value(key{}).(error)
		case 1:
			return some(int(calls.Load())%7 + 1), nil
		}
		return some(5), nil
	})
	top := b.graph.Nodes[0]
	top.Optional, top.Timeout = true, int64(3*time.Millisecond)
	b.node("last", false, joins, top.ID)
	p, lib := b.plan(), newLibrary(t)
	ctx := context.WithValue(context.Background(), key{}, errors.New("late"))
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			for i := range 40 {
				res := &Result{}
				p.Run(ctx, Input{Budget: 20 * time.Second, Res: lib, Values: map[string]column.Value{"from": int64(i%4 + 1)}}, res, true)
				if !res.OK() {
					t.Errorf("no answer: %s", outcomes(res))
				} else if n := count(p, res); n > 7 {
					t.Errorf("%d items with %s", n, outcomes(res))
				}
			}
		})
	}
	all.Wait()
}

func TestTheBudgetEndsBodies(t *testing.T) {
	b := calling(t, hangs)
	res := answer(t, b.plan(), Input{Budget: 30 * time.Millisecond, Values: map[string]column.Value{"from": int64(5)}})
	if res.OK() || res.Failed != "top" && !res.Late {
		t.Errorf("ok %v, failed %q, late %v", res.OK(), res.Failed, res.Late)
	}
}

func TestTheCallerLeavesBodies(t *testing.T) {
	started := make(chan struct{})
	b := calling(t, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-started; cancel() }()
	res := &Result{}
	b.plan().Run(ctx, Input{Budget: time.Minute, Values: map[string]column.Value{"from": int64(3)}}, res, false)
	if !errors.Is(res.Gone, context.Canceled) {
		t.Errorf("gone %v", res.Gone)
	}
}
