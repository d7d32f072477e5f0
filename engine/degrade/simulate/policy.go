package simulate

import (
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// ticket is what a policy gives a request.
type ticket struct {
	shed     bool
	variants []uint8
	recall   float64 // seconds; 0 is as long as there is time
	lighter  bool
	decision degrade.Decision
}

// policy decides. It is told the time by the world and knows nothing else of it.
type policy interface {
	decide(now float64, scene int, user string, tier int) ticket
	done(now float64, t *ticket, scene int, took float64, late bool)
	module(t *ticket, module int, took, cpu float64, rows int, late bool)
	tick(now float64)
	state(scene int) string // "" when it has none
}

// maker of a policy for a world, from what it is told.
type maker struct {
	name, about string
	make        func(w *world) policy
}

// ours is the controller that serves.
type ours struct {
	c     *degrade.Controller
	now   func() time.Time
	specs []degrade.Spec
}

// meter of the machine's CPU, read a little late.
type meter struct{ w *world }

// Load implements degrade.CPU.
func (m meter) Load() degrade.Load {
	w := m.w
	l := degrade.Load{Cores: w.machine.cores, Busy: seconds(w.metered), Stolen: seconds(w.robbed + w.scenario.Among*w.metered)}
	if w.scenario.Among > 0 {
		l.Others = seconds(1 + w.robbed)
	}
	return l
}

func seconds(s float64) time.Duration { return time.Duration(s * 1e9) }

var epoch = time.Unix(1_700_000_000, 0)

func newOurs(w *world) policy {
	p := &ours{specs: w.told, now: func() time.Time { return epoch.Add(seconds(w.now)) }}
	c, err := degrade.New(degrade.Options{Now: p.now, CPU: meter{w}, Seed: w.seed})
	if err != nil {
		panic(err) // the options are written above
	}
	for _, spec := range w.told {
		if err := c.Register(spec); err != nil {
			panic(err) // the scenarios are part of this package, and tested
		}
	}
	p.c = c
	return p
}

func (p *ours) decide(_ float64, scene int, user string, tier int) ticket {
	key := p.specs[scene].Key
	d := p.c.Decide(key.Scene, key.Pipeline, user, tier)
	t := ticket{shed: d.Shed, decision: d}
	if !d.Shed {
		t.variants, t.recall, t.lighter = d.Plan.Variants, d.Plan.Recall.Seconds(), d.Plan.Level > 0
	}
	return t
}

func (p *ours) done(_ float64, t *ticket, _ int, took float64, late bool) {
	mark := degrade.Mark(0)
	if late {
		mark = degrade.TimedOut
	}
	t.decision.Done(seconds(took), mark)
}

func (p *ours) module(t *ticket, module int, took, cpu float64, rows int, late bool) {
	mark := degrade.Mark(0)
	if late {
		mark = degrade.TimedOut
	}
	t.decision.Module(module, seconds(took), seconds(cpu), rows, mark)
}

func (p *ours) tick(float64) { p.c.Tick() }

func (p *ours) state(scene int) string { return p.c.Status(p.specs[scene].Key).State.String() }

// policies in the order of the table.
var policies = [...]maker{
	{"ours", "the controller of engine/degrade", newOurs},
	{"none", "every request gets the full plan", newNone},
	{"static", "full plans for 92 % of the cores, the rest is refused", newStatic},
	{"bbr", "best throughput times least latency, once the average CPU is above 80 %", newBBR},
	{"gradient", "a concurrency limit that follows the latency", newGradient},
	{"programme", "a latency programme and two groups of traffic, once a second", newProgramme},
}
