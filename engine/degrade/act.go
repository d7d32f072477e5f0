package degrade

import (
	"math/bits"
	"slices"
	"time"
)

// judge what the tick brought: causes, care, and the end of overrides.
func (s *scene) judge(now time.Time, c *Controller) {
	if s.hold.active() && !now.Before(s.hold.until) {
		s.expire(now, c, "")
	}
	saturated := s.local.busy >= full
	if s.machine.state != FROZEN {
		for _, m := range s.examine(now, saturated) {
			s.urgent, s.moved = true, true
			c.note(s, now, s.spec.Modules[m].Name+" is "+s.modules[m].cause.String(), "")
		}
	}
	bad := s.late
	if s.machine.state == NORMAL && !bad {
		s.settle()
	}
	// Late although there is CPU: something unknown is slow, so do less of all.
	dt := Step.Seconds()
	s.well.see(s.windows.sum(0, 1), s.late)
	switch {
	case bad && !saturated && !s.suspended():
		s.care = max(.3, s.care*(1-.5*dt))
	case s.care < 1 && (s.well.proved(s.exit()) || s.windows.sum(0, 30).n < minProof):
		s.care = min(1, s.care*(1+release*dt))
	}
}

// well is what became of the requests since they were last proved to be late.
type well struct {
	of    tally
	ticks int
}

func (w *well) see(newest tally, late bool) {
	w.of.n, w.of.bad, w.ticks = w.of.n+newest.n, w.of.bad+newest.bad, w.ticks+1
	if late {
		*w = well{}
	}
}

// proved to be well: by their number, or, where too few come for that, when for long
// nothing spoke against it.
func (w *well) proved(exit float64) bool {
	lo, hi := w.of.wilson()
	return hi < exit || time.Duration(w.ticks)*Step >= quietFor && lo <= exit
}

// exit is the share of timeouts below which all is well: as written, or twice
// what it is on good days, where those are not as good as that.
func (s *scene) exit() float64 {
	return min(max(s.spec.Exit, 2*s.usual.share()), s.spec.Enter)
}

// act fills the budget, steps the machine and publishes what requests go by.
func (s *scene) act(now time.Time, c *Controller) {
	if s.machine.state == FROZEN {
		return
	}
	s.funds = append(s.funds[:0], s.budget...)
	if s.alone() { // a hand that wants the full plans has them
		for q := range s.funds {
			s.funds[q] = unbounded
		}
	}
	if s.scarce() != s.scarcely {
		s.moved = true
	}
	for i := range s.lines {
		s.lines[i].refusal = float64(s.local.refusal.Load()) * 1e-9
		if i == withAll && s.lines[withAll] == s.lines[without] {
			break // filling tells
		}
		s.lines[i].fill(&s.spec, s.demand, s.funds, &s.filled[i])
		if s.filled[i].refused == 1 && !s.local.strained() {
			clear(s.filled[i].shed)
		}
		for t := range s.filled[i].depth {
			last := float64(len(s.lines[i].tiers[t]) - 1)
			s.filled[i].depth[t] = max(s.filled[i].depth[t], min(s.hold.least(t), last))
		}
	}
	f := &s.filled[without]
	deep := slices.ContainsFunc(f.depth, func(d float64) bool { return d > 1e-3 })
	g := signs{deep: deep, short: s.short(),
		shed: slices.ContainsFunc(f.shed, func(x float64) bool { return x > 0 }),
		bad:  s.late, severe: s.windows.severe(),
		caused: s.caused(), forced: s.hold.Level > 0 || s.hold.held() || s.handed(),
		rate: s.rate, enter: s.spec.Enter, exit: s.exit(), deepens: s.deepened()}
	if s.machine.state == RECOVERING {
		g.recent = s.windows.sum(0, 1)
	}
	g.alive, g.dead = s.look()
	if s.machine.state == PROBING || s.machine.rung >= 0 {
		g.tried, g.enter, g.exit = s.trial()
	}
	from := s.machine.state
	changed, anew := s.machine.step(now, &g)
	if anew {
		s.forget()
	}
	if from == RECOVERING && s.machine.state == NORMAL {
		s.restore()
	}
	if changed {
		c.event(s, now, from, "")
	}
	s.publish(now, c.opt.Seed)
}

// short tells whether a budget is clearly below what the full plans need.
func (s *scene) short() bool {
	for q, need := range s.needs {
		if need > 0 && s.funds[q]/need < restBelow {
			return true
		}
	}
	return false
}

// trial is what the probe did: the worst of the modules that are tried, and of
// the requests.
func (s *scene) trial() (worst tally, enter, exit float64) {
	worst = s.probe.read()
	enter, exit = s.spec.Enter, s.exit()
	top, _ := worst.wilson()
	for left := s.tried(); left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		t := s.modules[i].probe.read()
		if lo, _ := t.wilson(); t.n > 0 && lo >= top {
			top, worst = lo, t
			enter, exit = max(s.spec.Enter, overUsual*s.ends[i].usual), max(s.exit(), 2*s.ends[i].usual)
		}
	}
	return worst, enter, exit
}

// look at the few requests that run what is switched off: alive when each such
// module was done in time in all of them, dead when one was in none.
func (s *scene) look() (alive, dead bool) {
	alive = true
	for left := s.tried(); left != 0; left &= left - 1 {
		t := s.modules[bits.TrailingZeros64(left)].probe.read()
		alive = alive && t.n >= fewLooks && t.bad == 0
		dead = dead || t.n >= fewLooks && t.bad >= t.n
	}
	return alive, dead
}

// forget what was tried.
func (s *scene) forget() {
	s.probe.forget()
	for i := range s.modules {
		s.modules[i].probe.forget()
	}
}

// restore all that had a cause.
func (s *scene) restore() {
	for left := s.tried(); left != 0; left &= left - 1 {
		i := bits.TrailingZeros64(left)
		s.setCause(i, none)
		s.ends[i].forget()
		s.urgent, s.moved = true, true
	}
}

// weightOfDepth sums the tiers' depths by their traffic.
func (s *scene) weightOfDepth() float64 {
	sum := 0.0
	for t, d := range s.filled[without].depth {
		sum += d * s.mix[t]
	}
	return sum
}

// deepened tells whether the depth has grown by more than its noise since it was
// least.
func (s *scene) deepened() bool {
	const noise = .5
	d := s.weightOfDepth()
	s.least = min(s.least, d)
	if d <= s.least+noise {
		return false
	}
	s.least = d
	return true
}

// full is the share of users on the full plan.
func (s *scene) full() float64 {
	if s.handed() {
		return 0
	}
	sum := 0.0
	for t, d := range s.filled[without].depth {
		sum += s.mix[t] * max(0, 1-d)
	}
	if s.suspended() {
		sum *= s.machine.share(s.rate)
	}
	return sum
}

// deepest tells what the deepest plan in use leaves out.
func (s *scene) deepest() string {
	plan := s.deepestPlan()
	if plan == nil {
		return ""
	}
	return plan.describe(&s.spec)
}
