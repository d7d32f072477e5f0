package spike

import (
	"context"
	"slices"
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/simulate"
	"riffle.dev/riffle/engine/limit"
)

// front is the queue before the simulator's machine.
type front struct {
	queue *limit.Queue
	lanes []*limit.Lane
	specs []degrade.Spec
}

// newFront has a lane a scene.
func newFront(now func() time.Time, specs []degrade.Spec) *front {
	f := &front{queue: limit.NewQueue(now), specs: specs}
	for i := range specs {
		var tiers []float64
		for _, tier := range specs[i].Tiers {
			tiers = append(tiers, tier.Weight)
		}
		f.lanes = append(f.lanes, f.queue.Lane(specs[i].Weight, tiers))
	}
	return f
}

func (f *front) Ask(scene, tier int, d *degrade.Decision, until time.Time, tell func(in bool)) (time.Time, func()) {
	a := limit.Ask{Class: limit.Class(f.specs[scene].Class), Tier: tier, Cohort: d.Cohort, Cost: d.Plan.Cost(), Until: until, Never: d.NoShed}
	return f.lanes[scene].Offer(a, tell)
}

func (f *front) Leave(cost time.Duration) { f.queue.Leave(cost) }

func (f *front) Tick(cores float64, stay, apart time.Duration) {
	f.queue.Apart(apart)
	f.queue.Set(cores, stay)
}

// waited counts those that came in after a wait.
func (f *front) waited() (n uint64) {
	for _, l := range f.lanes {
		n += l.Status().Waits.N
	}
	return n
}

// eighth of a machine with an eighth of the load.
func eighth(sc simulate.Scenario) simulate.Scenario {
	sc.Cores /= 8
	sc.Length = min(sc.Length, 20*time.Second)
	sc.Scenes = slices.Clone(sc.Scenes)
	for i := range sc.Scenes {
		load := sc.Scenes[i].Load
		sc.Scenes[i].Load = func(at time.Duration) float64 { return load(at) / 8 }
	}
	return sc
}

// Behind the queue nothing of what the controller does in a spike gets worse:
// what is lost, the gain that is kept, and the times of answers.
func TestBehindTheQueueNothingIsWorse(t *testing.T) {
	waited := uint64(0)
	for _, sc := range simulate.Scenarios() {
		name := sc.Name
		if name != "weak" && name != "loud" {
			continue
		}
		sc = eighth(sc)
		rep, err := simulate.Run(context.Background(), sc, []string{"ours"}, 1)
		if err != nil {
			t.Fatal(err)
		}
		var f *front
		behind, err := simulate.RunBehind(context.Background(), sc, 1, func(now func() time.Time, specs []degrade.Spec) simulate.Front {
			f = newFront(now, specs)
			return f
		})
		if err != nil {
			t.Fatal(err)
		}
		open := rep.Results[0]
		t.Logf("%s: %d of %d waited; lost %.5f → %.5f, kept %.4f → %.4f, p99 %.1f → %.1f ms, turns %v → %v, normal %.1f → %.1f s", name, f.waited(), behind.Offered, open.Lost, behind.Lost, open.Kept, behind.Kept, open.P99, behind.P99, open.Turns, behind.Turns, open.Normal, behind.Normal)
		if behind.Offered != open.Offered {
			t.Errorf("%s: %d asked, %d without a queue", name, behind.Offered, open.Offered)
		}
		if behind.Lost > open.Lost+1e-4 || behind.Kept < open.Kept-.002 || behind.P99 > 1.05*open.P99 || behind.Turns > open.Turns {
			t.Errorf("%s: behind the queue lost %.5f kept %.4f p99 %.1f turns %v, without lost %.5f kept %.4f p99 %.1f turns %v", name,
				behind.Lost, behind.Kept, behind.P99, behind.Turns, open.Lost, open.Kept, open.P99, open.Turns)
		}
		waited += f.waited()
	}
	if waited == 0 {
		t.Error("nobody had to wait: this shows nothing")
	}
}
