package overload

import (
	"math"
	"sync/atomic"
	"time"

	"riffle.dev/riffle/engine/adapt"
	"riffle.dev/riffle/engine/degrade"
)

// overhead is the CPU of requests that the clock alone does not tell. Nodes are
// timed, in requests that hardly share the machine. What the process used beyond
// them, and beyond what it uses when nobody asks, is what a request costs outside
// of its nodes (mixes); where many are refused, what refusing one costs.
type overhead struct {
	requests, refused atomic.Int64
	calm              atomic.Int64 // requests with hardly anybody beside them
	cut               atomic.Int64 // requests that were late or failed: what they did is not what was asked
	told, nodes       atomic.Int64 // requests whose nodes are believed, and ns of these
	each, turning     atomic.Int64 // ns of a request outside of nodes, and of a refusal
	scale             atomic.Uint64
	few               atomic.Int64 // others that a calm request may have beside it
	never             atomic.Bool  // no request is ever calm

	// Of the tick's goroutine.
	mixes   mixes
	windows int // that told something
	ticks   int
	waited  int // windows with requests, none of them calm
	was     sums
	resting float64 // share of a core that is used when nobody asks
}

// sums of all that was, since the begin.
type sums struct {
	requests, refused, calm, cut, told, nodes int64
	used                                      time.Duration
}

const (
	overheadMost    = 2 * time.Millisecond
	overheadFull    = .9 // of the cores: above, nodes seem to take what they wait
	overheadLeast   = 20 // requests in a window
	overheadHistory = .3
	overheadIdle    = .05 // nobody asks while much is loaded, too
	overheadTicks   = 10  // in a window
	turnedFew       = 20  // where more than one in so many is refused or cut short, what was used is not the others' alone
	turnedMany      = 2   // where one in so many is, what was used tells what that costs
	neverCalm       = 30  // windows
	toldLeast       = 5   // requests whose nodes are believed, in a window
)

// end of a request with at most so many others beside it: whether the times of its
// nodes are those of their own work. Where nobody ever is calm, all must do.
func (h *overhead) end(others int64) bool {
	h.requests.Add(1)
	if others > h.few.Load() {
		return h.never.Load()
	}
	h.calm.Add(1)
	return true
}

// add what the nodes of a request took that is believed.
func (h *overhead) add(nodes time.Duration) {
	h.nodes.Add(int64(nodes))
	h.told.Add(1)
}

func (h *overhead) usage() adapt.Usage {
	u := adapt.Usage{Each: time.Duration(h.each.Load()), Scale: math.Float64frombits(h.scale.Load())}
	if u.Scale == 0 {
		u.Scale = 1
	}
	return u
}

// refusal is the CPU of a request that is refused.
func (h *overhead) refusal() time.Duration { return time.Duration(h.turning.Load()) }

// tick takes what the process used; a window is ten of them.
func (h *overhead) tick(l degrade.Load) {
	h.few.Store(max(0, int64(l.Cores/2)-1))
	if h.ticks++; h.ticks%overheadTicks != 1 {
		return
	}
	now := sums{h.requests.Load(), h.refused.Load(), h.calm.Load(), h.cut.Load(), h.told.Load(), h.nodes.Load(), l.Busy}
	was := h.was
	d := sums{now.requests - was.requests, now.refused - was.refused, now.calm - was.calm, now.cut - was.cut, now.told - was.told, now.nodes - was.nodes, now.used - was.used}
	h.was = now
	if h.ticks == 1 {
		return
	}
	h.window(d, l.Cores)
}

func (h *overhead) window(d sums, cores float64) {
	const window = overheadTicks * degrade.Step
	switch share := min(d.used.Seconds()/window.Seconds(), cores); {
	case share < h.resting:
		h.resting += overheadHistory * (share - h.resting)
	case d.requests == 0 && d.refused == 0:
		h.resting += overheadIdle * (share - h.resting)
	}
	if d.requests == 0 && d.refused == 0 {
		return
	}
	switch {
	case d.calm > 0:
		h.waited = 0
		h.never.Store(false)
	case d.requests >= overheadLeast:
		h.waited++
		h.never.Store(h.waited >= neverCalm)
	}
	each, scale := float64(h.each.Load()), h.usage().Scale
	used := float64(d.used) - min(h.resting*float64(window), .5*float64(d.used)) // ns
	n, nodes := float64(d.requests), 0.0
	if d.told > 0 {
		nodes = n * float64(d.nodes) / float64(d.told)
	}
	if d.refused*turnedMany > d.requests && d.refused >= overheadLeast && nodes > 0 {
		h.turning.Store(near(h.turning.Load(), (used-n*each-scale*nodes)/float64(d.refused), overheadHistory))
	}
	full := h.never.Load() && float64(d.used) > overheadFull*cores*float64(window)
	if d.requests < overheadLeast || d.told < toldLeast || nodes <= 0 || (d.refused+d.cut)*turnedFew > d.requests || full {
		return
	}
	h.windows++
	h.mixes.see(h.windows, n, nodes/n, used/n)
	each, scale = h.mixes.line(h.windows)
	h.scale.Store(math.Float64bits(scale))
	h.each.Store(int64(min(each, float64(overheadMost))))
}

// near moves a time towards what was seen, within bounds; the first is taken as it is.
func near(was int64, seen, by float64) int64 {
	seen = min(max(seen, 0), float64(overheadMost))
	if was == 0 {
		return int64(seen)
	}
	return was + int64(by*(seen-float64(was)))
}
