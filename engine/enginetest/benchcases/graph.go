package benchcases

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"riffle.dev/riffle/dag"
	"riffle.dev/riffle/dsl/sig"
	"riffle.dev/riffle/engine/batch"
	"riffle.dev/riffle/engine/exec"
	"riffle.dev/riffle/engine/op"
)

// work is what a node of the middle row does.
type work func()

func empty() {}

// sink keeps the compiler from leaving the work out.
var sink atomic.Uint64

// burns gives work that takes about so long on this machine, while nothing else
// runs on it. Both sides of a row do the same.
func burns(long time.Duration) work {
	const some = 1000
	took := time.Duration(math.MaxInt64)
	for range 20 { // the shortest is the one that nothing disturbed
		start := time.Now()
		burn(some)
		took = min(took, time.Since(start))
	}
	steps := int(some * long / max(1, took))
	return func() { burn(steps) }
}

func burn(steps int) {
	x := 1.0
	for range steps {
		x += math.Sqrt(x)
	}
	sink.Store(math.Float64bits(x))
}

func sleep() { time.Sleep(time.Millisecond) }

// table is a catalogue of one operator that does the given work.
type table struct {
	op.Catalogue
	decls map[string]*op.Decl
}

func (t table) Decl(name string) (*op.Decl, bool) { d, ok := t.decls[name]; return d, ok }

// kind of the nodes that work.
type kind uint8

const (
	cheap kind = iota
	heavy      // worth a goroutine
	waits      // heavy, but not on the processor
)

// join is the node that the 8 side by side lead to.
const join = 9

// graph is 1 node, 8 side by side that work, a merge, 10 in a row.
func graph(do work, k kind) (*exec.Plan, error) {
	none := &batch.Batch{Space: &batch.Space{}}
	decl := func(name string, k kind, do work) *op.Decl {
		cost := dag.Cheap
		if k != cheap {
			cost = dag.Heavy
		}
		return &op.Decl{Op: dag.Op{Func: sig.Func{Name: name}, Cost: cost}, Waits: k == waits, Exec: func(*op.Call) (op.Out, error) {
			do()
			return op.Out{Set: none}, nil
		}}
	}
	t := table{decls: map[string]*op.Decl{"work": decl("work", k, do), "pass": decl("pass", cheap, empty)}}
	g := &dag.Graph{Name: "g"}
	add := func(name string, inputs ...int) int {
		n := &dag.Node{ID: len(g.Nodes), Name: name, Op: name, Desc: &t.decls[name].Op, Inputs: inputs, Optional: name == "work", Fallback: -1, Call: -1}
		g.Nodes = append(g.Nodes, n)
		return n.ID
	}
	first := add("pass")
	var side []int
	for range 8 {
		side = append(side, add("work", first))
	}
	last := add("pass", side...)
	for range 10 {
		last = add("pass", last)
	}
	g.Result.Items = last
	return exec.Compile(g, t)
}

// bare runs without a trace.
func bare(*exec.Plan) exec.Input { return exec.Input{Budget: time.Second, Bare: true} }

// full has all that a request of a scene has.
func full(p *exec.Plan) exec.Input {
	return exec.Input{Budget: time.Second, Slots: exec.NewSlots(runtime.GOMAXPROCS(0)), Lane: "scene",
		Choice: exec.Choice{Soft: p.Soft(map[int]time.Duration{join: 500 * time.Millisecond})}}
}

func runGraph(do work, k kind, how func(*exec.Plan) exec.Input) func(*testing.B) {
	return func(b *testing.B) {
		plan, err := graph(do, k)
		if err != nil {
			b.Fatal(err)
		}
		ctx, res, in := context.Background(), &exec.Result{}, how(plan)
		b.ReportAllocs()
		for b.Loop() {
			plan.Run(ctx, in, res, false)
			if !res.OK() {
				b.Fatal("no answer")
			}
		}
	}
}

// runErrgroup is the same graph by hand.
func runErrgroup(do work) func(*testing.B) {
	return func(b *testing.B) {
		ctx := context.Background()
		b.ReportAllocs()
		for b.Loop() {
			empty()
			g, _ := errgroup.WithContext(ctx)
			for range 8 {
				g.Go(func() error { do(); return nil })
			}
			if err := g.Wait(); err != nil {
				b.Fatal(err)
			}
			for range 11 {
				empty()
			}
		}
	}
}

// runCareful is the same as a careful person writes it: every node has a
// deadline and its times.
func runCareful(do work) func(*testing.B) {
	return func(b *testing.B) {
		type span struct{ start, end time.Time }
		spans := make([]span, 20)
		node := func(ctx context.Context, i int, do work) error {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			spans[i].start = time.Now()
			do()
			spans[i].end = time.Now()
			return ctx.Err()
		}
		b.ReportAllocs()
		for b.Loop() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			err := node(ctx, 0, empty)
			g, inner := errgroup.WithContext(ctx)
			for i := range 8 {
				g.Go(func() error { return node(inner, 1+i, do) })
			}
			if e := g.Wait(); e != nil {
				err = e
			}
			for i := range 11 {
				if e := node(ctx, 9+i, empty); e != nil {
					err = e
				}
			}
			cancel()
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
