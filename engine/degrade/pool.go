package degrade

import (
	"math"
	"sync/atomic"
	"time"
)

// Load is what a pool says of itself.
type Load struct {
	Cores  float64       // it has so many
	Busy   time.Duration // CPU time used since it began
	Stolen time.Duration // CPU time that it wanted and others got, by a hypervisor or a quota, since it began

	// Others is all the CPU time of its cores that was not its own and not idle, since
	// it began: the most that was stolen. 0 is not known.
	Others time.Duration
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
	refusal  atomic.Int64 // CPU of a request that is refused, ns

	last     Load
	lastDone int64
	busy     float64  // share of the cores that were left to it
	stolen   float64  // share of the CPU time it wanted that others got
	others   float64  // share of the cores that others had, lately
	rate     float64  // planned work that was done, in cores
	whole    float64  // planned work that it could do if nothing were stolen, in cores
	capacity float64  // planned work it can do, in cores; 0 while unknown
	stay     float64  // how long work is under way while there is room, in seconds
	learnt   bool     // the capacity was seen, not only said
	edge     float64  // by how much more than the headroom is tried for, 0 to edgeMost
	short    bool     // somebody has less for want of it
	fulls    int      // ticks on end in which no time was left
	pinched  int      // ticks for which what was late may have been late for want of time
	crowd    forecast // of what all want of it in full plans, in cores
	excess   float64  // work under way beyond what is usual, in core seconds

	did, took float64 // planned work and CPU of the last second, fading
}

const (
	headroom   = .92
	busyEnough = .30 // below, most of what is used may be for something else
	idleMost   = .10 // of the share of ten ticks: below, even that says nothing
	smooth     = .15
	doubtful   = .015 // with time left: caches are cold and the collector takes what nobody wants, so work costs more than it would in a flood
	pressed    = .80  // busy: what is planned for is nearly all used
	full       = .97  // busy: no time is left
	edgeMost   = .30  // of the capacity
	edgeStep   = .005 // a tick in which there was time left
	edgeBack   = .03  // a tick in which there was none
	fullFor    = 2    // ticks on end: then it is the machine, not a handful of requests that came at once
	fullLately = 10   // ticks after them
	leastDrop  = .7   // of the capacity that one tick may take away
	drain      = .4   // seconds in which an excess is to be worked off
	mostStolen = .95
	othersBy   = .1  // of the newest reading: it is coarse
	forgiven   = .02 // of what is believed to be stolen, a tick in which nothing is wanted
)

// tick reads the pool. The capacity is the planned work that was done by the
// share of the time it took: where plans cost more than was planned it comes out
// lower, which is right, for it is a capacity for plans. A machine that has no
// time left and does less than was believed is believed at once.
func (p *pool) tick(dt time.Duration) {
	now := p.cpu.Load()
	done := p.done.Load()
	under := float64(p.underWay.Load()) * 1e-9
	if p.last.Cores == 0 {
		p.last, p.lastDone = now, done
		p.whole, p.capacity = now.Cores, now.Cores
		return
	}
	if now.Cores <= 0 || math.IsNaN(now.Cores) || math.IsInf(now.Cores, 0) {
		now.Cores = p.last.Cores // it does not know: as before
	}
	p.whole *= now.Cores / p.last.Cores
	p.took *= p.last.Cores / now.Cores
	used := max(0, (now.Busy-p.last.Busy).Seconds()/dt.Seconds())
	stolen := max(0, (now.Stolen-p.last.Stolen).Seconds()/dt.Seconds())
	p.others += othersBy * (p.hadByOthers(&now, dt) - p.others)
	p.steal(used, min(stolen, p.others*now.Cores), now.Cores)
	p.busy = used / (now.Cores * (1 - p.stolen))
	defer func() { p.capacity = p.whole * (1 - p.stolen) }()
	p.rate = float64(done-p.lastDone) / float64(dt)
	p.last, p.lastDone = now, done
	if p.rate > 0 && p.busy < full {
		if p.stay == 0 {
			p.stay = under / p.rate
		}
		p.stay += .05 * (under/p.rate - p.stay)
	}
	p.excess = 0
	if p.busy >= full {
		p.excess = max(0, under-p.stay*headroom*p.capacity)
	}
	p.pinched = max(0, p.pinched-1)
	if p.fulls++; p.busy < full {
		p.fulls = 0
	} else if p.fulls > fullFor {
		p.pinched = fullLately
	}
	switch {
	case p.fulls > 0 || p.excess > 0:
		p.edge = max(0, p.edge-edgeBack)
	case !p.short: // slower than a demand that falls: who got everything back keeps it
		p.edge = max(0, p.edge-edgeStep)
	case p.stay > 0:
		p.edge = min(edgeMost, p.edge+edgeStep)
	}
	had := math.Min(used/now.Cores, 1) // the share of all cores that it got, whatever others got
	p.did, p.took = .9*p.did+p.rate, .9*p.took+had
	if p.rate == 0 || had < busyEnough {
		p.atLeast()
		return
	}
	k := p.rate / had
	if p.busy < pressed {
		k = p.did / p.took // there is time to look longer
	}
	switch {
	case p.fulls >= fullFor && k < p.whole:
		p.whole = max(k, leastDrop*p.whole)
	case p.busy < pressed && k < p.whole:
		p.whole += doubtful * (k - p.whole)
	default:
		p.whole += smooth * (k - p.whole)
	}
	p.learnt = true
}

// atLeast takes what this process shows while it is little used: the planned work was done by
// no more than what it used, so it can do that much by all it has. What else it
// used is not known, so it may be able to do more. Of what others say of themselves
// that does not hold: what they do for us is a guess.
func (p *pool) atLeast() {
	if k := p.did / max(p.took, idleMost); p.name == "" && k > p.whole {
		p.whole += smooth * (k - p.whole)
		p.learnt = true
	}
}

// steal follows the share of the wanted CPU time that others got: what is taken of
// little would be taken of all. Who had nearly all the cores was robbed of no more
// than the rest, however long his threads waited for each other; of who wants
// next to nothing nothing is known, and it is believed less and less. Nor would
// others take more of all than they have: who wants a fifth of a core takes a fifth
// of it, however much of the little that was wanted that was.
func (p *pool) steal(used, stolen, cores float64) {
	stolen = min(stolen, max(0, cores-used))
	share, sure := 0.0, min(1, (used+stolen)/(.1*cores))
	if used+stolen > 0 {
		share = min(stolen/(used+stolen), p.others, mostStolen)
	}
	p.stolen += .5 * sure * (share - p.stolen)
	p.stolen *= 1 - forgiven*(1-sure)
}

// hadByOthers is the share of the cores that others had since the last reading, 1
// where that is not known.
func (p *pool) hadByOthers(now *Load, dt time.Duration) float64 {
	if now.Others <= 0 || p.last.Others <= 0 {
		return 1
	}
	return min(max((now.Others-p.last.Others).Seconds()/dt.Seconds()/now.Cores, 0), 1)
}

// saturated tells whether no time was left lately, and not for a moment only.
func (p *pool) saturated() bool { return p.pinched > 0 }

// pressed tells whether hardly any time is left.
func (p *pool) pressed() bool { return p.busy >= pressed }

// strained tells whether hardly any time is left and more is under way than usual,
// if it is known what is. Before that nobody is refused for want of a budget,
// whatever the plans are thought to cost: the cheapest ones come first, and they
// may do.
func (p *pool) strained() bool { return p.pressed() && (p.stay == 0 || p.excess > 0) }

// Usable cores of a capacity: what may be planned for.
func Usable(capacity float64) float64 { return headroom * capacity }

// Room of this process's CPU: the cores of planned work that it can do, and how
// long requests stay while there is room. 0 is not known, or that there is time
// left: then nobody has to wait, whatever plans are thought to cost.
func (c *Controller) Room() (cores float64, stay time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.local.pressed() {
		return 0, 0
	}
	return c.local.capacity, time.Duration(c.local.stay * 1e9)
}

// budget to share out, in cores: less while there is an excess to work off, and, for as
// long as somebody has less, slowly more as long as there is time left all the same.
// What a machine can do at its edge is seen there only: threads that are never idle
// need not be woken, and caches stay warm.
func (p *pool) budget() float64 {
	return max(.3*headroom*p.capacity, (headroom+p.edge)*p.capacity-p.excess/drain)
}

// backlog of work under way, in ns, from which on a key with such a deadline
// takes its cheapest plans, and from which on it refuses. It is what stands
// between two ticks.
func (p *pool) backlog(deadline time.Duration) (soft, hard int64) {
	if p.capacity == 0 || p.stay == 0 {
		return math.MaxInt64, math.MaxInt64
	}
	usual := p.stay * headroom * p.capacity
	late := p.capacity * deadline.Seconds()
	return int64(1e9 * (1.25*usual + .05*late)), int64(1e9 * (1.5*usual + .5*late))
}
