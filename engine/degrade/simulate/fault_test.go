package simulate

import (
	"fmt"
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// mostTurns are the reversals a minute that no fault may exceed.
const mostTurns = 4

// In no fault does the state go to and fro, and each loses next to nothing.
func TestNoFaultFlaps(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*Scenario)
	}{
		{"costs wrong by 20 %", func(sc *Scenario) { sc.CostError = .2 }},
		{"gains wrong by 30 %", func(sc *Scenario) { sc.GainError = .3 }},
		{"30 % slower", fault(Fault{From: 5 * time.Second, To: time.Hour, Speed: .7})},
		{"a neighbour takes 30 %", fault(Fault{From: 5 * time.Second, To: 9 * time.Second, Stolen: .3})},
		{"a hang", fault(Fault{From: 4 * time.Second, To: 9 * time.Second, Hang: "recall_h"})},
		{"three times as slow", fault(Fault{From: 4 * time.Second, To: 9 * time.Second, Slow: "recall_d"})},
	} {
		t.Run(c.name, func(t *testing.T) {
			sc := small()
			sc.Length = 24 * time.Second
			c.change(&sc)
			if r := ran(t, sc, 1, "ours")["ours"]; r.Lost > .003 || r.Kept < .95 || r.Turns > mostTurns {
				t.Errorf("%+v", summary(r))
			}
		})
	}
}

func fault(f Fault) func(*Scenario) {
	return func(sc *Scenario) { sc.Faults = []Fault{f} }
}

// A load that comes and goes four times a minute is met each time, and no more.
func TestASawtoothIsFollowedNotAmplified(t *testing.T) {
	sc := small()
	sc.Length, sc.Periodic, sc.Waves = 30*time.Second, true, 4
	sc.Scenes[0].Load = Sawtooth(15*time.Second, spikeBase/8, 20_000/8, 2*time.Second, time.Second, 2*time.Second)
	if r := ran(t, sc, 1, "ours")["ours"]; r.Lost > 0 || r.Kept < .95 || r.Turns > mostTurns {
		t.Errorf("%+v", summary(r))
	}
}

// A recall that takes three times as long without a flood moves that recall at most,
// and nothing goes to and fro.
func TestASlowRecallWithoutAFlood(t *testing.T) {
	sc := small()
	sc.Length = 30 * time.Second
	sc.Scenes[0].Load = constant(spikeBase / 8)
	sc.Faults = []Fault{{From: 4 * time.Second, To: 19 * time.Second, Slow: "recall_d"}}
	if r := ran(t, sc, 1, "ours")["ours"]; r.Lost > 0 || r.Kept < .985 || r.Turns > mostTurns {
		t.Errorf("%+v", summary(r))
	}
}

// Of many scenes by Zipf's law, of three classes and with spikes one after another,
// none goes to and fro.
func TestNoneOfManyScenesFlaps(t *testing.T) {
	const n, of = 60, 6
	sc := Scenario{Name: "many", Length: 24 * time.Second, Cores: spikeCores / of, Periodic: true}
	spec := feed("", degrade.Core, 5, spikeFull/of, spikeCores/of)
	sum := 0.0
	for i := range n {
		sum += 1 / float64(i+1)
	}
	for i := range n {
		base := 9000 / of / float64(i+1) / sum
		own := spec
		own.Scene, own.Class = fmt.Sprintf("scene%02d", i), degrade.Class(i%3)
		sc.Scenes = append(sc.Scenes, Scene{Spec: own, Mix: mix,
			Load: Spike(time.Duration(i*7%16)*time.Second, base, 8*base, time.Second, 2*time.Second, time.Second)})
	}
	r := ran(t, sc, 1, "ours")["ours"]
	if r.Lost > .003 || len(r.Scenes) != n {
		t.Errorf("%d scenes: %+v", len(r.Scenes), summary(r))
	}
	for _, s := range r.Scenes {
		if s.Turns > mostTurns {
			t.Errorf("%s: %.1f reversals a minute: %+v", s.Scene, s.Turns, s)
		}
	}
}

func TestTurnsAreOfGettingWorseAfterBetter(t *testing.T) {
	for _, c := range []struct {
		states []string
		want   int
	}{
		{[]string{"NORMAL", "DEGRADED", "SHEDDING", "DEGRADED", "RECOVERING", "NORMAL"}, 0},
		{[]string{"NORMAL", "DEGRADED", "RECOVERING", "DEGRADED", "SHEDDING", "NORMAL"}, 1},
		{[]string{"DEGRADED", "RECOVERING", "DEGRADED", "RECOVERING", "SHEDDING"}, 2},
		{[]string{"", "", ""}, 0},
	} {
		var got course
		for _, s := range c.states {
			got.see(s)
		}
		if got.turns != c.want {
			t.Errorf("%v: %d turns, want %d", c.states, got.turns, c.want)
		}
	}
}
