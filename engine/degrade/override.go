package degrade

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// MaxOverride is how long a hand may hold a key at most.
const MaxOverride = 24 * time.Hour

// Action is what an operator does to a key.
type Action uint8

// Actions.
const (
	Force    Action = iota // the full plans, a level at least, or modules off
	HoldBack               // deeper if need be, not lighter than now
	Freeze                 // as it stands
	OnlyWatch
	DoAct
)

var actions = [...]string{"force", "hold", "freeze", "watch", "act"}

func (a Action) String() string { return actions[min(int(a), len(actions)-1)] }

// Override is what an operator says. It always ends.
type Override struct {
	Action Action
	By     string // who; required
	Reason string // why, for whoever looks
	For    time.Duration
	Level  int      // of Force: at least this level for everybody; deeper ones go to the cheapest
	Off    []string // of Force: modules switched off
	Full   bool     // of Force: the full plan for everybody, whatever the budget says
}

// override as it holds.
type override struct {
	Override
	at, until time.Time
	floor     []float64 // of HoldBack: depth by tier
}

func (o *override) active() bool { return o.By != "" }

func (o *override) freezes() bool { return o.active() && o.Action == Freeze }

// full tells whether a hand wants the full plans.
func (o *override) full() bool { return o.active() && o.Action == Force && o.Full }

// least depth that a hand leaves a tier.
func (o *override) least(tier int) float64 {
	switch {
	case !o.active():
		return 0
	case o.Action == HoldBack && tier < len(o.floor):
		return o.floor[tier]
	}
	return float64(o.Level)
}

// held tells whether a hand keeps somebody from the full plan.
func (o *override) held() bool {
	return o.active() && slices.ContainsFunc(o.floor, func(d float64) bool { return d > 0 })
}

// alone tells whether what a hand forces is all that holds: the full plans, or
// anything where the key itself does not act.
func (s *scene) alone() bool {
	return s.hold.full() || s.hold.active() && s.hold.Action == Force && s.spec.Mode != Act
}

// mode of a key: a hand's, else the spec's.
func (s *scene) mode() Mode {
	switch {
	case s.hold.active() && s.hold.Action == OnlyWatch:
		return Watch
	case s.hold.active() && (s.hold.Action == DoAct || s.hold.Action == Force):
		return Act
	}
	return s.spec.Mode
}

// Override a key until the override ends, in the place of an earlier one.
func (c *Controller) Override(key Key, o Override) error {
	s, unlock, err := c.hold(key, o.By, o.For)
	if err != nil {
		return err
	}
	defer unlock()
	if o.Action > DoAct {
		return fmt.Errorf("override of %s: no action %d", key, o.Action)
	}
	if o.Full && (o.Level > 0 || len(o.Off) > 0) || o.Level < 0 {
		return fmt.Errorf("override of %s: full and less at once", key)
	}
	if o.Action != Force && (o.Full || o.Level > 0 || len(o.Off) > 0) {
		return fmt.Errorf("override of %s: only force says full, a level, or what is off", key)
	}
	off, err := s.switchable(o.Off)
	if err != nil {
		return fmt.Errorf("override of %s: %w", key, err)
	}
	s.begin(c, override{Override: o, at: c.opt.Now(), until: c.opt.Now().Add(o.For)}, off)
	return nil
}

// switchable modules by name.
func (s *scene) switchable(names []string) ([]int, error) {
	var off []int
	for _, name := range names {
		m := s.spec.module(name)
		if m < 0 || offVariant(&s.spec.Modules[m]) < 0 {
			return nil, fmt.Errorf("module %q is not there or cannot be off", name)
		}
		off = append(off, m)
	}
	return off, nil
}

// begin an override.
func (s *scene) begin(c *Controller, o override, off []int) {
	now := c.opt.Now()
	s.letGo()
	o.Off = slices.Clone(o.Off)
	s.hold = o
	for _, m := range off {
		s.setCause(m, ByHand)
		s.modules[m].since = now
		s.urgent, s.moved = true, true
	}
	from := s.machine.state
	switch {
	case o.Action == Freeze:
		s.machine.to(now, FROZEN, "frozen by hand")
		c.event(s, now, from, o.By)
		return
	case from == FROZEN:
		s.machine.to(now, DEGRADED, "no longer frozen")
	case o.Action == HoldBack:
		s.hold.floor = slices.Clone(s.filled[without].depth)
	}
	c.note(s, now, [...]string{"forced", "not lighter than now", "", "only watched", "acts"}[o.Action], o.By)
}

// Release a key from a hand.
func (c *Controller) Release(key Key, by string) error {
	s, unlock, err := c.hold(key, by, Step)
	if err != nil {
		return err
	}
	defer unlock()
	if s.hold.active() {
		s.expire(c.opt.Now(), c, by)
	}
	return nil
}

// SetThresholds of a key: the shares of timeouts that are proved bad and good.
func (c *Controller) SetThresholds(key Key, enter, exit float64, by string) error {
	s, unlock, err := c.hold(key, by, Step)
	if err != nil {
		return err
	}
	defer unlock()
	if !(exit > 0 && exit <= enter && enter < 1) {
		return fmt.Errorf("thresholds of %s: enter %g and exit %g, must be 0 < exit ≤ enter < 1", key, enter, exit)
	}
	s.spec.Enter, s.spec.Exit = enter, exit
	c.note(s, c.opt.Now(), fmt.Sprintf("thresholds %g and %g", enter, exit), by)
	return nil
}

// SetGain of a variant, for a tier or, with none named, for all that have none
// of their own.
func (c *Controller) SetGain(key Key, module, variant, tier string, gain float64, by string) error {
	s, unlock, err := c.hold(key, by, Step)
	if err != nil {
		return err
	}
	defer unlock()
	if err := s.spec.setGain(module, variant, tier, gain); err != nil {
		return fmt.Errorf("gain of %s: %w", key, err)
	}
	s.moved = true
	c.note(s, c.opt.Now(), fmt.Sprintf("gain of %s %s is %g", module, variant, gain), by)
	return nil
}

// hold finds a key for somebody; the caller unlocks.
func (c *Controller) hold(key Key, by string, d time.Duration) (*scene, func(), error) {
	if by == "" {
		return nil, nil, errors.New("nobody's name is given")
	}
	if d <= 0 || d > MaxOverride {
		return nil, nil, fmt.Errorf("for %v, must be above 0 and at most %v", d, MaxOverride)
	}
	c.mu.Lock()
	s := (*c.scenes.Load())[key]
	if s == nil {
		c.mu.Unlock()
		return nil, nil, fmt.Errorf("there is no %s", key)
	}
	return s, c.mu.Unlock, nil
}

// letGo of what a hand has done.
func (s *scene) letGo() {
	s.hold = override{}
	for i := range s.modules {
		if s.modules[i].cause == ByHand {
			s.setCause(i, none)
			s.urgent, s.moved = true, true
		}
	}
}

// expire an override.
func (s *scene) expire(now time.Time, c *Controller, by string) {
	was := s.hold
	s.letGo()
	if was.freezes() {
		from := s.machine.state
		s.machine.to(now, DEGRADED, "no longer frozen")
		c.event(s, now, from, by)
		return
	}
	c.note(s, now, [...]string{"no longer forced", "no longer held", "", "no longer watched by hand", "no longer acting by hand"}[was.Action], by)
}
