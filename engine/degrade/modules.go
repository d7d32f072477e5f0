package degrade

import (
	"math"
	"time"
)

// ModuleStatus is a module that may be turned, or one that must run.
type ModuleStatus struct {
	Module   string
	Pool     string
	Turnable bool
	Variant  string // at the deepest level in use; full: the first one
	Less     float64
	Gain     float64       // of the full module
	GivesUp  float64       // of it, by the variant
	Cost     time.Duration // CPU of the full module a request
	Saves    time.Duration // CPU that the variant saves, with what follows from it downstream
	P50, P99 time.Duration // of the full module; 0: not measured
	Critical bool          // on the longest path of the full plan
	Cause    Cause         // 0: none but the budget
	Since    time.Time     // of the cause, or since somebody has less; zero: nobody has
	Why      string
	Tiers    []ModuleTierStatus
}

// ModuleTierStatus is what a tier has of a module.
type ModuleTierStatus struct {
	Variant string  // at the deeper of its two levels in use
	Less    float64 // share of its users that have less than the full module
}

// Modules of a key as they are run now, in the spec's order; nil for an unknown
// key.
func (c *Controller) Modules(key Key) []ModuleStatus {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := (*c.scenes.Load())[key]
	if s == nil {
		return nil
	}
	deepest := s.deepestPlan()
	critical := s.critical()
	out := make([]ModuleStatus, len(s.modules))
	for i := range s.modules {
		spec, m := &s.spec.Modules[i], &s.modules[i]
		x := &out[i]
		*x = ModuleStatus{Module: spec.Name, Pool: spec.Pool, Turnable: len(spec.Variants) > 1, Variant: "full", Gain: spec.Variants[0].Gain,
			Critical: critical[i], Cause: m.cause, Since: m.since}
		for t := range s.spec.Tiers {
			less, variant := s.less(i, t)
			x.Tiers = append(x.Tiers, ModuleTierStatus{variant, less})
			x.Less += s.mix[t] * less
		}
		full := s.lines[withAll].tiers[0][0]
		x.Cost = s.ownCost(full, i)
		if a := &m.variants[0].arrivals; a.known() {
			x.P50, x.P99 = a.p50, a.p99
		}
		if m.cause == none {
			x.Since = m.less
		}
		if v := deepest.Variants[i]; v != 0 {
			x.Variant = spec.Variants[v].label()
			x.GivesUp = spec.Variants[0].Gain - spec.Variants[v].Gain
			x.Saves = s.costWith(deepest, i, 0) - s.costWith(deepest, i, v)
			x.Why = s.whyLess(i)
		}
	}
	return out
}

func (s *scene) whyLess(module int) string {
	if c := s.modules[module].cause; c != none {
		return c.String()
	}
	return "the least gain for what it costs"
}

// less is the share of a tier's users who have less than a full module, and the
// variant of its deeper plan.
func (s *scene) less(module, tier int) (share float64, variant string) {
	light, deep, _ := split(s.lines[without].tiers[tier], s.filled[without].depth[tier])
	part := s.filled[without].depth[tier] - float64(light.Level)
	if light == deep {
		part = 0
	}
	used := light
	if part > 1e-6 {
		used = deep
	}
	variant = "full"
	if v := used.Variants[module]; v != 0 {
		variant = s.spec.Modules[module].Variants[v].label()
	}
	if light.Variants[module] != 0 {
		share += 1 - part
	}
	if deep.Variants[module] != 0 {
		share += part
	}
	return min(share, 1), variant
}

// part of a tier's users, as bits: those on the lighter of its plans, and those on
// the deeper one.
type part uint8

const (
	onLight part = 1 << iota
	onDeep
)

// partOf the users who have plans at such a depth.
func partOf(depth float64) part {
	const some = 1e-6 // of the users
	switch share := depth - math.Floor(depth); {
	case share <= some:
		return onLight
	case share >= 1-some:
		return onDeep
	}
	return onLight | onDeep
}

// noteLess keeps since when somebody has less of a module, by the table that was
// published. Of plans that were made anew the levels may have changed: what counts is
// what runs.
func (s *scene) noteLess(now time.Time, table *table) {
	same := true
	for t, depth := range s.filled[without].depth {
		if p := partOf(depth); s.parts[t] != p {
			s.parts[t], same = p, false
		}
	}
	if same {
		return
	}
	less := uint64(0)
	for t, p := range s.parts {
		if p&onLight != 0 {
			less |= table.tiers[t].light.less
		}
		if p&onDeep != 0 {
			less |= table.tiers[t].deep.less
		}
	}
	if less == s.lessen {
		return
	}
	for i := range s.modules {
		switch was, is := s.lessen>>i&1, less>>i&1; {
		case is == 0:
			s.modules[i].less = time.Time{}
		case was == 0:
			s.modules[i].less = now
		}
	}
	s.lessen = less
}

// deepestPlan in use: that of the least gain.
func (s *scene) deepestPlan() *Plan {
	var plan *Plan
	for t, d := range s.filled[without].depth {
		p := s.lines[without].tiers[t][min(int(math.Ceil(d-1e-6)), len(s.lines[without].tiers[t])-1)]
		if plan == nil || p.Share < plan.Share {
			plan = p
		}
	}
	return plan
}

// ownCost of a module in a plan.
func (s *scene) ownCost(p *Plan, module int) time.Duration {
	l := &s.modules[module].variants[p.Variants[module]].line
	return time.Duration(1e9 * (l.fixed + l.perRow*float64(s.rowsInto(p)[module])))
}

// rowsInto each module of a plan (of a source: out of it).
func (s *scene) rowsInto(p *Plan) []int {
	in, out := make([]int, len(s.modules)), make([]int, len(s.modules))
	for m := range s.modules {
		spec := &s.spec.Modules[m]
		x := &spec.Variants[p.Variants[m]]
		for _, i := range spec.Inputs {
			in[m] += out[s.spec.module(i)]
		}
		if spec.Source {
			in[m], out[m] = x.Rows, x.Rows
		} else if out[m] = in[m]; x.Rows > 0 {
			out[m] = min(in[m], x.Rows)
		}
	}
	return in
}

// critical modules: those on the longest path by the 99th percentiles.
func (s *scene) critical() []bool {
	n := len(s.modules)
	ends, from := make([]time.Duration, n), make([]int, n)
	last := 0
	for i := range s.modules {
		from[i] = -1
		for _, name := range s.spec.Modules[i].Inputs {
			if in := s.spec.module(name); from[i] < 0 || ends[in] > ends[from[i]] {
				from[i] = in
			}
		}
		took := s.spec.Modules[i].Variants[0].Time
		if a := &s.modules[i].variants[0].arrivals; a.known() {
			took = a.p99
		}
		if ends[i] = took; from[i] >= 0 {
			ends[i] += ends[from[i]]
		}
		if ends[i] > ends[last] {
			last = i
		}
	}
	out := make([]bool, n)
	for i := last; i >= 0; i = from[i] {
		out[i] = true
	}
	return out
}

// Level is a plan of a tier.
type Level struct {
	Tier     int
	Plan     *Plan
	Describe string   // what it leaves out; full: nothing
	Changes  []string // likewise, one by one
}

// Levels of a key: the plans of each tier, from the full one on.
func (c *Controller) Levels(key Key) []Level {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := (*c.scenes.Load())[key]
	if s == nil {
		return nil
	}
	var out []Level
	for t, plans := range s.lines[without].tiers {
		for _, p := range plans {
			out = append(out, Level{t, p, p.describe(&s.spec), p.changes(&s.spec)})
		}
	}
	return out
}
