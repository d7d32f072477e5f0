package degrade

import (
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade/solve"
)

// Cause is why a module is switched off other than for the budget: what has
// such a cause returns by probe and rungs only.
type Cause uint8

// Causes.
const (
	none Cause = iota
	Slow
	Dead
	ByHand
)

var causes = [...]string{"", "slow", "dead", "by hand"}

func (c Cause) String() string { return causes[c] }

const (
	deadShare   = .80 // proved late or failed: it does not answer at all
	slowAtLeast = .20
	overUsual   = 3 // times the usual share of late answers
)

// examine the modules for one that is slow or dead by itself. When most of the
// others are late as well, the machine is: that is for the budget. So it is of what
// runs here while no time is left: whatever runs when the deadline comes is late.
func (s *scene) examine(now time.Time, saturated bool) (found []int) {
	if s.inTime >= endingTicks {
		return nil
	}
	var late, sorted [solve.MaxModules]float64
	for i := range s.modules {
		if w := s.ends[i].recent(); w.bad > 0 {
			late[i], _ = w.wilson()
		}
	}
	sorted = late
	slices.Sort(sorted[:len(s.modules)])
	middle := sorted[len(s.modules)/2]
	for i := range s.modules {
		m := &s.modules[i]
		if m.cause != none || s.ends[i].recent().n < minProof || offVariant(&s.spec.Modules[i]) < 0 {
			continue
		}
		bound := max(s.spec.Enter, slowAtLeast, overUsual*s.ends[i].usual, overUsual*middle)
		if m.pool == 0 && !s.spec.Modules[i].Away {
			if s.local.saturated() {
				continue
			}
			if saturated {
				bound = max(bound, deadShare)
			}
		}
		if late[i] <= bound {
			continue
		}
		cause := Slow
		if late[i] > deadShare {
			cause = Dead
		}
		s.setCause(i, cause)
		m.since = now
		found = append(found, i)
	}
	return found
}

// usual is the share of late requests on good days: counts that fade over five
// minutes.
type usual struct{ n, bad float64 }

func (u *usual) take(t tally) {
	const keep = 1 - 1/(5*60*10.) // of each tick
	u.n, u.bad = keep*u.n+float64(t.n), keep*u.bad+float64(t.bad)
}

// share that is usual; 0 while it is not known.
func (u *usual) share() float64 {
	const enough = 200
	if u.n < enough {
		return 0
	}
	return u.bad / u.n
}

// settle the usual share of late answers, and the usual times, slowly, while all is
// well.
func (s *scene) settle() {
	s.usual.take(s.windows.sum(0, 1))
	for i := range s.ends {
		s.ends[i].settle()
	}
	s.settling++
}

// settleTimes by as many ticks as have been well since that was done last. In
// between the times were the same: they are read after this.
func (s *scene) settleTimes() {
	for _, k := range s.known {
		a := &s.modules[k.module].variants[k.variant].arrivals
		for range s.settling {
			a.base += time.Duration(.01 * float64(a.p50-a.base))
			if a.base < a.p50/2 {
				a.base = a.p50
			}
		}
	}
	s.settling = 0
}

// setCause of a module, none to switch it on.
func (s *scene) setCause(module int, cause Cause) {
	bit := uint64(1) << module
	s.modules[module].cause = cause
	s.off, s.byHand = s.off&^bit, s.byHand&^bit
	if cause != none {
		s.off |= bit
	}
	if cause == ByHand {
		s.byHand |= bit
	}
}

// suspended tells whether a module is switched off for a cause, or by a hand.
func (s *scene) suspended() bool { return s.off != 0 }

// caused tells whether one is switched off that comes back by being tried.
func (s *scene) caused() bool { return s.tried() != 0 }

// tried are the modules that are switched off until they have been tried, as bits.
func (s *scene) tried() uint64 { return s.off &^ s.byHand }

// handed tells whether a hand has switched one off.
func (s *scene) handed() bool { return s.byHand != 0 }
