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

	"go.uber.org/goleak"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/op"
	"riffle.dev/riffle/engine/trace"
	"riffle.dev/riffle/index"
	"riffle.dev/riffle/internal/column"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// build makes graphs by hand: each node is a function over the sets it gets.
type build struct {
	op.Catalogue
	t     *testing.T
	graph *dag.Graph
	decls map[string]*op.Decl
}

type work func(ctx context.Context, sets []*batch.Batch) (*batch.Batch, error)

func newBuild(t *testing.T) *build {
	return &build{t: t, graph: &dag.Graph{Name: "g"}, decls: map[string]*op.Decl{}}
}

func (b *build) Decl(name string) (*op.Decl, bool) { d, ok := b.decls[name]; return d, ok }

// node adds one; heavy ones get a goroutine of their own.
func (b *build) node(name string, heavy bool, do work, inputs ...int) *dag.Node {
	cost := dag.Cheap
	if heavy {
		cost = dag.Heavy
	}
	b.decls[name] = &op.Decl{Op: dag.Op{Func: sig.Func{Name: name, Source: heavy}, Cost: cost}, Exec: func(c *op.Call) (op.Out, error) {
		set, err := do(c.Ctx, c.Sets)
		return op.Out{Set: set}, err
	}}
	n := &dag.Node{ID: len(b.graph.Nodes), Name: name, Op: name, Desc: &b.decls[name].Op, Inputs: inputs, Fallback: -1, Call: -1}
	b.graph.Nodes = append(b.graph.Nodes, n)
	b.graph.Result.Items = n.ID
	for i := len(b.graph.Nodes) - 1; i >= 0; i-- {
		for _, in := range b.graph.Nodes[i].Inputs {
			b.graph.Nodes[in].Depth = max(b.graph.Nodes[in].Depth, b.graph.Nodes[i].Depth+1)
		}
	}
	return n
}

func (b *build) plan() *Plan {
	p, err := Compile(b.graph, b)
	if err != nil {
		b.t.Fatal(err)
	}
	return p
}

var space = &batch.Space{Resources: []string{"r"}, Sources: []string{"s"}}

// some items, numbered from 0.
func some(n int) *batch.Batch {
	ids := make([]batch.ID, n)
	for i := range ids {
		ids[i] = batch.MakeID(0, 0, int32(i))
	}
	return batch.New(space, 0, ids, make([]float64, n))
}

func gives(n int) work {
	return func(context.Context, []*batch.Batch) (*batch.Batch, error) { return some(n), nil }
}

// joins counts all items it gets.
func joins(_ context.Context, sets []*batch.Batch) (*batch.Batch, error) {
	n := 0
	for _, s := range sets {
		n += s.Len()
	}
	return some(n), nil
}

func fails(context.Context, []*batch.Batch) (*batch.Batch, error) { return nil, errors.New("broken") }

// outcomes as text: a ok, b timeout.
func outcomes(res *Result) string {
	var out []string
	for _, s := range res.Spans {
		out = append(out, s.Node+" "+string(s.Outcome))
	}
	return strings.Join(out, ", ")
}

// library is a resource r with enough documents for every item.
type library struct{ view op.View }

func (l library) View(string) (op.View, error)           { return l.view, nil }
func (l library) Words(string) (*index.WordTable, error) { return nil, errors.New("no tables") }

func newLibrary(t *testing.T) library {
	t.Helper()
	s, err := index.New(index.Schema{Resource: "r", Fields: []index.Field{
		{Name: "id", Kind: index.KeyField, Type: column.Type{Kind: column.String}},
	}}, index.Options{})
	if err != nil {
		t.Fatal(err)
	}
	changes := make([]index.Change, 1000)
	for i := range changes {
		changes[i] = index.Change{Op: index.Upsert, Doc: map[string]any{"id": fmt.Sprintf("k%03d", i)}}
	}
	if errs := s.Apply(changes); errs != nil {
		t.Fatal(errs[0])
	}
	return library{s.View()}
}

func answer(t *testing.T, p *Plan, in Input) *Result {
	t.Helper()
	res := &Result{}
	in.Res = newLibrary(t)
	p.Run(context.Background(), in, res, true)
	return res
}

// count is what the last node gave.
func count(p *Plan, res *Result) int { return res.Kept.Outs[p.Graph.Result.Items].Set.Len() }

func TestHungNodeIsAbandoned(t *testing.T) {
	b := newBuild(t)
	free, left := make(chan struct{}), make(chan struct{})
	hung := b.node("hung", true, func(context.Context, []*batch.Batch) (*batch.Batch, error) {
		defer close(left)
		<-free // deaf to its context
		return some(99), nil
	})
	hung.Optional = true
	good := b.node("good", true, gives(2))
	b.node("join", false, joins, hung.ID, good.ID)
	p := b.plan()
	res := answer(t, p, Input{Budget: 2 * time.Second}) // for a busy machine to begin in
	if got, want := outcomes(res), "hung timeout, good ok, join ok"; got != want {
		t.Errorf("outcomes %s, want %s", got, want)
	}
	if n := count(p, res); n != 2 {
		t.Errorf("%d items, want the 2 of good", n)
	}
	if res.Asked != 2 || res.Got != 1 {
		t.Errorf("asked %d, got %d; want 2, 1", res.Asked, res.Got)
	}
	close(free)
	<-left
}

func TestLateAnswerCorruptsNothing(t *testing.T) {
	b := newBuild(t)
	var calls atomic.Int64
	slow := b.node("slow", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		if calls.Add(1)%3 == 0 {
			<-ctx.Done()
			time.Sleep(time.Millisecond) // answers long after it was given up
			return some(1000), nil
		}
		return some(5), nil
	})
	slow.Optional, slow.Timeout = true, int64(3*time.Millisecond)
	good := b.node("good", true, gives(2))
	join := b.node("join", false, joins, slow.ID, good.ID)
	b.node("last", false, joins, join.ID)
	p, lib := b.plan(), newLibrary(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 40 {
				res := &Result{}
				p.Run(context.Background(), Input{Budget: 20 * time.Second, Res: lib}, res, true)
				if !res.OK() {
					t.Errorf("no answer: %s, failed %q, late %v", outcomes(res), res.Failed, res.Late)
					return
				}
				want := 7
				if strings.Contains(outcomes(res), "slow timeout") {
					want = 2
				}
				if n := count(p, res); n != want {
					t.Errorf("%d items with %s, want %d", n, outcomes(res), want)
				}
			}
		})
	}
	all.Wait()
}

func TestPanicIsTheNodesError(t *testing.T) {
	b := newBuild(t)
	wild := b.node("wild", false, func(context.Context, []*batch.Batch) (*batch.Batch, error) { panic("boom") })
	wild.Optional = true
	b.node("join", false, joins, wild.ID)
	p := b.plan()
	res := answer(t, p, Input{Budget: time.Second})
	if got := outcomes(res); got != "wild error, join empty" {
		t.Errorf("outcomes %s", got)
	}
	if res.Spans[0].Cause != "panic: boom" {
		t.Errorf("cause %q", res.Spans[0].Cause)
	}
}

func TestRequiredFailureFailsTheRun(t *testing.T) {
	b := newBuild(t)
	bad := b.node("bad", true, fails)
	mid := b.node("mid", false, joins, bad.ID)
	mid.Optional = true // of no help: what it needs has failed
	b.node("last", false, joins, mid.ID)
	res := answer(t, b.plan(), Input{Budget: time.Second})
	if res.OK() || res.Failed != "bad" {
		t.Errorf("ok %v, failed %q; want bad", res.OK(), res.Failed)
	}
	if got := outcomes(res); got != "bad error, mid skipped, last skipped" {
		t.Errorf("outcomes %s", got)
	}
}

func TestFallbackRunsOnlyWhenNeeded(t *testing.T) {
	for _, broken := range []bool{false, true} {
		b := newBuild(t)
		ran := false
		spare := b.node("spare", true, func(context.Context, []*batch.Batch) (*batch.Batch, error) { ran = true; return some(3), nil })
		more := b.node("more", false, joins, spare.ID)
		first := b.node("first", true, gives(1))
		if broken {
			b.decls["first"].Exec = func(*op.Call) (op.Out, error) { return op.Out{}, errors.New("broken") }
		}
		first.Fallback, spare.Lazy, more.Lazy = more.ID, true, true
		b.node("last", false, joins, first.ID)
		p := b.plan()
		res := answer(t, p, Input{Budget: time.Second})
		want, n := "first ok, last ok", 1
		if broken {
			want, n = "spare ok, more ok, first fallback, last ok", 3
		}
		if got := outcomes(res); got != want || count(p, res) != n || ran != broken {
			t.Errorf("broken %v: outcomes %s, want %s; %d items, want %d; spare ran: %v", broken, got, want, count(p, res), n, ran)
		}
	}
}

func TestHeavyNodesRunSideBySide(t *testing.T) {
	b := newBuild(t)
	var here sync.WaitGroup
	here.Add(3)
	meet := func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		here.Done()
		met := make(chan struct{})
		go func() { here.Wait(); close(met) }()
		select {
		case <-met:
			return some(1), nil
		case <-ctx.Done():
			here.Add(-1)
			return nil, ctx.Err()
		}
	}
	x, y, z := b.node("x", true, meet), b.node("y", true, meet), b.node("z", true, meet)
	b.node("join", false, joins, x.ID, y.ID, z.ID)
	p := b.plan()
	res := answer(t, p, Input{Budget: 5 * time.Second})
	if got := outcomes(res); got != "x ok, y ok, z ok, join ok" {
		t.Errorf("outcomes %s: they did not meet", got)
	}
}

func TestCallerGoesAway(t *testing.T) {
	b := newBuild(t)
	started := make(chan struct{})
	b.node("slow", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ctx, cancel := context.WithCancel(context.Background())
	go func() { <-started; cancel() }()
	res := &Result{}
	b.plan().Run(ctx, Input{Budget: time.Minute}, res, false)
	if !errors.Is(res.Gone, context.Canceled) || res.OK() {
		t.Errorf("gone %v, ok %v", res.Gone, res.OK())
	}
}

func TestBudgetEndsTheRun(t *testing.T) {
	b := newBuild(t)
	b.node("slow", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	res := answer(t, b.plan(), Input{Budget: 20 * time.Millisecond})
	if res.OK() || res.Failed != "slow" || res.Spans[0].Outcome != trace.Timeout {
		t.Errorf("ok %v, failed %q, %s", res.OK(), res.Failed, outcomes(res))
	}
}

func TestOffAndDrills(t *testing.T) {
	b := newBuild(t)
	a := b.node("a", true, gives(4))
	a.Optional = true
	c := b.node("c", false, joins, a.ID)
	b.node("last", false, joins, c.ID)
	p := b.plan()
	off := make([]bool, 3)
	off[0] = true
	if got := outcomes(answer(t, p, Input{Budget: time.Second, Choice: Choice{Off: off}})); got != "a degraded, c empty, last empty" {
		t.Errorf("off: %s", got)
	}
	drills := drillsOf{"a": {Hang: true}}
	if got := outcomes(answer(t, p, Input{Budget: 400 * time.Millisecond, Faults: drills})); got != "a timeout, c empty, last empty" {
		t.Errorf("hang: %s", got)
	}
	drills = drillsOf{"c": {Err: "drill"}} // of a cheap node
	if res := answer(t, p, Input{Budget: time.Second, Faults: drills}); res.Failed != "c" {
		t.Errorf("error: failed %q, %s", res.Failed, outcomes(res))
	}
	drills = drillsOf{"a": {Delay: time.Millisecond}}
	if got := outcomes(answer(t, p, Input{Budget: time.Second, Faults: drills})); got != "a ok, c ok, last ok" {
		t.Errorf("delay: %s", got)
	}
}

type drillsOf map[string]op.Fault

func (d drillsOf) At(_, node string) (op.Fault, bool) { f, ok := d[node]; return f, ok }

func TestContextOfANode(t *testing.T) {
	b := newBuild(t)
	var seen string
	n := b.node("n", true, func(ctx context.Context, _ []*batch.Batch) (*batch.Batch, error) {
		_, has := ctx.Deadline()
		first := ctx.Done()
		seen = fmt.Sprint(has, ctx.Err(), first == ctx.Done(), ctx.Value(key{}))
		<-first
		seen += fmt.Sprint(" ", ctx.Err())
		<-ctx.Done() // asked for again when it is over
		return nil, ctx.Err()
	})
	n.Timeout = int64(2 * time.Millisecond)
	res := &Result{}
	b.plan().Run(context.WithValue(context.Background(), key{}, "v"), Input{Budget: time.Second}, res, false)
	time.Sleep(time.Millisecond)
	if res.Spans[0].Outcome != trace.Timeout {
		t.Errorf("outcome %s", res.Spans[0].Outcome)
	}
}

type key struct{}

func TestEmptyGraphCostsNoAllocation(t *testing.T) {
	if underRace {
		t.Skip("the race detector makes pools forget on purpose")
	}
	b := newBuild(t)
	none := &batch.Batch{Space: space}
	pass := func(context.Context, []*batch.Batch) (*batch.Batch, error) { return none, nil }
	last := b.node("n0", false, pass)
	for i := range 10 {
		last = b.node(fmt.Sprintf("n%d", i+1), false, pass, last.ID)
	}
	p, res := b.plan(), &Result{}
	run := func() { p.Run(context.Background(), Input{Budget: time.Second}, res, false) }
	run()
	if n := testing.AllocsPerRun(100, run); n > 0.5 {
		t.Errorf("%v allocations a run", n)
	}
}
