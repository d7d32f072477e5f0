package degrade

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"riffle.dev/riffle/engine/degrade/solve"
)

// Bounds of a spec.
const (
	MaxTiers    = 128
	MaxKeys     = 4096
	MaxDeadline = 10 * time.Minute
)

// Key names what is decided for: a pipeline as one scene serves it.
type Key struct{ Scene, Pipeline string }

func (k Key) String() string { return k.Scene + "/" + k.Pipeline }

// Class says who is served first when there is not enough for all.
type Class uint8

// Classes, the most important first.
const (
	Core Class = iota
	Normal
	Spare
)

// Mode of a key.
type Mode uint8

// Modes.
const (
	Act   Mode = iota // decide and do it
	Watch             // decide, count and tell it, but always serve the full plan
	Off               // likewise, and nobody asked: it is not even counted
)

func (m Mode) String() string { return [...]string{"act", "watch", "off"}[min(m, Off)] }

// Order says when a tier gives way.
type Order uint8

// Orders.
const (
	ByGain Order = iota // where the least is lost for what is saved
	First               // before those by gain, one step after another
	AtOnce              // before all, and down to the cheapest plan at once
	Last                // when nobody else has anything left to give
)

// Tier is a group of users.
type Tier struct {
	Name   string
	Weight float64 // of its gain, > 0; 0 counts as 1
	Order  Order
	Keep   float64  // share of the full plan's gain it never falls below, 0…1
	Always []string // modules that stay as in the full plan
	NoShed bool     // is never refused
	Refuse Order    // when it is refused among the others: First, Last, or as it gives way
}

// Variant is one way of running a module.
type Variant struct {
	Name    string
	Gain    float64            // share of the value of an answer
	Tiers   map[string]float64 // gain for tiers that differ
	Time    time.Duration      // 99th percentile, until it has been measured
	Fixed   time.Duration      // CPU of running it once, until it has been measured
	PerRow  time.Duration      // CPU of each row it reads (of a source: gives), likewise
	Rows    int                // a source gives so many, others hand on at most so many; 0 is all
	Off     bool
	Arrived func(time.Duration) float64 // chance of being done by then, until it has been measured; nil is a step at Time
}

// Module is a node that may be turned. Its first variant is that of the full
// plan; Off, if it has one, is what remains when it is switched off.
type Module struct {
	Name     string
	Inputs   []string // earlier modules
	Needs    []string // of these, those without which it cannot run
	Pool     string   // whose time it costs; empty is the CPU of this process
	Source   bool     // it makes rows; others hand on what they read
	Away     bool     // it waits for something else than this CPU: that the CPU is busy does not excuse it
	Soft     bool     // who reads it does not wait for it longer than the plan says
	Variants []Variant
}

// Spec of a key.
type Spec struct {
	Key
	Class    Class
	Weight   float64 // of its share among its class, > 0; 0 counts as 1
	Deadline time.Duration
	Mode     Mode
	Modules  []Module
	Tiers    []Tier // the first is that of users of no known tier; none is one without a name

	// Enter and Exit bound the share of timeouts: proved above Enter it is bad,
	// proved below Exit it is good. 0 counts as 5 % and 1 %.
	Enter, Exit float64
	Hold        time.Duration // without deepening before a probe; 0 counts as 2 s
	Ramp        []float64     // shares of recovery, growing to 1; none is 5 10 20 40 70 100 %
	Probe       float64       // share of the users that a probe takes at most; 0 counts as 5 %

	// Make turns a plan into what the program runs by: Plan.Made. It is called
	// once a plan, before anybody is served by it, by whoever makes the plans.
	Make func(*Plan) any
}

var defaultRamp = []float64{.05, .10, .20, .40, .70, 1}

// complete a copy of the spec with its defaults, or say what is wrong with it.
func (s Spec) complete() (Spec, error) {
	def := func(f *float64, to float64) {
		if *f == 0 {
			*f = to
		}
	}
	s.Modules, s.Tiers, s.Ramp = slices.Clone(s.Modules), slices.Clone(s.Tiers), slices.Clone(s.Ramp)
	def(&s.Weight, 1)
	def(&s.Enter, .05)
	def(&s.Exit, .01)
	def(&s.Probe, probeMost)
	if s.Hold == 0 {
		s.Hold = 2 * time.Second
	}
	if len(s.Tiers) == 0 {
		s.Tiers = []Tier{{}}
	}
	if len(s.Ramp) == 0 {
		s.Ramp = slices.Clone(defaultRamp)
	}
	for i := range s.Tiers {
		def(&s.Tiers[i].Weight, 1)
	}
	fail := func(format string, args ...any) (Spec, error) {
		return s, fmt.Errorf("spec of %s: %w", s.Key, fmt.Errorf(format, args...))
	}
	switch {
	case s.Scene == "":
		return s, errors.New("spec without a scene")
	case s.Deadline <= 0 || s.Deadline > MaxDeadline:
		return fail("deadline %v, must be above 0 and at most %v", s.Deadline, MaxDeadline)
	case s.Class > Spare:
		return fail("class %d, must be core, normal or spare", s.Class)
	case !(s.Weight > 0):
		return fail("weight %g, must be above 0", s.Weight)
	case !(s.Exit > 0 && s.Exit <= s.Enter && s.Enter < 1):
		return fail("enter %g and exit %g, must be 0 < exit ≤ enter < 1", s.Enter, s.Exit)
	case !(s.Probe > 0 && s.Probe <= 1):
		return fail("probe %g, must be above 0 and at most 1", s.Probe)
	case s.Mode > Off:
		return fail("mode %d, must be act, watch or off", s.Mode)
	case len(s.Tiers) > MaxTiers:
		return fail("%d tiers, at most %d", len(s.Tiers), MaxTiers)
	case !slices.IsSorted(s.Ramp) || s.Ramp[0] <= 0 || s.Ramp[len(s.Ramp)-1] != 1:
		return fail("ramp %v, must grow from above 0 to 1", s.Ramp)
	}
	for i, t := range s.Tiers {
		if !(t.Weight > 0) || t.Keep < 0 || t.Keep > 1 || t.Order > Last || t.Refuse > Last {
			return fail("tier %q has weight %g, keep %g", t.Name, t.Weight, t.Keep)
		}
		if slices.ContainsFunc(s.Tiers[:i], func(o Tier) bool { return o.Name == t.Name }) {
			return fail("tier %q is there twice", t.Name)
		}
		for _, m := range t.Always {
			if s.module(m) < 0 {
				return fail("tier %q keeps module %q, which is not there", t.Name, m)
			}
		}
	}
	for i := range s.Modules {
		if err := s.checkModule(i); err != nil {
			return fail("%w", err)
		}
	}
	if n := len(s.Modules); n == 0 || n > solve.MaxModules {
		return fail("%d modules, must be 1 to %d", n, solve.MaxModules)
	}
	return s, nil
}

func (s *Spec) checkModule(i int) error {
	m := &s.Modules[i]
	if at := s.module(m.Name); at != i || m.Name == "" {
		return fmt.Errorf("module %q (%d) has no name of its own", m.Name, i)
	}
	for _, in := range slices.Concat(m.Inputs, m.Needs) {
		if at := s.module(in); at < 0 || at >= i {
			return fmt.Errorf("module %q reads %q, which is not before it", m.Name, in)
		}
	}
	if n := len(m.Variants); n == 0 || n > solve.MaxVariants {
		return fmt.Errorf("module %q has %d variants, must have 1 to %d", m.Name, n, solve.MaxVariants)
	}
	m.Variants = slices.Clone(m.Variants)
	least := 0 // rows that the narrowest variant lets through
	for _, v := range m.Variants {
		if v.Rows > 0 && !v.Off && (least == 0 || v.Rows < least) {
			least = v.Rows
		}
	}
	for j := range m.Variants {
		v := &m.Variants[j]
		if v.Gain != v.Gain || v.Time < 0 || v.Fixed < 0 || v.PerRow < 0 || v.Rows < 0 {
			return fmt.Errorf("variant %q of module %q has a gain that is none, or a time, cost or rows below 0", v.Name, m.Name)
		}
		for t := range v.Tiers {
			if s.tier(t) < 0 {
				return fmt.Errorf("variant %q of module %q has a gain for tier %q, which is not there", v.Name, m.Name, t)
			}
		}
		if !v.Off {
			continue
		}
		if j == 0 {
			return fmt.Errorf("module %q is off in the full plan", m.Name)
		}
		if v.Fixed > 0 || v.PerRow > 0 {
			return fmt.Errorf("module %q costs something while off", m.Name)
		}
		// A stage that is off still cuts: else whoever reads it would pay for more
		// rows than with it.
		if v.Rows = least; m.Source {
			v.Rows = 0
		}
	}
	return nil
}

func (s *Spec) module(name string) int {
	return slices.IndexFunc(s.Modules, func(m Module) bool { return m.Name == name })
}

func (s *Spec) tier(name string) int {
	return slices.IndexFunc(s.Tiers, func(t Tier) bool { return t.Name == name })
}

// topTier is the one that is not probed: that of the highest weight.
func (s *Spec) topTier() int {
	top := 0
	for i := range s.Tiers {
		if s.Tiers[i].Weight > s.Tiers[top].Weight {
			top = i
		}
	}
	return top
}

// fullGain of the spec for a tier.
func (s *Spec) fullGain(tier string) float64 {
	sum := 0.0
	for i := range s.Modules {
		sum += s.Modules[i].Variants[0].gainFor(tier)
	}
	return sum
}

func (v *Variant) gainFor(tier string) float64 {
	if g, ok := v.Tiers[tier]; ok {
		return g
	}
	return v.Gain
}

func (s *Spec) setGain(module, variant, tier string, gain float64) error {
	i := s.module(module)
	if i < 0 {
		return fmt.Errorf("there is no module %q", module)
	}
	m := &s.Modules[i]
	v := slices.IndexFunc(m.Variants, func(v Variant) bool { return v.label() == variant })
	if v < 0 || math.IsNaN(gain) || math.IsInf(gain, 0) {
		return fmt.Errorf("module %q has no variant %q, or the gain %g is none", module, variant, gain)
	}
	if tier == "" {
		m.Variants[v].Gain = gain
		return nil
	}
	if s.tier(tier) < 0 {
		return fmt.Errorf("there is no tier %q", tier)
	}
	m.Variants[v].Tiers = maps.Clone(m.Variants[v].Tiers)
	if m.Variants[v].Tiers == nil {
		m.Variants[v].Tiers = map[string]float64{}
	}
	m.Variants[v].Tiers[tier] = gain
	return nil
}
