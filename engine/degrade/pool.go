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
	apart    float64  // how much of that it waits for others, as last seen while little was asked, in seconds
	learnt   bool     // the capacity was seen, not only said
	edge     float64  // by how much more than the headroom is tried for, 0 to edgeMost
	short    bool     // somebody has less for want of it
	wanted   bool     // likewise, of the best class that asks
	fulls    int      // ticks on end in which no time was left
	pinched  int      // ticks for which what was late may have been late for want of time
	crowd    forecast // of what all want of it in full plans, in cores
	excess   float64  // work under way beyond what is usual, in core seconds
	patience float64  // seconds: the shortest deadline of those who want it

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
	edgeBack   = .03  // a tick in which there was none, and much was under way
	fullFor    = 2    // ticks on end: then it is the machine, not a handful of requests that came at once
	fullLately = 10   // ticks after them
	leastDrop  = .7   // of the capacity that one tick may take away
	drain      = .4   // seconds in which an excess is to be worked off
	mostStolen = .95
	bearable   = .2  // of a deadline: while less is under way than is done in that, it is no backlog
	tightAt    = .15 // of the shortest deadline, likewise: a processor without a moment left is no want of it
	calmOne    = .3
	othersBy   = .1  // of the newest reading: it is coarse
	forgiven   = .02 // of what is believed to be stolen, a tick in which nothing is wanted
)

// tick reads the pool. The capacity is the planned work that was done by the
// share of the time it took: where plans cost more than was planned it comes out
// lower, which is right, for it is a capacity for plans. It is that of a second: what
// collects garbage takes much of one tick and nothing of the next, and all the time
// that nobody wants besides, so a processor may be busy with nobody waiting. A machine
// that has no time left and does less than was believed is believed at once where more
// is under way than usual.
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
	case p.tight(under):
		p.edge = max(0, p.edge-edgeBack)
	case !p.wanted: // slower than a demand that falls: who got everything back keeps it
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
	k := p.did / p.took
	switch {
	case k >= p.whole:
		p.whole += smooth * (k - p.whole)
	case p.fulls >= fullFor && (p.excess > 0 || p.stay == 0):
		p.whole = max(k, leastDrop*p.whole)
	case p.busy < pressed:
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

// tight tells whether no time is left and more is under way than usual and than is
// done in a small part of the deadline.
func (p *pool) tight(under float64) bool {
	return p.busy >= full && under > max(p.stay*headroom, tightAt*p.patience)*p.capacity
}

// wait learns how long work waits for others: as long as it stays on a machine that has
// time, beyond what one request computes.
func (p *pool) wait(requests float64) {
	if p.rate <= 0 || requests <= 0 || p.busy > .5 {
		return
	}
	now := max(0, float64(p.underWay.Load())*1e-9/p.rate-p.rate/requests)
	p.apart += .05 * (now - p.apart)
}

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

// Apart is how long requests wait for others than this process's CPU while there is
// room: so long, and no CPU works on them.
func (c *Controller) Apart() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Duration(c.local.apart * 1e9)
}

// budget to share out, in cores: less while there is an excess to work off, and, for as
// long as somebody has less, slowly more as long as there is time left all the same.
// What a machine can do at its edge is seen there only: threads that are never idle
// need not be woken, and caches stay warm.
func (p *pool) budget() float64 {
	return max(.3*headroom*p.capacity, (headroom+p.edge)*p.capacity-p.excess/drain)
}

// calm is how much of the capacity, in cores, is kept idle beyond the headroom rather
// than given to classes below the best: by the square root of the number of cores, for
// among many one is always free soon (S. Halfin and W. Whitt, 1981).
func (p *pool) calm() float64 {
	if p.last.Cores <= 0 {
		return 0
	}
	return max(0, calmOne/math.Sqrt(p.last.Cores)-(1-headroom)) * p.capacity
}

// backlog of work under way, in ns, from which on a key with such a deadline
// takes its cheapest plans, and from which on it refuses. It is what stands
// between two ticks. Where requests usually stay for a small part of their deadline a
// few that come together are no backlog.
func (p *pool) backlog(deadline time.Duration) (soft, hard int64) {
	if p.capacity == 0 || p.stay == 0 {
		return math.MaxInt64, math.MaxInt64
	}
	usual := p.stay * headroom * p.capacity
	late := p.capacity * deadline.Seconds()
	return int64(1e9 * max(1.25*usual+.05*late, bearable*late)), int64(1e9 * (1.5*usual + .5*late))
}
