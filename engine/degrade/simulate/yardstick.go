package simulate

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/solve"
)

// yardstick is the gain of the best that could be done: in every tick the
// arrivals, the capacity, and all true costs and gains are known, and all cores
// are busy. To refuse somebody is allowed, when that gains more elsewhere.
func yardstick(sc *Scenario, slots []slot) (float64, error) {
	orders := map[string][]buy{} // by what hangs
	sum := 0.0
	for _, s := range slots {
		key := strings.Join(s.hang, " ")
		order, ok := orders[key]
		if !ok {
			var err error
			if order, err = orderOf(sc, s.hang); err != nil {
				return 0, err
			}
			orders[key] = order
		}
		left := s.capacity * stepSeconds
		for _, b := range order {
			take := min(s.arrivals[b.scene][b.tier]*b.cost, left)
			sum += take * b.ratio
			if left -= take; left <= 0 {
				break
			}
		}
	}
	return sum, nil
}

// buy is a step up of one tier of one scene.
type buy struct {
	scene, tier int
	cost, ratio float64 // CPU seconds a request; weighted gain by them
}

// orderOf all steps, the best worth first.
func orderOf(sc *Scenario, hang []string) ([]buy, error) {
	var steps []buy
	hulls := map[*degrade.Module][]corner{} // scenes that share their modules share their hull
	for i := range sc.Scenes {
		spec := &sc.Scenes[i].Spec
		hull := hulls[&spec.Modules[0]]
		if hull == nil {
			var err error
			if hull, err = trueHull(spec, hang); err != nil {
				return nil, err
			}
			hulls[&spec.Modules[0]] = hull
		}
		for t := range spec.Tiers {
			for k := 1; k < len(hull); k++ {
				dc, dg := hull[k].cost-hull[k-1].cost, hull[k].gain-hull[k-1].gain
				if dc > 0 {
					steps = append(steps, buy{i, t, dc, spec.Tiers[t].Weight * dg / dc})
				}
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b buy) int { return cmp.Compare(b.ratio, a.ratio) })
	return steps, nil
}

type corner struct{ cost, gain float64 }

// ProblemOf a scene with its true costs, on a grid of 120 steps. Modules that
// hang never arrive.
func ProblemOf(spec *degrade.Spec, hang []string) *solve.Problem {
	const steps = 120
	p := &solve.Problem{Pools: 1, Deadline: steps}
	step := spec.Deadline / steps
	t := newTruth(spec)
	for i := range spec.Modules {
		m := &spec.Modules[i]
		out := solve.Module{Name: m.Name, Source: m.Source, Inputs: t.input[i]}
		for v := range m.Variants {
			x := &m.Variants[v]
			sv := solve.Variant{Gain: x.Gain, Off: x.Off, Fixed: x.Fixed.Seconds(), PerRow: x.PerRow.Seconds(),
				Time: int((x.Time + step - 1) / step), Rows: keepOf(m, x)}
			if m.Source && x.Off {
				sv.Rows = 0
			}
			if x.Arrived != nil {
				sv.Arrive = make([]float64, steps+1)
				for d := range sv.Arrive {
					if !slices.Contains(hang, m.Name) {
						sv.Arrive[d] = x.Arrived(step * time.Duration(d))
					}
				}
			}
			out.Variants = append(out.Variants, sv)
		}
		p.Modules = append(p.Modules, out)
	}
	return p
}

// trueHull of a scene, from nothing to the full plan.
func trueHull(spec *degrade.Spec, hang []string) ([]corner, error) {
	s, err := solve.New(ProblemOf(spec, hang))
	if err != nil {
		return nil, err
	}
	points := []corner{{}}
	hull := s.Hull([]float64{1})
	slices.Reverse(hull)
	for _, c := range hull {
		next := corner{c.Cost[0], c.Gain}
		for len(points) > 1 {
			a, b := points[len(points)-2], points[len(points)-1]
			if (b.gain-a.gain)*(next.cost-b.cost) >= (next.gain-b.gain)*(b.cost-a.cost) {
				break
			}
			points = points[:len(points)-1]
		}
		points = append(points, next)
	}
	return points, nil
}
