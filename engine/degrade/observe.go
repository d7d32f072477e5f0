package degrade

import (
	"sync/atomic"
	"time"
)

// Done tells how the request of a decision ended: when its answer left or its
// deadline passed, whichever came first. It takes no lock and allocates nothing.
func (d *Decision) Done(took time.Duration, mark Mark) {
	s := d.scene
	if s == nil || d.Shed {
		return
	}
	if mark&Gone != 0 {
		s.local.underWay.Add(-d.Plan.nanos)
		return
	}
	if d.Plan.Level > 0 {
		mark |= Degraded
	}
	s.requests.Add(took, mark)
	if d.Probe {
		s.probe.add(mark)
	}
	s.local.underWay.Add(-d.Plan.nanos)
	if mark&(TimedOut|Failed) == 0 {
		s.given[d.tier].Add(uint64(d.Plan.Share * perShare))
	}
	if mark&TimedOut == 0 {
		// Of a late one nobody knows how much was done.
		s.local.done.Add(d.Plan.nanos)
		for i, p := range s.remote {
			if cost := d.Plan.cost[i+1]; cost > 0 {
				p.done.Add(int64(cost * 1e9))
			}
		}
	}
}

// Drop a request that was refused after all: it did nothing and says nothing of
// its key. It is called in the place of Done.
func (d *Decision) Drop() {
	s := d.scene
	if s == nil || d.Shed {
		return
	}
	s.refused.Add(1)
	s.local.done.Add(s.local.refusal.Load())
	s.local.underWay.Add(-d.Plan.nanos)
}

// Module tells how a module of the request went: how long after it was begun it
// was done, the CPU it took, and the rows it read (a source: gave). One that was
// given up at its deadline has TimedOut, and no CPU when that is not known.
func (d *Decision) Module(module int, took, cpu time.Duration, rows int, mark Mark) {
	s := d.scene
	if s == nil || uint(module) >= uint(len(s.modules)) {
		return
	}
	m := &s.modules[module]
	s.ends[module].all.add(mark)
	v := &m.variants[d.Plan.Variants[module]]
	if mark&TimedOut != 0 {
		v.missed.Add(1) // when it would have been done is not known
	} else {
		v.meter.Add(took, mark)
	}
	if cpu > 0 {
		v.cost.add(cpu, rows)
	}
	if d.Probe {
		m.probe.add(mark)
	}
}

// perShare is what a full plan counts in the sums of shares.
const perShare = 1e6

// worth of all that was asked of a key since it was registered, by the weights of
// tiers: what full plans for everybody would have been, and what was given in time.
func (s *scene) worth() (asked, given float64) {
	for t := range s.spec.Tiers {
		w := s.spec.Tiers[t].Weight
		asked += w * float64(s.arrived[t].Load())
		given += w * float64(s.given[t].Load()) / perShare
	}
	return asked, given
}

// outcomes counts ends, and of them the bad ones.
type outcomes struct{ n, bad atomic.Uint64 }

func (o *outcomes) add(mark Mark) {
	o.n.Add(1)
	if mark&(TimedOut|Failed) != 0 {
		o.bad.Add(1)
	}
}

// read gives no more bad ones than there are.
func (o *outcomes) read() tally {
	bad := o.bad.Load()
	return tally{n: o.n.Load(), bad: bad}
}

func (o *outcomes) forget() {
	o.n.Store(0)
	o.bad.Store(0)
}
