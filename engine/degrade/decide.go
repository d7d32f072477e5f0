package degrade

import "sync/atomic"

// Reason of a decision.
type Reason uint8

// Reasons.
const (
	OnFull    Reason = iota // nothing is wrong
	OnBudget                // the budget buys no more
	OnCause                 // a module is slow or dead
	OnProbe                 // tries what is switched off
	OnForce                 // an operator said so
	OnBacklog               // more is under way than can be done in time
	OnShed                  // not even the cheapest plan for everybody fits
	OnWatch                 // would be less, but the key is only watched
	OnUnknown               // there is no such key
)

var reasons = [...]string{"full", "budget", "cause", "probe", "forced", "backlog", "shed", "watching", "unknown"}

func (r Reason) String() string { return reasons[r] }

// Decision for one request. It is to be handed to Done, whatever became of the
// request; one that was shed may be left.
type Decision struct {
	Shed   bool
	Probe  bool
	Reason Reason
	Plan   *Plan // never nil, but when Reason is OnUnknown: then everything runs
	Full   *Plan // that leaves nothing out
	Acts   bool  // what is decided is done; false of a key that is only watched
	NoShed bool  // its tier is never refused
	Cohort uint8 // of the user, below Cohorts: whoever refuses more begins with the last

	scene *scene
	tier  uint8
}

// Cohorts that users are in, by the hash by which they are refused.
const Cohorts = 128

// Gate is a key as it was registered: it decides for that spec also when the key
// has been given another one meanwhile.
type Gate struct{ s *scene }

// Decide is the Controller's, without looking for the key.
func (g *Gate) Decide(user string, tier int) Decision { return g.s.decide(user, tier) }

// Decide what a request of a user may do. Tier is its index in the spec, one
// that is none counts as 0. It takes no lock and allocates nothing.
func (c *Controller) Decide(scene, pipeline, user string, tier int) Decision {
	s := (*c.scenes.Load())[Key{scene, pipeline}]
	if s == nil {
		return Decision{Reason: OnUnknown}
	}
	return s.decide(user, tier)
}

func (s *scene) decide(user string, tier int) Decision {
	t := s.table.Load()
	if uint(tier) >= uint(len(t.tiers)) {
		tier = 0
	}
	s.arrived[tier].Add(1)
	r := &t.tiers[tier]
	u := hash(t.salt, user)
	d := Decision{Plan: r.light, Reason: r.reason, Full: t.full, Acts: !t.watch, NoShed: r.noShed, Cohort: Cohorts - 1 - uint8(u>>57), scene: s, tier: uint8(tier)}
	if u < r.cut.Load() {
		d.Plan = r.deep
	}
	if d.Plan.Level == 0 && r.reason == OnBudget {
		d.Reason = OnFull
	}
	if try := r.try.Load(); try > 0 && mix(u) < try {
		d.Plan, d.Probe, d.Reason = r.tryLight, true, r.tryReason
		if u < r.tryCut.Load() {
			d.Plan = r.tryDeep
		}
	}
	under := s.local.underWay.Load()
	if under > t.soft.Load() && d.Plan.nanos > r.cheapest.nanos {
		d.Plan, d.Reason, d.Probe = r.cheapest, OnBacklog, false
	}
	if u < r.shed.Load() {
		d.Shed, d.Reason = true, OnShed
	} else if under > t.hard.Load() && !r.noShed {
		d.Shed, d.Reason = true, OnBacklog
	}
	if t.watch && (d.Shed || !d.Plan.whole()) {
		if !t.off {
			s.would.Add(1)
		}
		d.Plan, d.Shed, d.Probe, d.Reason = t.full, false, false, OnWatch
	}
	if d.Shed {
		s.refused.Add(1)
		s.local.done.Add(s.local.refusal.Load())
		return d
	}
	s.local.underWay.Add(d.Plan.nanos)
	return d
}

// counters by tier.
type counters [MaxTiers]atomic.Uint64
