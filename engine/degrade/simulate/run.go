package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Report is a scenario with all that ran in it.
type Report struct {
	Scenario string   `json:"scenario"`
	About    string   `json:"about"`
	Seed     uint64   `json:"seed"`
	Results  []Result `json:"results"`
	Aims     []Aim    `json:"aims"` // of the controller
}

// Policies there are, in the order of the table.
func Policies() []string {
	var out []string
	for _, p := range policies {
		out = append(out, p.name)
	}
	return out
}

// AboutPolicy says in a line what a policy does.
func AboutPolicy(name string) string {
	for _, p := range policies {
		if p.name == name {
			return p.about
		}
	}
	return ""
}

// Run a scenario with the named policies, each in the same world.
func Run(ctx context.Context, sc Scenario, names []string, seed uint64) (Report, error) {
	rep := Report{Scenario: sc.Name, About: sc.About, Seed: seed}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return rep, err
		}
		at := slices.IndexFunc(policies[:], func(m maker) bool { return m.name == name })
		if at < 0 {
			return rep, fmt.Errorf("there is no policy %q", name)
		}
		w := newWorld(&sc, seed)
		w.policy = policies[at].make(w)
		r := w.run(ctx.Done())
		if err := ctx.Err(); err != nil {
			return rep, err
		}
		r.Policy = name
		best, err := yardstick(&sc, w.slots)
		if err != nil {
			return rep, fmt.Errorf("yardstick of %s: %w", sc.Name, err)
		}
		r.finish(w, best)
		rep.Results = append(rep.Results, *r)
		if at == 0 {
			rep.Aims = aimsOf(&sc, r)
		}
	}
	return rep, nil
}

// newWorld of a scenario. What the policy is told differs from the truth by the
// errors of the scenario.
func newWorld(sc *Scenario, seed uint64) *world {
	source := func(n uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, n)) }
	w := &world{scenario: sc, seed: seed, machine: machine{cores: sc.Cores}, speed: 1,
		arrivals: source(1), service: source(2), worth: source(3), out: &Result{scenes: make([]sceneCount, len(sc.Scenes))}}
	made := map[time.Duration]*[tableSize]float64{}
	for i := range sc.Scenes {
		spec := &sc.Scenes[i].Spec
		w.truths = append(w.truths, newTruth(spec))
		w.slot = append(w.slot, make([]float64, len(spec.Tiers)))
		told := *spec
		told.Modules = slices.Clone(spec.Modules)
		wrong := make([]float64, len(told.Modules))
		tables := make([][]*[tableSize]float64, len(told.Modules))
		for m := range told.Modules {
			off := func(by float64) float64 { return 1 + by*float64(1-2*int(w.worth.Uint64()&1)) }
			cost, gain := off(sc.CostError), off(sc.GainError)
			wrong[m] = cost
			told.Modules[m].Variants = slices.Clone(told.Modules[m].Variants)
			for v := range told.Modules[m].Variants {
				x := &told.Modules[m].Variants[v]
				x.Gain *= gain
				x.Fixed, x.PerRow = time.Duration(float64(x.Fixed)*cost), time.Duration(float64(x.PerRow)*cost)
				if made[x.Time] == nil && x.Arrived != nil {
					made[x.Time] = tableOf(x.Time)
				}
				tables[m] = append(tables[m], made[x.Time])
			}
		}
		w.told, w.wrong, w.tables = append(w.told, told), append(w.wrong, wrong), append(w.tables, tables)
	}
	return w
}

// tableOf a recall's times by its 99th percentile: even quantiles of its
// distribution.
func tableOf(p99 time.Duration) *[tableSize]float64 {
	t := &[tableSize]float64{}
	d := lognormal{sigma: recallSigma}
	d.median = p99.Seconds() / lognormal{1, recallSigma}.quantile(.99).Seconds()
	for i := range t {
		t[i] = d.quantile((float64(i) + .5) / tableSize).Seconds()
	}
	return t
}

// fulls are the full plans of the scenes.
func (w *world) fulls() [][]uint8 {
	var out [][]uint8
	for i := range w.told {
		out = append(out, make([]uint8, len(w.told[i].Modules)))
	}
	return out
}

// watch what the policy does, at the end of a tick.
func (w *world) watch() {
	if !w.counting() {
		return
	}
	at := seconds(w.now) - warmUp
	rate, cores := 0.0, 0.0
	for i := range w.scenario.Scenes {
		r := w.scenario.Scenes[i].Load(at)
		full := w.truths[i].known(w.fullOf(i))
		rate += r
		cores += r * (full.recallCPU + full.stageCPU)
	}
	capacity := w.machine.cores * w.speed * (1 - w.machine.taken) * (1 - w.machine.garbage)
	if over := cores > .92*capacity; over {
		if w.out.crossed == 0 {
			w.out.crossed = w.now
		}
		w.out.fell = 0
	} else if w.out.crossed > 0 && w.out.fell == 0 {
		w.out.fell = w.now
	}
	state := w.policy.state(0)
	if state != "NORMAL" {
		w.out.normalSince = 0
	} else if w.out.normalSince == 0 && w.out.crossed > 0 {
		w.out.normalSince = w.now
	}
	for i := range w.out.scenes {
		w.out.scenes[i].states.see(w.policy.state(i))
	}
	p := Point{At: w.now - warmUp.Seconds(), Rate: rate, State: state}
	if rate > 0 {
		p.Budget = capacity / cores * rate
	}
	for i := range w.out.scenes {
		p.Refused += w.out.scenes[i].shed
		p.Late += w.out.scenes[i].late
	}
	w.out.Timeline = append(w.out.Timeline, p)
}

func (w *world) fullOf(scene int) []uint8 {
	for len(w.full) <= scene {
		w.full = append(w.full, make([]uint8, len(w.told[len(w.full)].Modules)))
	}
	return w.full[scene]
}
