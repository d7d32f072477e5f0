package degrade

import "time"

// Status of a key, copied.
type Status struct {
	Key       Key
	State     State
	Since     time.Time
	Why       string
	Mode      Mode
	Capacity  float64    // of this process's CPU, in cores of planned work
	Busy      float64    // share of its cores
	Rate      float64    // requests a second, of the last tick
	Planned   float64    // the rate that is planned for
	Budget    float64    // cores it may use; no more than Need
	Need      float64    // cores its full plans would take
	Binding   string     // the pool that binds, "cpu" for this process's; "" when none does
	Price     float64    // weighted gain by core of the step that is bought in part
	Full      float64    // share of users on the full plan
	Trying    float64    // share of users that try what is switched off
	Care      float64    // share of the budget used while something slow is not understood
	Late      [2]float64 // bounds of the share of late ones within the last second
	Seen      [2]uint64  // requests within it, and the late ones
	Enter     float64
	Exit      float64
	Ramp      []float64
	Rung      int       // of a recovery, from 1; 0: none
	NextTry   time.Time // earliest probe; zero: none is waited for
	Requests  uint64    // decided since the key was registered
	Refused   uint64
	Asked     float64 // weights of all of them
	Given     float64 // the same, each by the share of the full plan that it was answered with in time
	Would     uint64  // decisions that were not carried out because the key is only watched
	Reversals int     // recoveries taken back within the last minute
	Alarm     bool    // more of them than there should be
	Tiers     []TierStatus
	Off       []OffStatus
	Hold      *HoldStatus
	Failed    string    // why plans are old
	Solved    time.Time // when the plans were made, and how long that took
	Took      time.Duration
}

// TierStatus is how a tier is served.
type TierStatus struct {
	Name        string
	Share       float64 // of the requests
	Weight      float64
	Levels      int
	Recall      time.Duration // of the deeper plan in use
	Level       int           // of the lighter plan in use
	Deeper      float64       // share of its users on the next level
	Shed        float64       // share refused
	Plan, Below string        // what the two leave out
	Gain        float64       // expected share of the full plan's
}

// OffStatus is a module that is switched off for a cause.
type OffStatus struct {
	Module string
	Cause  Cause
	Since  time.Time
}

// HoldStatus is what an operator said.
type HoldStatus struct {
	Override
	At, Until time.Time
}

// Status of a key; one that is not there has the zero Status.
func (c *Controller) Status(key Key) Status {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := (*c.scenes.Load())[key]
	if s == nil {
		return Status{}
	}
	return s.status(c.opt.Now())
}

// Keys that are registered, in their order.
func (c *Controller) Keys() []Key {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]Key, len(c.order))
	for i, s := range c.order {
		out[i] = s.spec.Key
	}
	return out
}

// poolName of a pool that binds; "" of none.
func (s *scene) poolName(q int) string {
	switch {
	case q < 0 || q >= len(s.poolNames):
		return ""
	case q == 0:
		return "cpu"
	}
	return s.poolNames[q]
}

func (s *scene) status(now time.Time) Status {
	seen := s.windows.sum(0, 10)
	lo, hi := seen.wilson()
	m := &s.machine
	st := Status{Key: s.spec.Key, State: m.state, Since: m.since, Why: m.why, Mode: s.mode(), Capacity: s.local.capacity, Busy: min(1, s.local.busy),
		Seen: [2]uint64{seen.n, seen.bad}, Enter: s.spec.Enter, Exit: s.exit(), Ramp: s.spec.Ramp, Rung: m.rung + 1, Solved: s.plannedAt, Took: s.plannedIn, Rate: s.rate, Planned: s.ahead.taken,
		Budget: min(s.budget[0], s.needs[0]), Need: s.needs[0], Price: s.filled[without].price, Binding: s.poolName(s.filled[without].binding), Full: s.full(), Trying: m.share(s.rate),
		Care: s.care, Late: [2]float64{lo, hi}, Refused: s.refused.Load(), Would: s.would.Load(), Reversals: m.reversals(now), Failed: s.failed}
	if s.suspended() && m.state == DEGRADED {
		st.NextTry = later(m.next, later(m.deepened.Add(s.spec.Hold), m.since.Add(m.hold)))
	}
	st.Asked, st.Given = s.worth()
	st.Alarm = st.Reversals > tooManyTurns
	for t := range s.spec.Tiers {
		st.Requests += s.arrived[t].Load()
		f := &s.filled[without]
		light, deep, _ := split(s.lines[without].tiers[t], f.depth[t])
		part := f.depth[t] - float64(light.Level)
		if light == deep {
			part = 0
		}
		recall := light.Recall
		if part > 0 {
			recall = deep.Recall
		}
		st.Tiers = append(st.Tiers, TierStatus{Name: s.spec.Tiers[t].Name, Share: s.mix[t], Weight: s.spec.Tiers[t].Weight, Levels: len(s.lines[without].tiers[t]), Recall: recall, Level: light.Level, Deeper: part, Shed: f.shed[t],
			Plan: light.describe(&s.spec), Below: deep.describe(&s.spec), Gain: (1-part)*light.Share + part*deep.Share})
	}
	for i := range s.modules {
		if c := s.modules[i].cause; c != none {
			st.Off = append(st.Off, OffStatus{s.spec.Modules[i].Name, c, s.modules[i].since})
		}
	}
	if h := &s.hold; h.active() {
		st.Hold = &HoldStatus{Override: h.Override, At: h.at, Until: h.until}
	}
	return st
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
