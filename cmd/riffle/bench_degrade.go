package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/simulate"
	"riffle.dev/riffle/engine/degrade/solve"
	"riffle.dev/riffle/engine/limit"
)

// benchDegrade measures the three things whose time matters: deciding, which
// every request waits for; a tick, ten times a second; and the search for the
// best plan at one price, a few dozen of which make the plans of a scene.
func benchDegrade(ctx context.Context, b *bencher) ([]benchRow, error) {
	testing.Init()
	if err := flag.Set("test.benchtime", (b.each / benchRounds).String()); err != nil {
		return nil, err
	}
	flood := &floodClock{now: time.Unix(1_700_000_000, 0)}
	var aside []func() // the search for plans, which is no part of a tick
	c, err := degrade.New(degrade.Options{Now: func() time.Time { return flood.now }, CPU: flood,
		Background: func(f func()) { aside = append(aside, f) }})
	if err != nil {
		return nil, err
	}
	var specs []degrade.Spec
	for _, sc := range simulate.Scenarios() {
		if sc.Name != "scenes" {
			continue
		}
		for _, s := range sc.Scenes {
			specs = append(specs, s.Spec)
			if err := c.Register(s.Spec); err != nil {
				return nil, err
			}
		}
	}
	users := make([]string, 1024)
	for i := range users {
		users[i] = fmt.Sprintf("user-%08d", i*7919)
	}
	// A flood: twice what the machine can do, so that all that decides is in use.
	var ticks []float64
	for range 60 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for i := range 40 * len(specs) {
			s := &specs[i%len(specs)]
			d := c.Decide(s.Scene, s.Pipeline, users[i%len(users)], i%3)
			if d.Shed {
				continue
			}
			flood.busy += d.Plan.Cost()
			for m, v := range d.Plan.Variants {
				if x := &s.Modules[m].Variants[v]; !x.Off {
					d.Module(m, x.Time/4*time.Duration(1+i%4), x.Fixed+100*x.PerRow, 100, 0)
				}
			}
			d.Done(20*time.Millisecond, 0)
		}
		flood.now = flood.now.Add(degrade.Step)
		at := cpuTime()
		c.Tick()
		ticks = append(ticks, inMilliseconds(cpuTime()-at))
		for _, f := range aside {
			f()
		}
		aside = nil
	}
	slices.Sort(ticks)
	key := specs[0].Key
	both, allocs := b.rounds(func(t *testing.B) {
		t.ReportAllocs()
		for i := 0; t.Loop(); i++ {
			d := c.Decide(key.Scene, key.Pipeline, users[i%len(users)], i%3)
			d.Done(time.Millisecond, 0)
		}
	})
	d := c.Decide(key.Scene, key.Pipeline, users[0], 0)
	ending, _ := b.rounds(func(t *testing.B) {
		for t.Loop() {
			d.Done(time.Millisecond, 0)
		}
	})
	spec := simulate.Scenarios()[0].Scenes[0].Spec
	solver, err := solve.New(simulate.ProblemOf(&spec, nil))
	if err != nil {
		return nil, err
	}
	solving, _ := b.rounds(func(t *testing.B) {
		for i := 0; t.Loop(); i++ {
			solver.Best([]float64{40 * float64(i%16)}, math.Inf(-1))
		}
	})
	entering, made, err := b.entering(ctx)
	if err != nil {
		return nil, err
	}
	return []benchRow{
		within("degrade.enter", "come through the queue where nobody waits, and leave", "ns", entering, 150),
		within("degrade.enter_allocs", "both: allocations", "allocs", made, 0),
		within("degrade.decide", "decide for a request, 300 scenes in a flood", "ns", both-ending, 150),
		alone("degrade.done", "count its end", "ns", ending),
		within("degrade.allocs", "both: allocations", "allocs", allocs, 0),
		within("degrade.tick", "a tick with 300 scenes in a flood, every module told of, without the search for plans: median CPU", "ms", ticks[len(ticks)/2], 1),
		within("degrade.solve", "the best of 20 recalls and 4 stages at one price", "ms", solving/1e6, 1),
	}, nil
}

// entering a machine that has room, and leaving it.
func (b *bencher) entering(ctx context.Context) (ns, allocs float64, err error) {
	q := limit.NewQueue(time.Now)
	q.Set(8, 20*time.Millisecond)
	lane := q.Lane(1, []float64{1, 2})
	ask := limit.Ask{Class: limit.Normal, Tier: 1, Cost: time.Millisecond, Until: time.Now().Add(time.Hour)}
	ns, allocs = b.rounds(func(t *testing.B) {
		t.ReportAllocs()
		for t.Loop() {
			if _, refused := lane.Enter(ctx, &ask); refused != nil {
				err = refused
				return
			}
			q.Leave(ask.Cost)
		}
	})
	return ns, allocs, err
}

// rounds of a benchmark: the median of ns and allocations an operation.
func (b *bencher) rounds(run func(*testing.B)) (ns, allocs float64) {
	var all, made []float64
	for range benchRounds {
		r := testing.Benchmark(run)
		all = append(all, float64(r.T.Nanoseconds())/float64(r.N))
		made = append(made, float64(r.AllocsPerOp()))
	}
	return median(all), median(made)
}

// floodClock is a machine of 32 cores that is told what it did.
type floodClock struct {
	now  time.Time
	busy time.Duration
}

// Load implements degrade.CPU.
func (f *floodClock) Load() degrade.Load { return degrade.Load{Cores: 32, Busy: f.busy} }
