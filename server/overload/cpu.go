package overload

import (
	"math"
	"runtime"
	"sync/atomic"
	"syscall"
	"time"

	"riffle.dev/riffle/engine/degrade"
)

// Process tells the CPU time of this process, user and system, the cores it may
// use: those the runtime works with, which minds affinity and cgroup, and how
// long it waited for them. The zero value is ready. Safe for concurrent use.
type Process struct{ waits delays }

// Load implements degrade.CPU.
func (p *Process) Load() degrade.Load {
	l := degrade.Load{Cores: float64(runtime.GOMAXPROCS(0))}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) == nil { // it fails for a bad argument only
		l.Busy = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	}
	l.Stolen = p.waits.sum(time.Now(), "/proc/self/task")
	return l
}

// overhead is the CPU of requests that the clock alone does not tell. Nodes are
// timed; where others use the machine too, or more is under way than there are
// cores, they take longer than they compute: what the process used in all bounds
// that. What it used beyond the nodes is what a request costs outside of them.
type overhead struct {
	requests, nodes atomic.Int64 // requests, and ns
	refused         atomic.Int64 // requests, which have no nodes
	each            atomic.Int64 // ns of a request outside of nodes
	scale           atomic.Uint64

	// Of the tick's goroutine.
	ticks          int
	busy           time.Duration
	counted, spent int64
	turned         int64
}

const (
	overheadMost    = 2 * time.Millisecond
	overheadBusy    = .3 // of the cores: below, most is for something else
	overheadFull    = .9 // above, nodes seem to take what they wait
	overheadLeast   = 20 // requests in a window
	overheadTurned  = 20 // where more than one in so many is refused, what was used is not the others' alone
	overheadHistory = .3
	overheadTicks   = 10 // in a window
)

// add a request whose nodes took so long.
func (h *overhead) add(nodes time.Duration) {
	h.nodes.Add(int64(nodes))
	h.requests.Add(1)
}

// read the CPU of a request outside of its nodes, and the share of the nodes'
// time that is CPU.
func (h *overhead) read() (each time.Duration, scale float64) {
	scale = math.Float64frombits(h.scale.Load())
	if scale == 0 {
		scale = 1
	}
	return time.Duration(h.each.Load()), scale
}

// tick takes what the process used; a window is ten of them.
func (h *overhead) tick(l degrade.Load) {
	if h.ticks++; h.ticks%overheadTicks != 1 {
		return
	}
	requests, nodes, refused := h.requests.Load(), h.nodes.Load(), h.refused.Load()
	n, spent, used, turned := requests-h.counted, nodes-h.spent, int64(l.Busy-h.busy), refused-h.turned
	h.counted, h.spent, h.busy, h.turned = requests, nodes, l.Busy, refused
	if h.ticks == 1 || n < overheadLeast || spent <= 0 || turned*overheadTurned > n {
		return
	}
	_, was := h.read()
	scale := was + overheadHistory*(min(1, max(float64(used)/float64(spent), .01))-was)
	h.scale.Store(math.Float64bits(scale))
	share := float64(used) / (l.Cores * float64(overheadTicks*degrade.Step))
	if share < overheadBusy || share > overheadFull {
		return
	}
	each := min(max((used-spent)/n, 0), int64(overheadMost))
	if old := h.each.Load(); old > 0 {
		each = old + int64(overheadHistory*float64(each-old))
	}
	h.each.Store(each)
}
