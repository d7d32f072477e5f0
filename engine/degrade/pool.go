package degrade

import (
	"math"
	"sync/atomic"
	"time"
)

// Load is what a pool says of itself.
type Load struct {
	Cores float64       // it has so many
	Busy  time.Duration // CPU time used since it began
}

// CPU tells the load of a pool; asked once a tick. It is the process's or the
// cgroup's, or what a service says in its answers.
type CPU interface{ Load() Load }

// pool is whose time is shared out.
type pool struct {
	name     string
	cpu      CPU
	underWay atomic.Int64 // planned CPU of the requests under way, ns
	done     atomic.Int64 // planned CPU of those that are done, ns; only grows

	last      Load
	lastDone  int64
	busy      float64 // share of its cores
	rate      float64 // planned work that was done, in cores
	capacity  float64 // planned work it can do, in cores; 0 while unknown
	saturated int     // ticks in a row without idle time
}

const (
	headroom    = .92
	busyEnough  = .30 // below, the quotient of work and use says little
	smooth      = .15
	nearlyFull  = .97
	belowAtOnce = .93 // a capacity this much below what was believed is believed soon
)

// tick reads the pool. The capacity is the planned work done by the share of
// the time it took: where plans cost more than was planned it comes out lower,
// which is right, for it is a capacity for plans.
func (p *pool) tick(dt time.Duration) {
	now := p.cpu.Load()
	done := p.done.Load()
	if p.last.Cores == 0 || dt <= 0 {
		p.last, p.lastDone = now, done
		if p.capacity == 0 {
			p.capacity = now.Cores
		}
		return
	}
	p.busy = (now.Busy - p.last.Busy).Seconds() / dt.Seconds() / now.Cores
	p.rate = float64(done-p.lastDone) / float64(dt)
	p.last, p.lastDone = now, done
	if p.busy >= nearlyFull {
		p.saturated++
	} else {
		p.saturated = 0
	}
	if p.busy <= busyEnough {
		return
	}
	k := p.rate / math.Min(p.busy, 1)
	by := smooth
	if p.saturated >= 2 && k < belowAtOnce*p.capacity {
		by = .5
	}
	p.capacity += by * (k - p.capacity)
}
