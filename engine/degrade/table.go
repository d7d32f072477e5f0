package degrade

import (
	"math"
	"slices"
	"sync/atomic"
	"time"
)

// table is what requests of a key are decided by. A tick that changes no plan only
// stores the numbers anew, each by itself: between two of them a request may meet
// one of either tick. Everything else is never changed; another table takes its place.
type table struct {
	stance
	tiers []row

	// In-flight work in CPU ns, above which every request has the cheapest plan,
	// or is refused. It acts between ticks.
	soft, hard atomic.Int64
}

// stance of a key to all of its users.
type stance struct {
	salt  uint64
	full  *Plan
	watch bool
	off   bool // likewise, and not counted
}

// row is a tier. Users below cut have the deeper plan, those below shed none;
// of both kinds those whose other hash lies below try run what is tried.
type row struct {
	offer
	cut, shed, tryCut, try atomic.Uint64
}

// offer to a tier.
type offer struct {
	light, deep, cheapest *Plan
	tryLight, tryDeep     *Plan
	reason, tryReason     Reason
	noShed                bool
}

// shares of a tier: the numbers of its row.
type shares struct{ cut, shed, tryCut, try uint64 }

func (r *row) store(n shares) {
	r.cut.Store(n.cut)
	r.shed.Store(n.shed)
	r.tryCut.Store(n.tryCut)
	r.try.Store(n.try)
}

func (r *row) shares() shares {
	return shares{r.cut.Load(), r.shed.Load(), r.tryCut.Load(), r.try.Load()}
}

// publish what requests go by.
func (s *scene) publish(now time.Time, seed uint64) {
	for i := range s.filled {
		if f := s.filling(i); len(f.depth) == 0 {
			s.lines[i].fill(&s.spec, s.demand, s.budget, f) // nothing has bound them yet
		}
	}
	if hour := now.Unix() / 3600; hour != s.saltHour || s.salt == 0 {
		s.saltHour, s.salt = hour, hash(seed^uint64(hour), s.spec.Key.String())
	}
	mode := s.mode()
	next := stance{salt: s.salt, full: s.lines[withAll].whole, watch: mode != Act, off: mode == Off}
	soft, hard := int64(math.MaxInt64), int64(math.MaxInt64)
	if !s.alone() {
		soft, hard = s.local.backlog(s.spec.Deadline)
		if s.local.short && !s.gives() { // it is others who are too loud: they give way first
			soft = soft/2 + hard/2
		}
	}
	trying := s.machine.share(s.rate)
	t := s.table.Load()
	if t != nil && t.stance == next && s.keep(t, trying) {
		if !s.renumber(t, soft, hard) {
			return
		}
	} else {
		t = &table{stance: next, tiers: make([]row, len(s.numbers))}
		for i := range t.tiers {
			t.tiers[i].offer, s.numbers[i] = s.offer(i, trying)
			t.tiers[i].store(s.numbers[i])
		}
		t.soft.Store(soft)
		t.hard.Store(hard)
		s.table.Store(t)
		clear(s.parts) // of other plans
	}
	s.noteLess(now, t)
}

// gives tells whether somebody has less for want of budget.
func (s *scene) gives() bool {
	return slices.ContainsFunc(s.filling(without).depth, func(d float64) bool { return d > 1e-3 })
}

// keep tells whether a table offers what is to be offered. It leaves the numbers of
// the tiers.
func (s *scene) keep(t *table, trying float64) bool {
	for i := range t.tiers {
		var next offer
		if next, s.numbers[i] = s.offer(i, trying); next != t.tiers[i].offer {
			return false
		}
	}
	return true
}

// renumber a table, and tell whether there was anything new. A backlog that is a
// little more or less is not.
func (s *scene) renumber(t *table, soft, hard int64) bool {
	near := func(a, b int64) bool { return math.Abs(float64(a)-float64(b)) <= .05*float64(a) }
	same := near(soft, t.soft.Load()) && near(hard, t.hard.Load())
	for i := range t.tiers {
		if r := &t.tiers[i]; r.shares() != s.numbers[i] {
			r.store(s.numbers[i])
			same = false
		}
	}
	if !same {
		t.soft.Store(soft)
		t.hard.Store(hard)
	}
	return !same
}

// offer to a tier, of whom a share of the users tries what is switched off.
func (s *scene) offer(tier int, trying float64) (o offer, n shares) {
	plans := s.lines[without].tiers[tier]
	o.light, o.deep, n.cut = split(plans, s.filled[without].depth[tier])
	o.cheapest = plans[len(plans)-1]
	n.shed = below(s.filled[without].shed[tier])
	o.noShed = s.noShed[tier]
	o.reason = OnBudget
	switch {
	case s.hold.active() && (s.hold.Level > 0 || s.handed()):
		o.reason = OnForce
	case s.suspended():
		o.reason = OnCause
	}
	if trying > 0 && (s.machine.state == RECOVERING || tier != s.top || len(s.numbers) == 1) {
		n.try, o.tryReason = below(trying), OnProbe
		o.tryLight, o.tryDeep, n.tryCut = split(s.lines[withAll].tiers[tier], s.filling(withAll).depth[tier])
	}
	return o, n
}

// filling of a lineup; two that are one are filled once.
func (s *scene) filling(lines int) *filled {
	if s.lines[lines] == s.lines[without] {
		lines = without
	}
	return &s.filled[lines]
}

// split a depth between its two plans: users below cut have the deeper one.
func split(plans []*Plan, depth float64) (light, deep *Plan, cut uint64) {
	at := min(int(depth), len(plans)-1)
	light = plans[at]
	deep = plans[min(at+1, len(plans)-1)]
	return light, deep, below(depth - float64(at))
}
