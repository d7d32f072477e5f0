package degrade_test

import (
	"fmt"
	"testing"
	"time"

	"riffle.dev/riffle/engine/degrade"
	"riffle.dev/riffle/engine/degrade/simulate"
)

// flooded is a machine of 32 cores that is told what it did.
type flooded struct {
	now  time.Time
	busy time.Duration
}

func (f *flooded) Load() degrade.Load { return degrade.Load{Cores: 32, Busy: f.busy} }

// BenchmarkTickOf300 is a tick of 300 scenes whose plans have many steps, every
// module of every request told of, without the search for plans.
func BenchmarkTickOf300(b *testing.B) {
	b.Run("quiet", func(b *testing.B) { benchTicks(b, 3) })
	b.Run("flood", func(b *testing.B) { benchTicks(b, 40) })
}

// benchTicks with so many requests of each scene between two ticks; the machine can
// serve some four of each in full.
func benchTicks(b *testing.B, each int) {
	f := &flooded{now: time.Unix(1_700_000_000, 0)}
	var aside []func()
	c, err := degrade.New(degrade.Options{Now: func() time.Time { return f.now }, CPU: f, Background: func(job func()) { aside = append(aside, job) }})
	if err != nil {
		b.Fatal(err)
	}
	var specs []degrade.Spec
	for _, sc := range simulate.Scenarios() {
		if sc.Name != "scenes" {
			continue
		}
		for _, s := range sc.Scenes {
			if err := c.Register(s.Spec); err != nil {
				b.Fatal(err)
			}
			specs = append(specs, s.Spec)
		}
	}
	users := make([]string, 1024)
	for i := range users {
		users[i] = fmt.Sprintf("user-%08d", i*7919)
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for i := range each * len(specs) {
			s := &specs[i%len(specs)]
			d := c.Decide(s.Scene, s.Pipeline, users[i%len(users)], i%3)
			if d.Shed {
				continue
			}
			f.busy += d.Plan.Cost()
			for m, v := range d.Plan.Variants {
				if x := &s.Modules[m].Variants[v]; !x.Off {
					d.Module(m, x.Time/4*time.Duration(1+i%4), x.Fixed+100*x.PerRow, 100, 0)
				}
			}
			d.Done(20*time.Millisecond, 0)
		}
		f.now = f.now.Add(degrade.Step)
		b.StartTimer()
		c.Tick()
		b.StopTimer()
		for _, job := range aside {
			job()
		}
		aside = nil
		b.StartTimer()
	}
}
