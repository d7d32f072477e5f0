package degrade

import (
	"fmt"
	"math"
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade/solve"
)

// gridSteps is how finely time is cut, by the number of moments that must be
// tried one by one.
var gridSteps = [solve.MaxFixed + 1]int{120, 120, 40, 16}

// job is all that new plans are made of, copied.
type job struct {
	spec      *Spec
	revision  int
	pools     []int // by module
	cost      [][]variantCost
	time      [][]time.Duration
	arrive    [][]func(step time.Duration, n int) []float64
	suspended []bool
	byHand    []bool // of them those that a hand has switched off: they are not tried either
	poolCount int

	demand, budget []float64 // requests a second by tier; cores by pool
	scarce         uint32
}

// snapshot what was measured of a scene.
func (s *scene) snapshot() *job {
	s.revision++
	s.settleTimes()
	slow := s.slowdown()
	s.scarcely = s.scarce()
	j := &job{spec: &s.spec, revision: s.revision, poolCount: len(s.budget),
		demand: slices.Clone(s.demand), budget: slices.Clone(s.budget), scarce: s.scarcely}
	for i := range s.modules {
		m, spec := &s.modules[i], &s.spec.Modules[i]
		j.suspended = append(j.suspended, m.cause != none)
		j.byHand = append(j.byHand, m.cause == ByHand)
		j.pools = append(j.pools, m.pool)
		costs, times := make([]variantCost, len(m.variants)), make([]time.Duration, len(m.variants))
		arrive := make([]func(time.Duration, int) []float64, len(m.variants))
		scale, speed := m.scales(spec)
		for v := range m.variants {
			x, sv := &m.variants[v], &spec.Variants[v]
			if sv.Off {
				continue
			}
			if x.line.n > priorWeight {
				costs[v] = variantCost{x.line.fixed, x.line.perRow, 0}
			} else {
				costs[v] = variantCost{x.line.prior.fixed * scale, x.line.prior.perRow * scale, 0}
			}
			x.line.usedFixed, x.line.usedPerRow = x.line.fixed, x.line.perRow
			s.timesOf(x, sv, m, speed, slow, &times[v], &arrive[v], spec.Soft)
		}
		j.cost, j.time, j.arrive = append(j.cost, costs), append(j.time, times), append(j.arrive, arrive)
	}
	return j
}

// timesOf a variant: its 99th percentile, and the chance of being done by a time
// for those that are not waited for. While the module is switched off, what it
// was before counts: that is what recovery hopes for.
func (s *scene) timesOf(x *variant, sv *Variant, m *module, speed, slow float64, p99 *time.Duration, arrive *func(time.Duration, int) []float64, soft bool) {
	a := &x.arrivals
	if m.cause == none {
		a.used, a.usedMiss = a.p99, a.missedShare()
	}
	if a.known() && m.cause == none {
		*p99 = time.Duration(float64(a.p99) / slow)
		if soft {
			held := *a
			*arrive = func(step time.Duration, n int) []float64 { return held.by(step, n, slow) }
		}
		return
	}
	*p99 = time.Duration(float64(sv.Time) * speed)
	if soft {
		*arrive = func(step time.Duration, n int) []float64 {
			out := make([]float64, n+1)
			for d := range out {
				at := time.Duration(float64(d) * float64(step) / speed)
				switch {
				case sv.Arrived != nil:
					out[d] = min(1, max(0, sv.Arrived(at)))
				case at >= sv.Time:
					out[d] = 1
				}
			}
			return out
		}
	}
}

// scales are how far the measured variants of a module are from what its spec
// says of cost and time: those that never ran are likely as far.
func (m *module) scales(spec *Module) (cost, speed float64) {
	most, fastest := 0.0, 0.0
	cost, speed = 1, 1
	for v := range m.variants {
		x := &m.variants[v]
		if x.line.n > most && x.line.n > priorWeight {
			most, cost = x.line.n, x.line.scale()
		}
		if a := &x.arrivals; a.known() && a.n > fastest && spec.Variants[v].Time > 0 {
			fastest, speed = a.n, float64(a.p99)/float64(spec.Variants[v].Time)
		}
	}
	return cost, min(max(speed, .25), 4)
}

// slowdown of the local modules all alike: a busy machine makes every plan look
// slow, which says nothing about the plans.
func (s *scene) slowdown() float64 {
	var by []float64
	for i := range s.modules {
		if s.modules[i].pool != 0 || s.spec.Modules[i].Away {
			continue
		}
		for v := range s.modules[i].variants {
			if a := &s.modules[i].variants[v].arrivals; a.known() && a.base > 0 {
				by = append(by, float64(a.p50)/float64(a.base))
			}
		}
	}
	if len(by) == 0 {
		return 1
	}
	slices.Sort(by)
	return min(max(by[len(by)/2], 1), 4)
}

// solveFor makes the plans of a job: without what is suspended, and with all but
// what a hand has switched off.
func (c *Controller) solveFor(j *job) ([2]*lineup, error) {
	var out [2]*lineup
	var err error
	if out[withAll], err = j.priced(j.byHand, "a"); err != nil {
		return out, err
	}
	if out[without] = out[withAll]; !slices.Equal(j.suspended, j.byHand) {
		if out[without], err = j.priced(j.suspended, "s"); err != nil {
			return out, err
		}
	}
	out[withAll].whole = out[withAll].tiers[0][0]
	if slices.Contains(j.byHand, true) {
		out[withAll].whole, err = j.whole()
	}
	return out, err
}

// whole is the plan of a spec in which nothing is switched off.
func (j *job) whole() (*Plan, error) {
	p := j.problem(0, make([]bool, len(j.suspended)), gridSteps[solve.MaxFixed])
	ch, err := j.full(p)
	if err != nil {
		return nil, err
	}
	return &Plan{Variants: ch.Variant, Gain: ch.Gain, Share: 1, less: lessIn(ch.Variant), cost: ch.Cost, nanos: int64(ch.Cost[0] * 1e9),
		ID: fmt.Sprintf("%s.whole%d", j.spec.Key, j.revision)}, nil
}

// plan a scene for the first time.
func (c *Controller) plan(s *scene) error {
	began := c.opt.Now()
	lines, err := c.solveFor(s.snapshot())
	if err != nil {
		return fmt.Errorf("spec of %s: %w", s.spec.Key, err)
	}
	now := c.opt.Now()
	s.adopt(lines, nil, now, now.Sub(began))
	return nil
}

// adopt new plans, or keep those that are there and say why.
func (s *scene) adopt(lines [2]*lineup, err error, at time.Time, took time.Duration) {
	if err != nil {
		s.failed = err.Error()
		return
	}
	if s.lines[withAll] != nil && s.calibrated > 0 && !s.scaled {
		s.scaled = s.calibrated >= coldReadings
		s.rescale(s.lines[withAll].whole, lines[withAll].whole)
	}
	s.failed, s.lines, s.plannedAt, s.plannedIn = "", lines, at, took
}

// lineup of all tiers. Tiers that see the same gains share one hull.
func (j *job) lineup(suspended []bool, mark string, weights []float64) (*lineup, error) {
	spec := j.spec
	tiers := make([][]*Plan, len(spec.Tiers))
	for t := range spec.Tiers {
		for u := range t {
			if j.alike(t, u) {
				tiers[t] = tiers[u]
				break
			}
		}
		if tiers[t] == nil {
			plans, err := j.plans(t, suspended, mark, weights)
			if err != nil {
				return nil, err
			}
			tiers[t] = plans
		}
	}
	for t := range tiers {
		if keep := spec.Tiers[t].Keep; keep > 0 {
			n := 1
			for n < len(tiers[t]) && tiers[t][n].Share >= keep {
				n++
			}
			tiers[t] = tiers[t][:n]
		}
	}
	return newLineup(spec, tiers, weights), nil
}

func (j *job) alike(t, u int) bool {
	a, b := &j.spec.Tiers[t], &j.spec.Tiers[u]
	if !slices.Equal(a.Always, b.Always) {
		return false
	}
	for i := range j.spec.Modules {
		for v := range j.spec.Modules[i].Variants {
			x := &j.spec.Modules[i].Variants[v]
			if x.gainFor(a.Name) != x.gainFor(b.Name) {
				return false
			}
		}
	}
	return true
}

// plans of a tier: the full one, then the corners of the hull. Where by what was
// measured not even the fastest plan is in time, everything is supposed to be so
// many times as fast that one is: what a machine that does nothing in time can
// still tell is what gains the most for its CPU, and without that the full plan
// would be the only one.
func (j *job) plans(tier int, suspended []bool, mark string, weights []float64) ([]*Plan, error) {
	s, p, steps, err := j.solver(tier, suspended)
	if err != nil {
		return nil, err
	}
	hull := s.Hull(weights)
	for haste := 2; len(hull) == 0 && haste <= hasteMost; haste *= 2 {
		if s, p, steps, err = j.hastened(haste).solver(tier, suspended); err != nil {
			return nil, err
		}
		hull = s.Hull(weights)
	}
	full, err := j.full(p)
	if err != nil {
		return nil, err
	}
	choices := append([]solve.Choice{full}, hull...)
	if len(choices) > 1 && slices.Equal(choices[0].Variant, choices[1].Variant) {
		choices = choices[1:]
	}
	all := j.spec.fullGain(j.spec.Tiers[tier].Name)
	var out []*Plan
	for level, ch := range choices {
		plan := &Plan{Level: level, Variants: ch.Variant, Gain: ch.Gain, less: lessIn(ch.Variant), cost: ch.Cost, nanos: int64(ch.Cost[0] * 1e9),
			ID:     fmt.Sprintf("%s.%d.%s%d%s%d", j.spec.Key, tier, mark, j.revision, "L", level),
			Recall: j.recall(p, &ch, steps)}
		if plan.Share = 1; all > 0 {
			plan.Share = ch.Gain / all
		}
		if j.spec.Make != nil {
			plan.Made = j.spec.Make(plan)
		}
		out = append(out, plan)
	}
	return out, nil
}

func offVariant(m *Module) int {
	return slices.IndexFunc(m.Variants, func(v Variant) bool { return v.Off })
}

// full plan: every module as first written, or off where it is suspended.
func (j *job) full(p *solve.Problem) (solve.Choice, error) {
	only := *p
	only.Modules = slices.Clone(p.Modules)
	pick := make([]uint8, len(p.Modules))
	for m := range only.Modules {
		all := only.Modules[m].Variants
		for v := range all {
			if !all[v].Barred {
				pick[m] = uint8(v)
				break
			}
		}
		only.Modules[m].Variants = all[pick[m] : pick[m]+1]
	}
	ch := solve.Choice{Variant: pick, Within: make([]int, len(pick))}
	s, err := solve.New(&only)
	if err != nil {
		return ch, err
	}
	if best, ok := s.Best(make([]float64, p.Pools), math.Inf(-1)); ok {
		ch.Within, ch.Gain = best.Within, best.Gain
	} else {
		for m := range only.Modules {
			ch.Gain += only.Modules[m].Variants[0].Gain
		}
	}
	ch.Cost, _ = p.Cost(pick)
	return ch, nil
}

// problem of a tier on a grid of so many steps.
func (j *job) problem(tier int, suspended []bool, steps int) *solve.Problem {
	spec := j.spec
	step := (spec.Deadline + time.Duration(steps) - 1) / time.Duration(steps)
	p := &solve.Problem{Pools: j.poolCount, Deadline: int(spec.Deadline / step)}
	for i := range spec.Modules {
		m := &spec.Modules[i]
		out := solve.Module{Name: m.Name, Pool: j.pools[i], Source: m.Source}
		for _, in := range m.Inputs {
			out.Inputs = append(out.Inputs, spec.module(in))
		}
		for _, in := range m.Needs {
			out.Needs = append(out.Needs, spec.module(in))
		}
		fixed := slices.Contains(spec.Tiers[tier].Always, m.Name)
		for v := range m.Variants {
			x := &m.Variants[v]
			sv := solve.Variant{Gain: x.gainFor(spec.Tiers[tier].Name), Rows: x.Rows, Off: x.Off,
				Fixed: j.cost[i][v].fixed, PerRow: j.cost[i][v].perRow, Time: int((j.time[i][v] + step - 1) / step)}
			if f := j.arrive[i][v]; f != nil {
				sv.Arrive = f(step, p.Deadline)
			}
			if v > 0 && fixed && !suspended[i] || suspended[i] && !x.Off && offVariant(m) >= 0 {
				sv.Barred = true
			}
			out.Variants = append(out.Variants, sv)
		}
		p.Modules = append(p.Modules, out)
	}
	return p
}

// recall is until when soft modules are waited for: the latest that any is given.
func (j *job) recall(p *solve.Problem, ch *solve.Choice, steps int) time.Duration {
	step := (j.spec.Deadline + time.Duration(steps) - 1) / time.Duration(steps)
	ends, last := make([]int, len(p.Modules)), 0
	for m := range p.Modules {
		begin := 0
		for _, u := range p.Modules[m].Inputs {
			begin = max(begin, ends[u])
		}
		ends[m] = begin + ch.Within[m]
		if x := &p.Modules[m].Variants[ch.Variant[m]]; x.Arrive != nil && !x.Off {
			last = max(last, ends[m])
		}
	}
	return time.Duration(last) * step
}

// rescale the capacity when the costs that it was measured by, guesses of the
// spec, give way to the first that were seen: it is a capacity for planned work.
func (s *scene) rescale(was, is *Plan) {
	p := s.local
	if was.nanos <= 0 || p.rate <= 0 || !p.learnt {
		return
	}
	share := min(1, s.rate*float64(was.nanos)*1e-9/p.rate) // of the work
	ratio := float64(is.nanos) / float64(was.nanos)
	by := 1 + share*(ratio-1)
	p.whole, p.capacity, p.did = p.whole*by, p.capacity*by, p.did*by
}
