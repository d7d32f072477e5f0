package simulate

import (
	"slices"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/solve"
)

// yardstick is the gain of the best that could be done: in every tick the
// arrivals, the capacity, and all true costs and gains are known, and all cores
// are busy. To refuse somebody is allowed, when that gains more elsewhere.
func yardstick(sc *Scenario, slots []slot) (float64, error) {
	type buy struct {
		scene, tier int
		cost, ratio float64
	}
	var steps []buy
	for i := range sc.Scenes {
		spec := &sc.Scenes[i].Spec
		hull, err := trueHull(spec)
		if err != nil {
			return 0, err
		}
		for t := range spec.Tiers {
			w := spec.Tiers[t].Weight
			for k := 1; k < len(hull); k++ {
				dc, dg := hull[k].cost-hull[k-1].cost, w*(hull[k].gain-hull[k-1].gain)
				if dc > 0 {
					steps = append(steps, buy{i, t, dc, dg / dc})
				}
			}
		}
	}
	slices.SortStableFunc(steps, func(a, b buy) int {
		switch {
		case a.ratio > b.ratio:
			return -1
		case a.ratio < b.ratio:
			return 1
		}
		return 0
	})
	sum := 0.0
	for _, s := range slots {
		left := s.capacity * stepSeconds
		for _, b := range steps {
			n := s.arrivals[b.scene][b.tier]
			take := min(n*b.cost, left)
			sum += take * b.ratio
			if left -= take; left <= 0 {
				break
			}
		}
	}
	return sum, nil
}

type corner struct{ cost, gain float64 }

// trueHull of a scene, from nothing to the full plan.
func trueHull(spec *degrade.Spec) ([]corner, error) {
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
			if m.Source {
				if sv.Rows = x.Rows; x.Off {
					sv.Rows = 0
				}
			}
			if x.Arrived != nil {
				for d := range steps + 1 {
					sv.Arrive = append(sv.Arrive, x.Arrived(step*timeOf(d)))
				}
			}
			out.Variants = append(out.Variants, sv)
		}
		p.Modules = append(p.Modules, out)
	}
	s, err := solve.New(p)
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
