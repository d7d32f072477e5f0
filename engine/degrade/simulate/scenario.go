package simulate

import (
	"fmt"
	"math"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Scenario is a world without a policy.
type Scenario struct {
	Name   string
	About  string
	Length time.Duration // from the end of the warm-up
	Cores  float64
	Scenes []Scene
	Faults []Fault

	Waves     float64 // a minute, of a load that comes and goes: each may be a reversal
	Periodic  bool    // it never ends: there is no way back to NORMAL for good
	CostError float64 // each module's CPU is metered so much too high or too low
	GainError float64 // each gain is told so much too high or too low
	Cold      float64 // share that a request costs more on a machine that does nothing else; less, the busier it is
	Among     float64 // CPU time by what is used that threads of its own wait for each other; it is told as if others had it
}

// Scene is a key with its load.
type Scene struct {
	Spec degrade.Spec // with the true costs and gains
	Load func(t time.Duration) float64
	Mix  []float64 // of its tiers

	Quiet bool // whatever the others do, it should not be degraded
}

// Fault changes the world for a while.
type Fault struct {
	From, To time.Duration
	Speed    float64 // of every core; 0 leaves it
	Stolen   float64 // share of every core's time that a neighbour takes
	Garbage  float64 // share of every core's time that the collector of the process takes, with all that is idle
	Hang     string  // a module that does not answer
	Slow     string  // a module that takes three times as long
}

// warmUp is run before anything is counted, at the load of the beginning.
const warmUp = 20 * time.Second

// Spike rises from base to peak in rise, stays, and falls in fall.
func Spike(at time.Duration, base, peak float64, rise, stay, fall time.Duration) func(time.Duration) float64 {
	return func(t time.Duration) float64 {
		t -= at
		switch {
		case t < 0 || t >= rise+stay+fall:
			return base
		case t < rise:
			return base + (peak-base)*float64(t)/float64(rise)
		case t < rise+stay:
			return peak
		default:
			return peak - (peak-base)*float64(t-rise-stay)/float64(fall)
		}
	}
}

// Sawtooth repeats a spike.
func Sawtooth(period time.Duration, base, peak float64, rise, stay, fall time.Duration) func(time.Duration) float64 {
	one := Spike(0, base, peak, rise, stay, fall)
	return func(t time.Duration) float64 {
		if t < 0 {
			return base
		}
		return one(t % period)
	}
}

func constant(rate float64) func(time.Duration) float64 {
	return func(time.Duration) float64 { return rate }
}

// The machine and the feed that all spikes are run on: full plans for 12 800
// requests a second.
const (
	spikeCores = 32
	spikeFull  = 12_800
)

// feed is a scene like that of the article: some recalls side by side, and four
// stages. The costs are scaled so that full plans for rate a second take so many
// cores.
func feed(name string, class degrade.Class, wide int, rate, cores float64) degrade.Spec {
	spec := degrade.Spec{Key: degrade.Key{Scene: name, Pipeline: "feed"}, Class: class, Deadline: 120 * time.Millisecond,
		Tiers: []degrade.Tier{{Name: "regular", Weight: 1}, {Name: "newcomers", Weight: .3}, {Name: "loyal", Weight: 3, NoShed: true}}}
	unit := func(i int) float64 { return math.Mod(float64(i)*.6180339887+.31, 1) } // even, without chance
	var recalls []string
	for i := range wide {
		r, q := unit(i), unit(7*i+3)
		gain := .012 + .05*r*r
		median := time.Duration(6+22*q) * time.Millisecond
		cost := 12 + 40*unit(3*i+1)
		rows := 60 + int(140*unit(5*i+2))
		m := degrade.Module{Name: "recall_" + string(rune('a'+i)), Source: true, Soft: true}
		for _, v := range []struct {
			name       string
			gain, cost float64
		}{{"full", 1, 1}, {"half", .72, .55}} {
			at := time.Duration(float64(median) * (.7 + .3*v.cost))
			m.Variants = append(m.Variants, degrade.Variant{Name: v.name, Gain: gain * v.gain, Rows: int(float64(rows) * v.cost),
				Time: lognormal{at.Seconds(), recallSigma}.quantile(.99), Fixed: micro(cost * v.cost),
				Arrived: lognormal{at.Seconds(), recallSigma}.by})
		}
		m.Variants = append(m.Variants, degrade.Variant{Off: true})
		spec.Modules = append(spec.Modules, m)
		recalls = append(recalls, m.Name)
	}
	for i, s := range []struct {
		name        string
		gain        float64
		keep        int
		fixed, each float64
		shares      []float64
		off         bool
	}{
		{"coarse", .10, 800, 20, .20, []float64{1, .7, .45, .25}, true},
		{"fine", .34, 300, 60, 1.6, []float64{1, .75, .5, .3, .15}, true},
		{"rerank", .12, 80, 40, 2.5, []float64{1, .6, .3}, true},
		{"page", .04, 20, 20, .5, []float64{1}, true},
	} {
		m := degrade.Module{Name: s.name, Inputs: recalls}
		if i > 0 {
			m.Inputs = []string{spec.Modules[len(spec.Modules)-1].Name}
		}
		for _, share := range s.shares {
			m.Variants = append(m.Variants, degrade.Variant{Name: percent(share), Gain: s.gain * math.Pow(share, .35),
				Rows: int(float64(s.keep) * share), Time: time.Duration(float64(8*time.Millisecond) * share),
				Fixed: micro(s.fixed * share), PerRow: micro(s.each)})
		}
		if s.off {
			m.Variants = append(m.Variants, degrade.Variant{Off: true})
		}
		spec.Modules = append(spec.Modules, m)
	}
	scale(&spec, cores/rate)
	return spec
}

// scale the costs so that the full plan takes so many seconds of CPU.
func scale(spec *degrade.Spec, seconds float64) {
	t := newTruth(spec)
	full := t.of(make([]uint8, len(spec.Modules)))
	by := seconds / (full.recallCPU + full.stageCPU)
	for i := range spec.Modules {
		for v := range spec.Modules[i].Variants {
			x := &spec.Modules[i].Variants[v]
			x.Fixed = time.Duration(float64(x.Fixed) * by)
			x.PerRow = time.Duration(float64(x.PerRow) * by)
		}
	}
}

func micro(us float64) time.Duration { return time.Duration(us * float64(time.Microsecond)) }

func percent(share float64) string {
	return string(rune('0'+int(share*10)/10)) + "." + string(rune('0'+int(share*10)%10))
}

var mix = []float64{.5, .3, .2}

func spikeOf(name, about string, load func(time.Duration) float64) Scenario {
	return Scenario{Name: name, About: about, Length: 70 * time.Second, Cores: spikeCores,
		Scenes: []Scene{{Spec: feed("feed", degrade.Core, 20, spikeFull, spikeCores), Load: load, Mix: mix}}}
}

const (
	spikeBase = 3_700
	spikePeak = 29_000
)

// Scenarios by name, in the order of the table.
func Scenarios() []Scenario {
	hard := func() func(time.Duration) float64 {
		return Spike(5*time.Second, spikeBase, spikePeak, 4*time.Second, 6*time.Second, 12*time.Second)
	}
	spike := spikeOf("spike", "3.7K to 29K in 4 s, and back within the minute",
		Spike(5*time.Second, spikeBase, spikePeak, 4*time.Second, time.Second, 4*time.Second))
	spike.Length = 45 * time.Second
	plateau := spikeOf("plateau", "the same with 6 s at the peak and 12 s down", hard())
	weak := spikeOf("weak", "the machine is 30 % slower from the middle of the plateau on", hard())
	weak.Faults = []Fault{{From: 12 * time.Second, To: time.Hour, Speed: .7}}
	stolen := spikeOf("stolen", "a neighbour takes 30 % of every core from the middle of the plateau on", hard())
	stolen.Faults = []Fault{{From: 12 * time.Second, To: time.Hour, Stolen: .3}}
	costs := spikeOf("costs", "each module's CPU is metered 20 % too high or too low", hard())
	costs.CostError = .2
	gains := spikeOf("gains", "every gain is told 30 % too high or too low", hard())
	gains.GainError = .3
	hang := spikeOf("hang", "one recall does not answer for 10 s in the middle", hard())
	hang.Faults = []Fault{{From: 8 * time.Second, To: 18 * time.Second, Hang: "recall_h"}}
	saw := spikeOf("sawtooth", "3.7K to 20K and back, every 12 s", Sawtooth(12*time.Second, spikeBase, 20_000, 2*time.Second, time.Second, 2*time.Second))
	saw.Periodic, saw.Waves = true, 5
	slow := spikeOf("slow", "no flood: one recall takes three times as long for 15 s", constant(spikeBase))
	slow.Length = 60 * time.Second
	slow.Faults = []Fault{{From: 5 * time.Second, To: 20 * time.Second, Slow: "recall_d"}}
	cold := spikeOf("cold", "a request costs half as much again on an idle machine", hard())
	cold.Cold, cold.Among = .5, .6
	return []Scenario{spike, plateau, weak, stolen, costs, gains, hang, saw, cold, slow, loud(), scenes()}
}

// loud is a spare scene that becomes nine times as loud, beside a core one and a
// quiet normal one.
func loud() Scenario {
	// The state that is followed is that of the first, so the loud one leads.
	sc := Scenario{Name: "loud", About: "a spare scene becomes 9 times as loud beside a core and a quiet normal one", Length: 45 * time.Second, Cores: spikeCores}
	for _, x := range []struct {
		name  string
		class degrade.Class
		load  func(time.Duration) float64
	}{
		{"spare", degrade.Spare, Spike(5*time.Second, 2000, 18_000, 4*time.Second, 6*time.Second, 6*time.Second)},
		{"core", degrade.Core, constant(2500)},
		{"normal", degrade.Normal, constant(200)},
	} {
		sc.Scenes = append(sc.Scenes, Scene{Spec: feed(x.name, x.class, 8, spikeFull, spikeCores), Load: x.load, Mix: mix, Quiet: x.class != degrade.Spare})
	}
	return sc
}

// scenes are 300 by Zipf's law, of all classes, with spikes one after another.
func scenes() Scenario {
	const n, total = 300, 9000
	sc := Scenario{Name: "scenes", About: "300 scenes by Zipf's law, of three classes, with staggered spikes", Length: 60 * time.Second, Cores: spikeCores, Periodic: true}
	spec := feed("", degrade.Core, 5, spikeFull, spikeCores)
	sum := 0.0
	for i := range n {
		sum += 1 / float64(i+1)
	}
	for i := range n {
		base := total / float64(i+1) / sum
		begin := time.Duration(i*37%45) * time.Second
		own := spec
		own.Scene, own.Class = fmt.Sprintf("scene%03d", i), degrade.Class(i%3)
		sc.Scenes = append(sc.Scenes, Scene{Spec: own, Mix: mix, Load: Spike(begin, base, 8*base, 2*time.Second, 4*time.Second, 3*time.Second)})
	}
	return sc
}
