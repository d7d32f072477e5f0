package degrade_test

import (
	"fmt"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// machine is a CPU of one core and its clock. A real program hands in time.Now and
// the CPU time of its process or cgroup.
type machine struct {
	now  time.Time
	busy time.Duration
}

func (m *machine) Load() degrade.Load { return degrade.Load{Cores: 1, Busy: m.busy} }

// A page has a list, which must be there, and an advice, which costs as much again
// and is worth a third of it. More visitors come than the machine has full pages
// for; then an operator wants everybody without advice for a while.
func Example() {
	m := &machine{now: time.Unix(1_700_000_000, 0)}
	c, err := degrade.New(degrade.Options{Now: func() time.Time { return m.now }, CPU: m})
	if err != nil {
		fmt.Println(err)
		return
	}
	key := degrade.Key{Scene: "shop", Pipeline: "page"}
	err = c.Register(degrade.Spec{Key: key, Deadline: 100 * time.Millisecond,
		Tiers: []degrade.Tier{{Name: "visitors", Weight: 1}, {Name: "members", Weight: 3, NoShed: true}},
		Modules: []degrade.Module{
			{Name: "list", Source: true, Variants: []degrade.Variant{{Name: "on", Gain: .75, Fixed: time.Millisecond, Time: 10 * time.Millisecond}}},
			{Name: "advice", Inputs: []string{"list"}, Variants: []degrade.Variant{
				{Name: "on", Gain: .25, Fixed: time.Millisecond, Time: 10 * time.Millisecond}, {Off: true}}},
		}})
	if err != nil {
		fmt.Println(err)
		return
	}
	serve := func(seconds, rate int) {
		for range 10 * seconds {
			for i := range rate / 10 {
				d := c.Decide("shop", "page", fmt.Sprint("user", i), i%2)
				if d.Shed {
					continue // 503, Retry-After
				}
				// Here d.Plan.Variants says which module runs in which variant.
				m.busy += d.Plan.Cost()
				d.Done(20*time.Millisecond, 0)
			}
			m.now = m.now.Add(degrade.Step)
			c.Tick()
		}
	}
	say := func(when string) {
		st := c.Status(key)
		fmt.Printf("%s: %v", when, st.State)
		for _, t := range st.Tiers {
			fmt.Printf(", %s keep %.0f %%", t.Name, 100*t.Gain)
		}
		fmt.Println()
	}
	serve(5, 200)
	say("quiet")
	serve(5, 600)
	say("flood")
	serve(20, 200)
	say("after it")
	if err := c.Override(key, degrade.Override{By: "an operator", For: 10 * time.Second, Off: []string{"advice"}}); err != nil {
		fmt.Println(err)
	}
	serve(2, 200)
	say("by hand")
	serve(15, 200)
	say("let go")
	if e, err := c.Explain(key, 800); err == nil {
		fmt.Printf("at 800 requests a second %.0f %% are kept, %s binds, full plans suffice for %.0f\n", 100*e.Kept, e.Binding, e.Suffices)
	}
	for _, e := range c.Events(0) {
		fmt.Printf("%v → %v: %s\n", e.From, e.To, e.Why)
	}

	// Output:
	// quiet: NORMAL, visitors keep 100 %, members keep 100 %
	// flood: DEGRADED, visitors keep 77 %, members keep 100 %
	// after it: NORMAL, visitors keep 100 %, members keep 100 %
	// by hand: DEGRADED, visitors keep 75 %, members keep 75 %
	// let go: NORMAL, visitors keep 100 %, members keep 100 %
	// at 800 requests a second 81 % are kept, cpu binds, full plans suffice for 460
	// NORMAL → DEGRADED: the budget is below what the full plans need
	// DEGRADED → RECOVERING: the budget pays for the full plans
	// RECOVERING → NORMAL: clean
	// NORMAL → NORMAL: forced
	// NORMAL → DEGRADED: by hand
	// DEGRADED → DEGRADED: no longer forced
	// DEGRADED → RECOVERING: the budget pays for the full plans
	// RECOVERING → NORMAL: clean
}
