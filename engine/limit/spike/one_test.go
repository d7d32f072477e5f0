package spike

import (
	"context"
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/simulate"
)

// page of a small shop: a request computes and waits for nothing, one may take as long
// as ten others, and the machine has one core.
func page(name string, class degrade.Class) degrade.Spec {
	us := func(n float64) time.Duration { return time.Duration(n * float64(time.Microsecond)) }
	spec := degrade.Spec{Key: degrade.Key{Scene: name, Pipeline: "page"}, Class: class, Deadline: 120 * time.Millisecond,
		Tiers: []degrade.Tier{{Name: "", Weight: 1}, {Name: "newcomers", Weight: .3}, {Name: "loyal", Weight: 3}}}
	add := func(name string, off bool, of ...[2]float64) {
		m := degrade.Module{Name: name}
		if n := len(spec.Modules); n > 0 {
			m.Inputs = []string{spec.Modules[n-1].Name}
		} else {
			m.Source = true
		}
		for _, v := range of {
			m.Variants = append(m.Variants, degrade.Variant{Name: us(v[1]).String(), Gain: v[0], Fixed: us(v[1]), Time: us(3 * v[1]), Rows: 60})
		}
		if m.Source {
			m.Variants[0].Arrived = func(time.Duration) float64 { return 1 }
			m.Variants[0].Time = time.Microsecond
		}
		if off {
			m.Variants = append(m.Variants, degrade.Variant{Off: true})
		}
		spec.Modules = append(spec.Modules, m)
	}
	add("needed", false, [2]float64{.15, 480})
	add("near", true, [2]float64{.42, 620}, [2]float64{.36, 400}, [2]float64{.30, 270})
	add("worded", true, [2]float64{.25, 1040}, [2]float64{.167, 600}, [2]float64{.11, 350})
	add("shelved", true, [2]float64{.12, 130}, [2]float64{.085, 90}, [2]float64{.06, 50})
	add("coarse", false, [2]float64{.15, 120}, [2]float64{.087, 60}, [2]float64{.05, 30})
	add("fine", true, [2]float64{.20, 80})
	add("page", true, [2]float64{.05, 30})
	return spec
}

// collected machine: a quarter of it is its collector's for a quarter of every second.
func collected(length time.Duration) (out []simulate.Fault) {
	for at := -10 * time.Second; at < length; at += time.Second {
		out = append(out, simulate.Fault{From: at, To: at + 250*time.Millisecond, Garbage: .25})
	}
	return out
}

func run(t *testing.T, sc simulate.Scenario, seed uint64) simulate.Result {
	t.Helper()
	r, err := simulate.RunBehind(context.Background(), sc, seed, func(now func() time.Time, specs []degrade.Spec) simulate.Front {
		return newFront(now, specs)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// scenes of the page at so many requests a second, each by its class.
func scenes(load map[degrade.Class]func(time.Duration) float64) (out []simulate.Scene) {
	for class, name := range []string{"core", "normal", "spare"} {
		if class := degrade.Class(class); load[class] != nil {
			out = append(out, simulate.Scene{Spec: page(name, class), Load: load[class], Mix: []float64{.61, .14, .25}})
		}
	}
	return out
}

// A machine of one core is flooded with what is small beside the deadline: a few
// requests that come together, or its collector at work, are no reason to give up more
// than the flood asks for.
func TestOneCoreIsFlooded(t *testing.T) {
	sc := simulate.Scenario{Name: "one", Length: 75 * time.Second, Cores: 1, Cold: .3,
		Scenes: scenes(map[degrade.Class]func(time.Duration) float64{degrade.Core: simulate.Spike(17*time.Second, 90, 800, time.Second, 18*time.Second, time.Second)})}
	for _, c := range []struct {
		name   string
		faults []simulate.Fault
		least  float64
	}{{"alone", nil, .93}, {"collected", collected(sc.Length), .89}} {
		sc.Faults = c.faults
		r := run(t, sc, 1)
		t.Logf("%s: lost %.5f kept %.4f p99 %.1f ms normal %.1f s turns %.1f", c.name, r.Lost, r.Kept, r.P99, r.Normal, r.Turns)
		if r.Lost > .001 || r.Kept < c.least || r.Normal < 0 || r.Normal > 20 || r.Turns > 4 {
			t.Errorf("%s: lost %.5f kept %.4f normal %.1f s turns %.1f; want at most .001 lost, at least %.2f kept, NORMAL within 20 s", c.name, r.Lost, r.Kept, r.Normal, r.Turns, c.least)
		}
	}
}

// A spare scene on the same core becomes nine times as loud: what is better finds the
// core about as free as before.
func TestOneCoreHasALoudNeighbour(t *testing.T) {
	const full = 380
	constant := func(rate float64) func(time.Duration) float64 { return func(time.Duration) float64 { return rate } }
	sc := simulate.Scenario{Name: "one", Length: 60 * time.Second, Cores: 1, Cold: .3, Faults: collected(60 * time.Second)}
	ran := func(spare func(time.Duration) float64) simulate.Result {
		sc.Scenes = scenes(map[degrade.Class]func(time.Duration) float64{degrade.Core: constant(.2 * full), degrade.Normal: constant(.03 * full), degrade.Spare: spare})
		return run(t, sc, 1)
	}
	calm := ran(constant(.155 * full))
	loud := ran(simulate.Spike(0, .155*full, 9*.155*full, time.Second, time.Hour, 0))
	for i, s := range loud.Scenes {
		was := calm.Scenes[i]
		t.Logf("%s: p99 %.1f → %.1f ms, lost %.5f, by the full plan %.3f", s.Scene, was.P99, s.P99, s.Lost, s.Full)
		if i < 2 && (s.P99 > 1.1*was.P99 || s.Lost > 0 || s.Full < .99) {
			t.Errorf("%s: p99 %.1f → %.1f ms, lost %.5f, %.3f by the full plan: the loud one is to give way", s.Scene, was.P99, s.P99, s.Lost, s.Full)
		}
	}
}
