// Shop is a program of its own that imports nothing of Riffle but
// engine/degrade: a web shop whose front page has a search, a list of what
// others bought and a ranking. Run it and it lives through a flood of its own
// making in a second, and prints what was given up for whom.
//
//	cd examples/degrade && go run .
package main

import (
	"fmt"
	"log"
	"os"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// page is what the front page is made of. Times and costs are guesses to begin
// with: they are replaced by what is observed.
func page() degrade.Spec {
	return degrade.Spec{
		Key:      degrade.Key{Scene: "front", Pipeline: "page"},
		Deadline: 100 * time.Millisecond,
		Tiers:    []degrade.Tier{{Name: "visitors", Weight: 1}, {Name: "members", Weight: 3, NoShed: true}},
		Modules: []degrade.Module{
			{Name: "search", Source: true, Variants: []degrade.Variant{
				{Name: "200 goods", Gain: .5, Rows: 200, Fixed: 300 * time.Microsecond, Time: 20 * time.Millisecond},
				{Name: "80 goods", Gain: .4, Rows: 80, Fixed: 150 * time.Microsecond, Time: 12 * time.Millisecond}}},
			{Name: "bought", Source: true, Soft: true, Variants: []degrade.Variant{
				{Name: "on", Gain: .2, Rows: 50, Fixed: 400 * time.Microsecond, Time: 30 * time.Millisecond},
				{Off: true}}},
			{Name: "rank", Inputs: []string{"search", "bought"}, Variants: []degrade.Variant{
				{Name: "on", Gain: .3, PerRow: 4 * time.Microsecond, Fixed: 50 * time.Microsecond, Time: 10 * time.Millisecond, Rows: 20},
				{Off: true}}},
		},
	}
}

// machine is the CPU that the shop runs on, and its clock. A real program hands
// in time.Now and its own CPU time (getrusage or the cgroup's).
type machine struct {
	now   time.Time
	cores float64
	busy  time.Duration
}

func (m *machine) Load() degrade.Load { return degrade.Load{Cores: m.cores, Busy: m.busy} }

func run() error {
	m := &machine{now: time.Unix(1_700_000_000, 0), cores: 2}
	c, err := degrade.New(degrade.Options{Now: func() time.Time { return m.now }, CPU: m})
	if err != nil {
		return err
	}
	if err := c.Register(page()); err != nil {
		return err
	}
	last := degrade.NORMAL
	for tick := range 400 {
		rate := 500 // requests a second; 2 cores serve about 1,100 full ones
		if tick >= 50 && tick < 150 {
			rate = 2500
		}
		for i := range rate / 10 {
			tier := i % 4 / 3 // every fourth is a member
			d := c.Decide("front", "page", fmt.Sprint("user", i), tier)
			if d.Shed {
				continue
			}
			// Here the page would be made by d.Plan.Variants, each module telling
			// what it took by d.Module. This one takes exactly what was planned.
			m.busy += d.Plan.Cost()
			d.Done(20*time.Millisecond, 0)
		}
		m.now = m.now.Add(degrade.Step)
		c.Tick()
		st := c.Status(page().Key)
		if st.State != last || tick == 100 {
			last = st.State
			fmt.Fprintf(os.Stdout, "%4.1f s  %-10s %4.0f requests/s  %s\n", float64(tick)/10, st.State, st.Rate, st.Why)
			for _, t := range st.Tiers {
				fmt.Fprintf(os.Stdout, "        %-9s keep %3.0f %% of the gain: %s; %.0f %% of them %s\n", t.Name, 100*t.Gain, t.Plan, 100*t.Deeper, t.Below)
			}
		}
	}
	return nil
}
