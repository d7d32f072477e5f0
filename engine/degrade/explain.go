package degrade

import (
	"fmt"
	"math"
	"time"
)

// Explanation of what a key would do at a rate, from what is measured now.
type Explanation struct {
	Key      Key
	Rate     float64 // requests a second
	Capacity float64 // cores of planned work
	Need     float64 // cores that the full plans would take
	Suffices float64 // requests a second of full plans that the capacities keep; 0 when nothing bounds them
	Kept     float64 // share of the full plans' weighted gain
	Shed     float64 // share refused
	Price    float64 // weighted gain by core of the step that is bought in part
	Binding  string  // the pool that binds first, "cpu" for this process's; "" when none does
	Tiers    []TierExplanation
}

// TierExplanation is what a tier would have.
type TierExplanation struct {
	Tier   string
	Level  int
	Deeper float64 // share on the next level
	Shed   float64
	Recall time.Duration
	Plan   string // what the lighter and the deeper of the two levels leave out
	Below  string
	Gain   float64             // share of the full plan's that is kept
	Off    []ModuleExplanation // what differs from the full plan at the deeper of the two levels
}

// ModuleExplanation is why a module does not run in full.
type ModuleExplanation struct {
	Module, Variant string
	Gain            float64       // that is given up
	Saves           time.Duration // CPU of a request, with what follows from it downstream
	Why             string
}

// Explain what a key would do at so many requests a second, alone on the
// machine, with the mix of tiers that it has now. It changes nothing.
func (c *Controller) Explain(key Key, rate float64) (Explanation, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := (*c.scenes.Load())[key]
	if s == nil {
		return Explanation{}, fmt.Errorf("there is no %s", key)
	}
	if !(rate >= 0 && rate < 1e12) {
		return Explanation{}, fmt.Errorf("%g requests a second of %s", rate, key)
	}
	asked := rate
	rate = max(rate, 1e-9) // of nobody at all nothing could be told
	demand, weights := make([]float64, len(s.mix)), 0.0
	for _, share := range s.mix {
		weights += share
	}
	for t, share := range s.mix {
		demand[t] = rate * share / weights
	}
	l := s.lines[without]
	e := Explanation{Key: key, Rate: asked, Capacity: c.local.capacity}
	_, e.Need = l.need(demand, 0)
	budget := make([]float64, len(s.budget))
	suffices := math.Inf(1)
	for q := range budget {
		budget[q] = unbounded
		if q < len(c.pools) && c.pools[q].capacity > 0 {
			budget[q] = headroom * c.pools[q].capacity
		}
		if _, full := l.need(demand, q); full > 0 && budget[q] < unbounded {
			suffices = min(suffices, rate*budget[q]/full)
		}
	}
	if !math.IsInf(suffices, 1) {
		e.Suffices = suffices
	}
	var f filled
	l.fill(&s.spec, demand, budget, &f)
	e.Price, e.Binding = f.price, s.poolName(f.binding)
	got, all, refused := 0.0, 0.0, 0.0
	for t, plans := range l.tiers {
		light, deep, _ := split(plans, f.depth[t])
		part := f.depth[t] - float64(int(f.depth[t]))
		w := demand[t] * s.spec.Tiers[t].Weight
		all += w * plans[0].Gain
		got += w * (1 - f.shed[t]) * ((1-part)*light.Gain + part*deep.Gain)
		refused += demand[t] * f.shed[t]
		x := TierExplanation{Tier: s.spec.Tiers[t].Name, Level: light.Level, Deeper: part, Shed: f.shed[t], Recall: light.Recall,
			Plan: light.describe(&s.spec), Below: deep.describe(&s.spec), Gain: (1 - f.shed[t]) * ((1-part)*light.Share + part*deep.Share)}
		used := light
		if part > 0 {
			used = deep
		}
		x.Off = s.why(plans[0], used)
		e.Tiers = append(e.Tiers, x)
	}
	e.Shed = refused / rate
	e.Kept = 1 - e.Shed // where nothing is said to gain anything, whoever is answered has all
	if all > 0 {
		e.Kept = got / all
	}
	return e, nil
}

// why a plan leaves out what the full one has.
func (s *scene) why(all, used *Plan) []ModuleExplanation {
	var out []ModuleExplanation
	for m, v := range used.Variants {
		if v == all.Variants[m] {
			continue
		}
		spec := &s.spec.Modules[m]
		x := ModuleExplanation{Module: spec.Name, Variant: spec.Variants[v].label(), Gain: spec.Variants[all.Variants[m]].Gain - spec.Variants[v].Gain}
		x.Saves = s.costWith(used, m, all.Variants[m]) - s.costWith(used, m, v)
		x.Why = "the least gain for what it costs"
		if c := s.modules[m].cause; c != none {
			x.Why = c.String()
		}
		out = append(out, x)
	}
	return out
}

// costWith is the CPU of a plan in which a module has another variant: rows that it
// hands on are paid for downstream.
func (s *scene) costWith(p *Plan, module int, variant uint8) time.Duration {
	sum := 0.0
	out := make([]int, len(s.modules))
	for m := range s.modules {
		spec, v := &s.spec.Modules[m], int(p.Variants[m])
		if m == module {
			v = int(variant)
		}
		rows := 0
		for _, in := range spec.Inputs {
			rows += out[s.spec.module(in)]
		}
		if x := &spec.Variants[v]; spec.Source {
			rows, out[m] = x.Rows, x.Rows
		} else if out[m] = rows; x.Rows > 0 {
			out[m] = min(rows, x.Rows)
		}
		l := &s.modules[m].variants[v].line
		sum += l.fixed + l.perRow*float64(rows)
	}
	return time.Duration(sum * 1e9)
}
