package degrade

import (
	"math"
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
			s.filled[withAll] = s.filled[without].copy(s.filled[withAll])
			break
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
		bad:  s.late, severe: s.windows.sum(0, 3).proved(.20),
		caused: s.caused(), forced: s.hold.Level > 0 || s.hold.held() || s.byHand(), recent: s.windows.sum(0, 1),
		rate: s.rate, enter: s.spec.Enter, exit: s.exit(), deepens: s.deepened()}
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

func (s *scene) byHand() bool { return s.anyModule(func(c Cause) bool { return c == ByHand }) }

// trial is what the probe did: the worst of the modules that are tried, and of
// the requests.
func (s *scene) trial() (worst tally, enter, exit float64) {
	worst = s.probe.read()
	enter, exit = s.spec.Enter, s.exit()
	top, _ := worst.wilson()
	for i := range s.modules {
		m := &s.modules[i]
		if m.cause == none || m.cause == ByHand {
			continue
		}
		t := m.probe.read()
		if lo, _ := t.wilson(); t.n > 0 && lo >= top {
			top, worst = lo, t
			enter, exit = max(s.spec.Enter, overUsual*m.usual), max(s.exit(), 2*m.usual)
		}
	}
	return worst, enter, exit
}

// look at the few requests that run what is switched off: alive when each such
// module was done in time in all of them, dead when one was in none.
func (s *scene) look() (alive, dead bool) {
	alive = true
	for i := range s.modules {
		m := &s.modules[i]
		if m.cause == none || m.cause == ByHand {
			continue
		}
		t := m.probe.read()
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
	for i := range s.modules {
		if c := s.modules[i].cause; c != none && c != ByHand {
			s.modules[i].cause = none
			s.modules[i].late = lateness{seen: s.modules[i].late.seen}
			s.urgent, s.moved = true, true
		}
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

// publish the table.
func (s *scene) publish(now time.Time, seed uint64) {
	for i := range s.filled {
		if len(s.filled[i].depth) == 0 {
			s.lines[i].fill(&s.spec, s.demand, s.budget, &s.filled[i]) // nothing has bound them yet
		}
	}
	if hour := now.Unix() / 3600; hour != s.saltHour || s.draft.salt == 0 {
		s.saltHour, s.draft.salt = hour, hash(seed^uint64(hour), s.spec.Key.String())
	}
	t := &s.draft
	t.off = s.mode() == Off
	t.watch, t.full, t.soft, t.hard = s.mode() != Act, s.lines[withAll].whole, math.MaxInt64, math.MaxInt64
	t.tiers = t.tiers[:0]
	if !s.alone() {
		t.soft, t.hard = s.local.backlog(s.spec.Deadline)
		if s.local.short && !s.gives() { // it is others who are too loud: they give way first
			t.soft = t.soft/2 + t.hard/2
		}
	}
	share := s.machine.share(s.rate)
	top := s.topTier()
	for i := range s.spec.Tiers {
		t.tiers = append(t.tiers, row{})
		r := &t.tiers[i]
		r.light, r.deep, r.cut = split(s.lines[without].tiers[i], s.filled[without].depth[i])
		r.cheapest = s.lines[without].tiers[i][len(s.lines[without].tiers[i])-1]
		r.shed = below(s.filled[without].shed[i])
		r.noShed = s.spec.Tiers[i].NoShed
		r.reason = OnBudget
		switch {
		case s.hold.active() && (s.hold.Level > 0 || s.byHand()):
			r.reason = OnForce
		case s.suspended():
			r.reason = OnCause
		}
		if share > 0 && (s.machine.state == RECOVERING || i != top || len(s.spec.Tiers) == 1) {
			r.try, r.tryReason = below(share), OnProbe
			r.tryLight, r.tryDeep, r.tryCut = split(s.lines[withAll].tiers[i], s.filled[withAll].depth[i])
		}
	}
	if old := s.table.Load(); old == nil || !old.same(t) {
		next := *t
		next.tiers = slices.Clone(t.tiers)
		s.table.Store(&next)
		s.noteLess(now)
	}
}

// gives tells whether somebody has less for want of budget.
func (s *scene) gives() bool {
	return slices.ContainsFunc(s.filled[without].depth, func(d float64) bool { return d > 1e-3 })
}

// same decisions, but for a backlog that is a little more or less.
func (t *table) same(o *table) bool {
	near := func(a, b int64) bool { return math.Abs(float64(a)-float64(b)) <= .05*float64(a) }
	return t.salt == o.salt && t.watch == o.watch && t.off == o.off && t.full == o.full && near(t.soft, o.soft) && near(t.hard, o.hard) &&
		slices.Equal(t.tiers, o.tiers)
}

// topTier is the one that is not probed: that of the highest weight.
func (s *scene) topTier() int {
	top := 0
	for i := range s.spec.Tiers {
		if s.spec.Tiers[i].Weight > s.spec.Tiers[top].Weight {
			top = i
		}
	}
	return top
}

// split a depth between its two plans: users below cut have the deeper one.
func split(plans []*Plan, depth float64) (light, deep *Plan, cut uint64) {
	at := min(int(depth), len(plans)-1)
	light = plans[at]
	deep = plans[min(at+1, len(plans)-1)]
	return light, deep, below(depth - float64(at))
}

// full is the share of users on the full plan.
func (s *scene) full() float64 {
	if s.byHand() {
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
