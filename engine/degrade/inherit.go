package degrade

import "slices"

// inherit what an earlier spec of the key brought to light: a new version in the
// middle of a flood neither forgets the flood nor lets go of a hand. Both belong
// to the caller.
func (s *scene) inherit(was *scene) {
	was.settleTimes()
	for t := range s.spec.Tiers {
		if u := was.spec.tier(s.spec.Tiers[t].Name); u >= 0 {
			s.mix[t] = was.mix[u]
		}
	}
	copy(s.units, was.units)
	s.few, s.steady, s.ahead, s.rate, s.care, s.well = was.few, was.steady, was.ahead, was.rate, was.care, was.well
	s.windows = was.windows
	s.windows.n, s.windows.late, s.windows.errs = 0, 0, 0 // the meter is new
	s.calibrated, s.scaled = was.calibrated, was.scaled
	s.revision = was.revision
	spec := s.machine.spec
	s.machine = was.machine
	s.machine.spec = spec
	s.machine.turns = slices.Clone(was.machine.turns)
	s.machine.rung = min(s.machine.rung, len(spec.Ramp)-1)
	s.hold = was.hold
	if len(s.hold.floor) != len(s.spec.Tiers) {
		s.hold.floor = nil
	}
	for i := range s.modules {
		m := was.spec.module(s.spec.Modules[i].Name)
		if m < 0 {
			continue
		}
		s.inheritModule(i, was, m)
	}
	s.know()
	s.moved = true
}

// inheritModule i from module m of an earlier spec.
func (s *scene) inheritModule(i int, was *scene, m int) {
	now, then := &s.spec.Modules[i], &was.spec.Modules[m]
	if now.Pool != then.Pool {
		return
	}
	for v := range now.Variants {
		u := slices.IndexFunc(then.Variants, func(x Variant) bool { return x.label() == now.Variants[v].label() })
		if u < 0 {
			continue
		}
		a, b := &s.modules[i].variants[v], &was.modules[m].variants[u]
		prior := a.line.prior
		a.line = b.line
		a.line.prior, a.line.seen = prior, [5]uint64{}
		a.arrivals = b.arrivals
		a.arrivals.seenN, a.arrivals.seenMiss = 0, 0
		for k := range a.arrivals.buckets {
			a.arrivals.buckets[k].seen = 0
		}
	}
	s.ends[i].usual = was.ends[m].usual
	if b := &was.modules[m]; b.cause != none && offVariant(now) >= 0 {
		s.setCause(i, b.cause)
		s.modules[i].since = b.since
	}
}
