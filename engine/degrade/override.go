package degrade

import (
	"errors"
	"fmt"
	"time"
)

// MaxOverride is how long a hand may hold a key at most.
const MaxOverride = 24 * time.Hour

// Override is what an operator says. It always ends.
type Override struct {
	By    string // who; required
	For   time.Duration
	Level int      // at least this level for everybody; deeper ones go to the cheapest
	Off   []string // modules switched off
	Full  bool     // the full plan for everybody, whatever the budget says
}

type override struct {
	by     string
	until  time.Time
	freeze bool
	full   bool
	level  int
}

func (o *override) active() bool { return o.by != "" }

// Force a key until the override ends.
func (c *Controller) Force(key Key, o Override) error {
	s, unlock, err := c.hold(key, o.By, o.For)
	if err != nil {
		return err
	}
	defer unlock()
	if o.Full && (o.Level > 0 || len(o.Off) > 0) || o.Level < 0 {
		return fmt.Errorf("force of %s: full and less at once", key)
	}
	var off []int
	for _, name := range o.Off {
		m := s.spec.module(name)
		if m < 0 || offVariant(&s.spec.Modules[m]) < 0 {
			return fmt.Errorf("force of %s: module %q is not there or cannot be off", key, name)
		}
		off = append(off, m)
	}
	now := c.opt.Now()
	s.letGo()
	s.hold = override{by: o.By, until: now.Add(o.For), full: o.Full, level: o.Level}
	for _, m := range off {
		s.modules[m].cause, s.modules[m].since = ByHand, now
		s.urgent, s.moved = true, true
	}
	if s.machine.state == FROZEN {
		s.machine.to(now, DEGRADED, "forced")
	}
	c.note(s, now, "forced", o.By)
	return nil
}

// Freeze a key as it stands.
func (c *Controller) Freeze(key Key, by string, d time.Duration) error {
	s, unlock, err := c.hold(key, by, d)
	if err != nil {
		return err
	}
	defer unlock()
	now := c.opt.Now()
	s.letGo()
	s.hold = override{by: by, until: now.Add(d), freeze: true}
	from := s.machine.state
	s.machine.to(now, FROZEN, "frozen by hand")
	c.event(s, now, from, by)
	return nil
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

// SetMode of a key.
func (c *Controller) SetMode(key Key, mode Mode, by string) error {
	s, unlock, err := c.hold(key, by, Step)
	if err != nil {
		return err
	}
	defer unlock()
	s.spec.Mode = mode
	c.note(s, c.opt.Now(), [...]string{"acts", "only watched"}[mode&1], by)
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
			s.modules[i].cause = none
			s.urgent, s.moved = true, true
		}
	}
}

// expire an override.
func (s *scene) expire(now time.Time, c *Controller, by string) {
	frozen := s.hold.freeze
	s.letGo()
	if frozen {
		from := s.machine.state
		s.machine.to(now, DEGRADED, "no longer frozen")
		c.event(s, now, from, by)
		return
	}
	c.note(s, now, "no longer forced", by)
}
